import type { TextSpan } from '../core/document.js';

/** Where a text names somebody or something. */

const WORD = /[\p{L}\p{N}\p{M}]/u;
const ARTICLE = /^(?:the|a|an) /i;

/**
 * Where one of these names stands in a text, as a word of its own and in the letters that it is written in; of names
 * that overlap the longest. An article that begins a name may be missing or be written small; a line may end within it.
 */
export function mentionsOf(passage: string, names: readonly string[]): TextSpan[] {
  const text = passage.replace(/\s/gu, ' ');
  const bare = [...new Set(names.map((name) => name.trim().replace(ARTICLE, '')).filter((name) => name !== ''))];
  const found: TextSpan[] = [];
  for (const name of bare.sort((a, b) => b.length - a.length)) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      if (isWhole(text, at, at + name.length)) found.push({ start: at, end: at + name.length });
    }
  }
  return withoutOverlaps(found);
}

function isWhole(text: string, start: number, end: number): boolean {
  return !WORD.test(before(text, start)) && !WORD.test(String.fromCodePoint(text.codePointAt(end) ?? 0x20));
}

function before(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff;
  return text.slice(Math.max(0, at - (isLow ? 2 : 1)), at);
}

/** In order; a longer one goes before a shorter one that it overlaps. */
function withoutOverlaps(spans: readonly TextSpan[]): TextSpan[] {
  const inOrder = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: TextSpan[] = [];
  for (const span of inOrder) if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  return kept;
}

/** The sentence of a text that a place in it belongs to, without the white space around it. */
export function sentenceAround(text: string, { start, end }: TextSpan): TextSpan {
  const from = lastEnd(text, start);
  const until = nextEnd(text, end);
  const piece = text.slice(from, until);
  const lead = piece.length - piece.trimStart().length;
  return { start: from + lead, end: from + lead + piece.trim().length };
}

const ENDS = ['. ', '! ', '? ', '.\n', '!\n', '?\n', '\n\n'];

function lastEnd(text: string, at: number): number {
  const ends = ENDS.map((mark) => [text.lastIndexOf(mark, at - mark.length), mark.length] as const);
  return Math.max(0, ...ends.map(([found, length]) => (at === 0 || found < 0 ? 0 : found + length)));
}

function nextEnd(text: string, at: number): number {
  const ends = ENDS.map((mark) => text.indexOf(mark, Math.max(0, at - 1)));
  return Math.min(text.length, ...ends.map((found) => (found < 0 ? text.length : found + 1)));
}

/** The line of a document on which a place in a passage stands; null where that of the passage is not known. */
export function lineAt(line: number | null, text: string, at: number): number | null {
  if (line === null) return null;
  let lines = line;
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', next + 1)) lines += 1;
  return lines;
}
