import type { TextSpan } from '../../core/document.js';
import { linesOf, trimmed } from './lines.js';

/** The parts of a Markdown document: its fields, and its text. */
export interface Parts {
  front: TextSpan;
  body: TextSpan;
}

/**
 * Finds the front matter: from a first line `---` to the next line `---` or `...`, as in YAML. Empty where the document
 * doesn't begin so; null where it has no end. A byte order mark is no part of either.
 */
export function partsOf(content: string): Parts | null {
  const start = content.startsWith('\uFEFF') ? 1 : 0;
  const lines = linesOf(content, { start, end: content.length });
  const { value: first, done } = lines.next();
  const end = content.length;
  // What is not even ended by a line break opens nothing.
  if (done === true || !isMark(content, first, '---') || first.end === end) {
    return { front: { start, end: start }, body: { start, end } };
  }
  const opening = endingOf(content, first.end);
  for (const line of lines) {
    if (!isMark(content, line, '---', '...')) continue;
    return { front: { start: opening, end: line.start }, body: { start: line.end, end } };
  }
  return null;
}

const STATUS = /^status[ \t]*:[ \t]*["']?/i;

/** What the front matter says that the status of the document is; null where it says nothing of it. */
export function statusOf(content: string): string | null {
  const front = partsOf(content)?.front ?? { start: 0, end: 0 };
  for (const { start, end } of linesOf(content, front)) {
    const line = content.slice(start, end);
    const label = STATUS.exec(line)?.[0];
    if (label !== undefined) return line.slice(label.length);
  }
  return null;
}

/** Where the line after one that ends at an offset begins. */
function endingOf(content: string, at: number): number {
  return content.startsWith('\r\n', at) ? at + 2 : at + 1;
}

function isMark(content: string, line: TextSpan, ...marks: readonly string[]): boolean {
  const { start, end } = trimmed(content, line);
  return start === line.start && marks.includes(content.slice(start, end));
}
