import type { TextSpan } from '../../core/document.js';
import type { Block } from './block.js';
import { isBlank, linesOf, trimmed } from './lines.js';

const LEVELS_MAX = 6;

/**
 * The blocks of a Markdown text that isn't parsed: what stands between blank lines, and lines that begin with # marks.
 * Linear in the text, whatever stands in it.
 */
export function plainBlocks(text: string, span: TextSpan): Block[] {
  const found: Block[] = [];
  let open: TextSpan[] = [];
  for (const line of linesOf(text, span)) {
    const content = trimmed(text, line);
    const isEmpty = content.start === content.end;
    const title = isEmpty ? null : headingAt(text, content);
    if (isEmpty || title !== null) {
      found.push(...paragraph(open));
      open = [];
    }
    if (title !== null) found.push({ ...content, title });
    else if (!isEmpty) open.push(content);
  }
  return [...found, ...paragraph(open)];
}

function paragraph(lines: readonly TextSpan[]): Block[] {
  const [first, last] = [lines[0], lines.at(-1)];
  return first === undefined || last === undefined ? [] : [{ start: first.start, end: last.end, title: null }];
}

/** What follows one to six # marks and white space, without the # marks that close it; null for any other line. */
function headingAt(text: string, { start, end }: TextSpan): string | null {
  let from = start;
  while (from < end && text[from] === '#') from += 1;
  const level = from - start;
  if (level === 0 || level > LEVELS_MAX || !(from === end || isBlank(text, from))) return null;
  let until = end;
  while (until > from && text[until - 1] === '#') until -= 1;
  return text.slice(from, until > from && isBlank(text, until - 1) ? until : end).trim();
}
