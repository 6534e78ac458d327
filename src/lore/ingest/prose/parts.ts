import type { TextSpan } from '../../../core/document.js';
import { afterBlanks, linesOf } from '../lines.js';

/** A part of a paragraph that is read by itself. */
export interface Part extends TextSpan {
  /** Whether it is the text of a footnote. */
  isNote: boolean;
}

const NOTE = /^\[\^[^\]\s]{1,80}\]:/;
/** "[!warning]", "[!tip]-": of what kind a quote is. */
const CALLOUT = /^\[![a-z][a-z_-]{0,30}\][+-]?/i;
/** ":::note", ":::tip[Title]", ":::": where a note that stands out begins and ends. */
const FENCE = /^:{3,10}(?: ?[a-z][a-z_-]{0,30})?(?=[\s[{]|$)/i;
const MARK_MAX = 100;

/**
 * The parts of a paragraph: footnotes, each by itself, and what stands in a note that stands out, without the marks of both. A
 * title on the line of such a mark is a part of its own.
 */
export function partsOfParagraph(text: string, span: TextSpan): Part[] {
  const parts: Part[] = [];
  let open: Part | null = null;
  for (const line of linesOf(text, span)) {
    const start = beginning(text, line);
    const mark = text.slice(start, Math.min(line.end, start + MARK_MAX));
    const note = NOTE.exec(mark)?.[0].length ?? 0;
    const title =
      (parts.length === 0 ? CALLOUT.exec(mark)?.[0].length : undefined) ?? FENCE.exec(mark)?.[0].length ?? 0;
    if (note > 0 || title > 0 || open === null) {
      open = { start: start + note + title, end: line.end, isNote: note > 0 };
      parts.push(open);
    } else open.end = line.end;
    if (title > 0) open = null;
  }
  return parts;
}

/** Where the words of a line begin, behind the marks of quotes. */
function beginning(text: string, { start, end }: TextSpan): number {
  let at = afterBlanks(text, { start, end });
  while (at < end && text[at] === '>') at = afterBlanks(text, { start: at + 1, end });
  return at;
}
