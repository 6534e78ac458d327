import type { Passage, TextSpan } from '../../core/document.js';
import type { Block } from './block.js';
import { trimmed } from './lines.js';

/** A passage is about a paragraph or a few: long enough to be found, short enough to be cited. In UTF-16 code units. */
export const PASSAGE_MAX = 1200;
/** A heading that is longer is cut, as every passage under it has it. */
const HEADING_MAX = 200;

/** The passages of a Markdown text, by its blocks: those under one heading, joined while they are short. */
export function passagesOf(text: string, blocks: readonly Block[]): Passage[] {
  const found: Passage[] = [];
  let heading: string | null = null;
  let isOpen = false;
  for (const { title, start, end } of blocks) {
    if (title !== null) {
      heading = headingOf(title);
      isOpen = false;
      continue;
    }
    const last = found.at(-1);
    if (isOpen && last !== undefined && end - last.start <= PASSAGE_MAX) {
      // A block may end with a line break: the code of a fence that nobody closed.
      const joined = trimmed(text, { start: last.start, end });
      found[found.length - 1] = { ...last, ...joined, text: text.slice(joined.start, joined.end) };
    } else found.push(...pieces({ start, end, text: text.slice(start, end), heading, isProse: true }));
    isOpen = true;
  }
  return found;
}

/** What the first heading that says something says, or null. */
export function titleOf(blocks: readonly Block[]): string | null {
  for (const { title } of blocks) {
    const heading = title === null ? null : headingOf(title);
    if (heading !== null) return heading;
  }
  return null;
}

function headingOf(title: string): string | null {
  const plain = title.trim().split(/\s+/u).join(' ');
  if (plain.length > HEADING_MAX) return `${plain.slice(0, beforePair(plain, HEADING_MAX))}…`;
  return plain === '' ? null : plain;
}

/** A passage that is too long, cut after sentences, or where it must be; without the white space around the pieces. */
export function pieces(passage: Passage): Passage[] {
  const found: Passage[] = [];
  let rest = trimmed(passage.text, { start: 0, end: passage.text.length });
  while (rest.start < rest.end) {
    const piece = trimmed(passage.text, { start: rest.start, end: cutAt(passage.text, rest) });
    const [start, end] = [passage.start + piece.start, passage.start + piece.end];
    found.push({ ...passage, start, end, text: passage.text.slice(piece.start, piece.end) });
    rest = trimmed(passage.text, { start: piece.end, end: rest.end });
  }
  return found;
}

const SENTENCE_ENDS = ['. ', '! ', '? ', '.\n', '\n'];

/** Where the first piece of a part of a text ends. */
function cutAt(text: string, { start, end }: TextSpan): number {
  if (end - start <= PASSAGE_MAX) return end;
  const window = text.slice(start, start + PASSAGE_MAX);
  const sentence = Math.max(...SENTENCE_ENDS.map((mark) => window.lastIndexOf(mark) + 1));
  if (sentence > PASSAGE_MAX / 2) return start + sentence;
  const space = window.lastIndexOf(' ');
  return space > 0 ? start + space : beforePair(text, start + PASSAGE_MAX);
}

/** The offset, or the one before it where two units of one character meet. */
function beforePair(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? at - 1 : at;
}
