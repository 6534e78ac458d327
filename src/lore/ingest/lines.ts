import type { TextSpan } from '../../core/document.js';

/** The lines of a part of a text, without their endings. Lines end with \n, \r\n or \r. */
export function* linesOf(text: string, { start, end }: TextSpan): Generator<TextSpan> {
  let from = start;
  for (let at = start; at < end; at += 1) {
    if (!isEnding(text, at)) continue;
    yield { start: from, end: at };
    if (text[at] === '\r' && at + 1 < end && text[at + 1] === '\n') at += 1;
    from = at + 1;
  }
  if (from < end) yield { start: from, end };
}

function isEnding(text: string, at: number): boolean {
  return text[at] === '\n' || text[at] === '\r';
}

/** The offset of the first character from `start` on that is neither a space nor a tab; `end` where there is none. */
export function afterBlanks(text: string, { start, end }: TextSpan): number {
  let at = start;
  while (at < end && isBlank(text, at)) at += 1;
  return at;
}

export function isBlank(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\t';
}

/** A part of a text without the white space around it; empty where there is nothing else. */
export function trimmed(text: string, { start, end }: TextSpan): TextSpan {
  const part = text.slice(start, end);
  const until = start + part.trimEnd().length;
  return { start: until === start ? start : end - part.trimStart().length, end: until };
}
