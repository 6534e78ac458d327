import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import type { TextSpan } from '../../core/document.js';

/** Passages are cut between blocks; what stands inside a line is read by `plainText`, in linear time. */
const INLINE = [
  ...['attention', 'autolink', 'characterEscape', 'characterReference', 'codeText', 'definition', 'hardBreakEscape'],
  ...['hardBreakTrailing', 'htmlText', 'labelEnd', 'labelStartImage', 'labelStartLink'],
];
const OPTIONS = {
  extensions: [gfmTable(), { disable: { null: INLINE } }],
  mdastExtensions: [gfmTableFromMarkdown()],
};

export type Node = ReturnType<typeof fromMarkdown>['children'][number];
type Divided = Extract<Node, { type: 'list' | 'table' }>;

/** Characters that the parser sees at once: for each it holds several hundred bytes until it is done. */
const PIECE = 32_000;

/**
 * The blocks at the top of a Markdown text, as the parser finds them in the whole, with offsets into `text`. The parser
 * sees a piece at a time: what it finds there is complete but for the last block, with which the next piece begins. Of a
 * list or a table that is longer, that is the last item or row.
 */
export function blocksAtTop(text: string, { start, end }: TextSpan, piece = PIECE): Node[] {
  const found: Node[] = [];
  let cut: Cut = { at: start, header: '', open: null };
  for (let size = piece; cut.at < end; ) {
    const until = endOfLine(text, Math.min(cut.at + size, end), end);
    const children = parsedPiece(text, cut, until);
    const next = until === end ? { at: end, header: '', open: null } : cutIn(children, text, cut, until);
    if (next.at === cut.at) {
      size *= 2;
      continue;
    }
    joined(found, cut.open, children);
    cut = next;
    size = piece;
  }
  return found;
}

/** Where the next piece begins, and what it goes on with. */
interface Cut {
  at: number;
  /** The lines of a table that stand before its rows. */
  header: string;
  open: Divided['type'] | null;
}

/** A line end in front of a piece keeps the parser from taking anything in it for a byte order mark. */
function parsedPiece(text: string, { at, header }: Cut, until: number): Node[] {
  const before = `\n${header}`;
  const { children } = fromMarkdown(before + text.slice(at, until), OPTIONS);
  moveAll(children, at - before.length);
  return children;
}

/** Adds the blocks of a piece; the first goes on with the last of the piece before, where that was cut. */
function joined(found: Node[], open: Cut['open'], children: Node[]): void {
  const last = found.at(-1);
  const [first] = children;
  const goesOn = open !== null && last?.type === open && first?.type === open;
  if (goesOn) {
    const more = open === 'table' ? first.children.slice(1) : first.children;
    add<unknown>(last.children, more);
    if (last.position !== undefined && first.position !== undefined) last.position.end = first.position.end;
  }
  add(found, goesOn ? children.slice(1) : children);
}

/** A piece may hold more blocks than a call takes arguments. */
function add<T>(to: T[], from: readonly T[]): void {
  for (const one of from) to.push(one);
}

/** Leaves out of the blocks of a piece what may go on behind it. It begins where the piece does if there is nothing else. */
function cutIn(children: Node[], text: string, cut: Cut, until: number): Cut {
  const last = children.at(-1);
  if (last === undefined || isClosed(last, text, until)) return { at: until, header: '', open: null };
  if (children.length > 1) {
    children.pop();
    return { at: lineOf(last, text), header: '', open: null };
  }
  return isDivided(last) ? cutWithin(last, text, cut) : { ...cut };
}

function isDivided(node: Node): node is Divided {
  return node.type === 'list' || node.type === 'table';
}

/** The head of a table stays with it, and one more item or row. */
function cutWithin(node: Divided, text: string, cut: Cut): Cut {
  const { children } = node;
  const least = node.type === 'table' ? 2 : 1;
  const last = children.at(-1);
  if (last === undefined || children.length <= least) return { ...cut };
  const at = lineOf(last, text);
  const header = node.type === 'table' ? headerOf(node, text, cut) : '';
  children.pop();
  if (node.position !== undefined) node.position.end = { ...endOf(children.at(-1)) };
  return { at, header, open: node.type };
}

function headerOf(table: Divided, text: string, cut: Cut): string {
  const [, first] = table.children;
  if (cut.open === 'table' || first === undefined) return cut.header;
  return text.slice(lineOf(table, text), lineOf(first, text));
}

const ENDED_BY_A_BLANK_LINE = ['heading', 'paragraph', 'table', 'thematicBreak'];
const LINE_END = /\r\n?|\n/g;

/** Whether a blank line stands behind it that ends it. */
function isClosed(node: Node, text: string, until: number): boolean {
  if (!ENDED_BY_A_BLANK_LINE.includes(node.type)) return false;
  const behind = text.slice(endOf(node).offset ?? until, until);
  return (behind.match(LINE_END)?.length ?? 0) > 1;
}

interface Placed {
  position?: Node['position'];
}

function endOf(node: Placed | undefined): NonNullable<Node['position']>['end'] {
  return node?.position?.end ?? { line: 1, column: 1, offset: 0 };
}

/** Where the line begins on which a node does. */
function lineOf(node: Placed, text: string): number {
  let at = node.position?.start.offset ?? 0;
  while (at > 0 && !'\r\n'.includes(text[at - 1] ?? '')) at -= 1;
  return at;
}

/** Behind the first line end from here on. */
function endOfLine(text: string, from: number, end: number): number {
  LINE_END.lastIndex = from;
  const found = LINE_END.exec(text);
  return found === null ? end : Math.min(end, found.index + found[0].length);
}

/** Moves nodes and all inside them by so many characters, without calling itself. */
function moveAll(nodes: readonly Node[], by: number): void {
  const left: Node[] = [...nodes];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    const { position } = node;
    if (position !== undefined) {
      const { start, end } = position;
      node.position = { start: moved(start, by), end: moved(end, by) };
    }
    if ('children' in node) for (const child of node.children) left.push(child as Node);
  }
}

function moved<P extends { offset?: number | undefined }>(point: P, by: number): P {
  return { ...point, offset: (point.offset ?? 0) + by };
}
