import type { Sentence, TextSpan } from '../../core/document.js';
import type { Block } from './block.js';
import { afterBlanks, isBlank, linesOf } from './lines.js';
import { blocksAtTop, type Node } from './markdown-tree.js';
import { Positions } from './position.js';
import { sentencesIn } from './prose/sentences.js';

/** Quotes and lists inside one another. The parser calls itself for each, and takes time for each on every line. */
export const NESTING_MAX = 100;

/** What a Markdown text consists of. */
export interface Parsed {
  blocks: Block[];
  sentences: Sentence[];
}

/**
 * The blocks and sentences of a Markdown text by its syntax tree: CommonMark with the tables of GFM. A block that is longer
 * than `longest` is taken apart, into the items of a list or the rows of a table. Null where it nests too deeply to be
 * parsed. Takes long for a long text, so it is not for the thread that answers requests.
 */
export function parsedMarkdown(text: string, span: TextSpan, longest: number): Parsed | null {
  if (nestsTooDeeply(text, span)) return null;
  // The parser would take it for a byte order mark of the whole, and not count it.
  const start = text[span.start] === '\uFEFF' ? span.start + 1 : span.start;
  try {
    const children = blocksAtTop(text, { start, end: span.end });
    const blocks = blocksOf(children, { text, longest });
    return { blocks, sentences: sentencesIn(children, { text, positions: new Positions(text) }) };
  } catch (error) {
    // The stack of the parser is used up.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Source {
  text: string;
  longest: number;
}

/** In the order of the text, without calling itself for what stands inside. */
function blocksOf(nodes: readonly Node[], source: Source): Block[] {
  const found: Block[] = [];
  const open: Iterator<Node>[] = [nodes.values()];
  for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
    const { value: node, done } = inner.next();
    if (done === true) open.pop();
    else if (isDivided(node) && lengthOf(node) > source.longest) open.push(node.children.values());
    else if (node.type === 'heading') found.push({ ...spanOf(node), title: titleOf(node.children, source) });
    else if (node.type !== 'thematicBreak') found.push({ ...spanOf(node), title: null });
  }
  return found;
}

const DIVIDED = ['blockquote', 'list', 'listItem', 'table'] as const;

function isDivided(node: Node): node is Extract<Node, { type: (typeof DIVIDED)[number] }> {
  return DIVIDED.some((type) => node.type === type) && 'children' in node && node.children.length > 0;
}

function titleOf(nodes: readonly Node[], source: Source): string {
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first === undefined || last === undefined) return '';
  return source.text.slice(spanOf(first).start, spanOf(last).end);
}

function lengthOf(node: Node): number {
  const { start, end } = spanOf(node);
  return end - start;
}

function spanOf({ position }: Node): TextSpan {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
}

/** Whether a line begins with so many marks of quotes and lists that the parser had better not see it. */
function nestsTooDeeply(text: string, span: TextSpan): boolean {
  for (const line of linesOf(text, span)) if (depthOf(text, line) > NESTING_MAX) return true;
  return false;
}

function depthOf(text: string, { start, end }: TextSpan): number {
  let depth = 0;
  for (let at = start; depth <= NESTING_MAX; depth += 1) {
    const next = afterMark(text, { start: afterBlanks(text, { start: at, end }), end });
    if (next === null) return depth;
    at = next;
  }
  return depth;
}

/** What follows the mark of a quote or of an item of a list; null where there is none. */
function afterMark(text: string, { start, end }: TextSpan): number | null {
  if (start >= end) return null;
  if (text[start] === '>') return start + 1;
  const mark = afterDigits(text, { start, end });
  const isItem = mark === start ? '-+*'.includes(text[mark] ?? '') : '.)'.includes(text[mark] ?? '');
  return mark < end && isItem && (mark + 1 === end || isBlank(text, mark + 1)) ? mark + 1 : null;
}

function afterDigits(text: string, { start, end }: TextSpan): number {
  let at = start;
  while (at < end && /[0-9]/.test(text[at] ?? '')) at += 1;
  return at;
}
