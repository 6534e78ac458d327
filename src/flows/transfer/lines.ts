import { isUtf8 } from 'node:buffer';

/** One line of a stream, and the bytes that it had, its end included. */
export interface Line {
  number: number;
  bytes: Buffer;
  /** Null where the bytes are not UTF-8, or more than a line may have. */
  text: string | null;
}

const NEWLINE = 0x0a;

/** Longest line, in bytes. A row holds a document's passage or a decision with all that it compared. */
export const LINE_BYTES_MAX = 8 * 1024 * 1024;

/**
 * The lines of a stream, in time linear in its length. Of a line that is too long the rest is passed over; a last line
 * needs no end.
 */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 0;
  const end = (): Line => {
    number += 1;
    const isTooLong = length > LINE_BYTES_MAX;
    const bytes = Buffer.concat(parts);
    parts = [];
    length = 0;
    return { number, bytes, text: isTooLong || !isUtf8(bytes) ? null : bytes.toString().trimEnd() };
  };
  const add = (part: Buffer) => {
    length += part.length;
    if (length <= LINE_BYTES_MAX + 1) parts.push(part);
  };
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, from)) {
      add(bytes.subarray(from, at + 1));
      yield end();
      from = at + 1;
    }
    if (from < bytes.length) add(bytes.subarray(from));
  }
  if (length > 0) yield end();
}
