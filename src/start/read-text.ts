import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { DocumentError } from '../core/document.js';

const [LINE_FEED, ZERO] = [0x0a, 0];

/** The text of a file, or what is wrong with it: what is no text would be stored with letters that nobody wrote. */
export async function readText(file: string): Promise<string | DocumentError> {
  return textOf(await readFile(file));
}

/** The text that bytes are in UTF-8, or the first place where they are none. */
export function textOf(bytes: Buffer): string | DocumentError {
  if (!isUtf8(bytes)) return wrongAt(bytes, notUtf8Line(bytes), 'is not UTF-8; store the file as UTF-8');
  const zero = bytes.indexOf(ZERO);
  if (zero < 0) return bytes.toString('utf8');
  return wrongAt(bytes, bytes.lastIndexOf(LINE_FEED, zero) + 1, 'is not text: it has a byte 0, as binary files do');
}

/** Where the first line begins that is not UTF-8: a line break is never within a character. */
function notUtf8Line(bytes: Buffer): number {
  let start = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
    if (!isUtf8(bytes.subarray(start, end))) return start;
    start = end + 1;
  }
  return start;
}

function wrongAt(bytes: Buffer, lineStart: number, message: string): DocumentError {
  let line = 1;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0 && at < lineStart; at = bytes.indexOf(LINE_FEED, at + 1)) line += 1;
  return { path: '(document)', message, line, column: 1 };
}
