import type { Passage, TextSpan } from '../../core/document.js';

/** A passage is about a paragraph or a few: long enough to be found, short enough to be cited. */
const PASSAGE_MAX = 1200;

/** The parts of a Markdown text: paragraphs under one heading, joined while they are short. */
export function passagesOf(text: string, { start, end }: TextSpan): Passage[] {
  const found: Passage[] = [];
  let heading: string | null = null;
  for (const block of blocks(text, start, end)) {
    const title = /^#{1,6}\s+(.+?)\s*#*$/.exec(block.text)?.[1];
    if (title !== undefined) {
      heading = title;
      continue;
    }
    const last = found.at(-1);
    if (last?.heading === heading && last !== undefined && block.end - last.start <= PASSAGE_MAX) {
      found[found.length - 1] = { ...last, end: block.end, text: text.slice(last.start, block.end) };
    } else found.push(...pieces({ ...block, heading, isProse: true }));
  }
  return found;
}

/** The first heading of a Markdown text, or null. */
export function titleOf(text: string): string | null {
  return /^#{1,6}[ \t]+(.+?)[ \t]*#*$/m.exec(text)?.[1] ?? null;
}

/** Paragraphs, and headings by themselves. */
function blocks(text: string, from: number, until: number): (TextSpan & { text: string })[] {
  const found: (TextSpan & { text: string })[] = [];
  let start: number | null = null;
  let end = from;
  const close = () => {
    if (start !== null) found.push({ start, end, text: text.slice(start, end) });
    start = null;
  };
  for (const { 0: line, index } of text.slice(from, until).matchAll(/[^\r\n]*(?:\r\n|\n|\r|$)/g)) {
    const content = line.trimEnd();
    const isHeading = /^#{1,6}\s/.test(content);
    if (content.trim() === '' || isHeading) close();
    if (content.trim() === '') continue;
    start ??= from + index;
    end = from + index + content.length;
    if (isHeading) close();
  }
  close();
  return found;
}

/** A passage that is too long, cut after sentences, or where it must be. */
export function pieces(passage: Passage): Passage[] {
  const found: Passage[] = [];
  let { start } = passage;
  let rest = passage.text;
  while (rest.length > PASSAGE_MAX) {
    const cut = cutAt(rest);
    const text = rest.slice(0, cut).trimEnd();
    found.push({ ...passage, text, start, end: start + text.length });
    const next = rest.slice(cut).trimStart();
    start += rest.length - next.length;
    rest = next;
  }
  return [...found, { ...passage, text: rest, start, end: start + rest.length }];
}

function cutAt(text: string): number {
  const window = text.slice(0, PASSAGE_MAX);
  const sentence = Math.max(...['. ', '! ', '? ', '.\n', '\n'].map((mark) => window.lastIndexOf(mark) + 1));
  if (sentence > PASSAGE_MAX / 2) return sentence;
  const space = window.lastIndexOf(' ');
  return space > 0 ? space : PASSAGE_MAX;
}
