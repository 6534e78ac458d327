import type { fromMarkdown } from 'mdast-util-from-markdown';
import { BETWEEN_HEADINGS, type Sentence, type TextSpan } from '../../../core/document.js';
import type { Positions } from '../position.js';
import { partsOfParagraph } from './parts.js';
import { type PlainText, plainText } from './plain-text.js';
import { isAttribution, isInQuotationMarks, isSaidByQuotation, speaks } from './quotation.js';
import { signsOf } from './sign.js';
import { sentencesOf } from './split.js';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root['children'][number];
type Cell = Extract<Node, { type: 'tableCell' }>;

/** A heading that is longer is cut in the paths of what stands under it. */
const HEADING_MAX = 120;

/** The text that a syntax tree is of. */
export interface Source {
  text: string;
  positions: Positions;
}

/** What is known of the place of a block. */
interface Place {
  form: Sentence['form'];
  leadIn: string | null;
  list: string | null;
  /** How many quotes it stands in. */
  quotes: number;
  isQuoted: boolean;
  /** What the cell beside it says of it that has nothing but a sign. */
  sign: Sentence['sign'];
}

const AT_TOP: Place = { form: 'sentence', leadIn: null, list: null, quotes: 0, isQuoted: false, sign: null };

/** The sentences of the text of a syntax tree, in its order. Code and HTML say nothing. */
export function sentencesIn(nodes: readonly Node[], source: Source): Sentence[] {
  const walk = new Walk(source);
  walk.all(nodes, AT_TOP);
  return walk.found;
}

class Walk {
  readonly found: Sentence[] = [];
  readonly #source: Source;
  /** The headings that are open, by their level. */
  readonly #headings: { depth: number; title: string }[] = [];

  constructor(source: Source) {
    this.#source = source;
  }

  /** Blocks that stand side by side: one may lead to the next. */
  all(nodes: readonly Node[], place: Place): void {
    let leader: Sentence | undefined;
    for (const node of nodes) {
      const before = this.found.length;
      this.#one(node, place, leader);
      leader = node.type === 'paragraph' && this.found.length > before ? this.found.at(-1) : undefined;
    }
  }

  #one(node: Node, place: Place, leader: Sentence | undefined): void {
    switch (node.type) {
      case 'heading':
        this.#heading(node);
        break;
      case 'paragraph':
        this.#text(this.#spanOf(node.children, node), place);
        break;
      case 'list':
        this.#list(node, place, leader);
        break;
      case 'blockquote':
        this.#quote(node, place, leader);
        break;
      case 'table':
        this.#table(node, place);
    }
  }

  /** The first cell of a row names what the others say something of, each what its column is called. */
  #table({ children: [head, ...rows] }: Extract<Node, { type: 'table' }>, place: Place): void {
    const columns = (head?.children ?? []).map((cell) => this.#cell(cell, { ...place, form: 'cell' }));
    for (const { children } of rows) this.#row(children, columns, place);
  }

  #row([first, ...others]: readonly Cell[], columns: readonly (string | null)[], place: Place): void {
    if (first === undefined) return;
    const [mark, behind] = [this.#signAlone(first), this.#signAlone(others[0])];
    const name = this.#cell(first, { ...place, form: 'cell', sign: behind });
    const isWhole = name !== null && others.length + 1 === columns.length;
    for (const [at, cell] of others.entries()) {
      const column = columns[at + 1] ?? null;
      const leadIn = isWhole ? leadInOf(name, column, columns.length) : null;
      const said = leadIn === null ? { form: 'cell' as const } : { form: 'row' as const, leadIn, list: column };
      this.#cell(cell, { ...place, ...said, sign: at === 0 ? mark : null });
    }
  }

  /** What the sign says that a cell has nothing but: "| ❌ | Use `var` |". */
  #signAlone(cell: Cell | undefined): Sentence['sign'] {
    if (cell === undefined || cell.children.length === 0) return null;
    const text = plainText(this.#source.text, this.#spanOf(cell.children, cell), 0).text.trim();
    const { before, sign } = signsOf(text);
    return before === text.length ? sign : null;
  }

  /** What a cell says in one sentence; null where it has none or more. */
  #cell(cell: Cell, place: Place): string | null {
    if (cell.children.length === 0) return null;
    const before = this.found.length;
    this.#text(this.#spanOf(cell.children, cell), place);
    const [only, ...further] = this.found.slice(before);
    return only !== undefined && further.length === 0 && only.text.length <= HEADING_MAX ? only.text : null;
  }

  #heading({ depth, children }: Extract<Node, { type: 'heading' }>): void {
    while ((this.#headings.at(-1)?.depth ?? 0) >= depth) this.#headings.pop();
    const span = this.#spanOf(children, children[0]);
    const title = plainText(this.#source.text, span, 0).text.trim();
    this.#text(span, { ...AT_TOP, form: 'heading' });
    this.#headings.push({ depth, title: title.length > HEADING_MAX ? `${title.slice(0, HEADING_MAX)}…` : title });
  }

  #list({ children, ordered }: Extract<Node, { type: 'list' }>, place: Place, leader: Sentence | undefined): void {
    const isLed = leader?.text.endsWith(':') === true;
    if (leader !== undefined && (isLed || place.form === 'item' || place.form === 'step')) leader.leads = true;
    const leadIn = isLed ? (leader?.text.slice(0, -1).trimEnd() ?? null) : null;
    const form = ordered === true ? 'step' : 'item';
    // What is longer is no name of what is listed, and is not handed on with every item.
    const list = leadIn === null ? place.list : leadIn.length > HEADING_MAX ? null : leadIn;
    for (const item of children) this.all(item.children, { ...place, form, leadIn, list });
  }

  /** A quote is the word of somebody else where it says whose, or where what leads to it does. */
  #quote({ children }: Extract<Node, { type: 'blockquote' }>, place: Place, leader: Sentence | undefined): void {
    const last = children.at(-1);
    const span = last === undefined ? null : this.#spanOf([], last);
    const said = span === null ? '' : this.#source.text.slice(span.start, span.end);
    const isQuoted = place.isQuoted || isAttribution(said) || (leader !== undefined && speaks(leader.text));
    this.all(children, { ...place, form: 'sentence', leadIn: null, list: null, quotes: place.quotes + 1, isQuoted });
  }

  #text(span: TextSpan, place: Place): void {
    const box = BOXES.get(this.#source.text.slice(span.start, span.start + 3).toLowerCase()) ?? null;
    for (const { isNote, ...part } of partsOfParagraph(this.#source.text, span))
      this.#part(part, isNote ? { ...place, form: 'note', leadIn: null, list: null } : place, box);
  }

  #part(span: TextSpan, place: Place, box: Sentence['box']): void {
    const plain = plainText(this.#source.text, span, place.quotes);
    const heading = this.#headings.map(({ title }) => title).join(BETWEEN_HEADINGS);
    let last: Sentence | undefined;
    for (const whole of sentencesOf(plain.text)) {
      const signs = signsOf(plain.text.slice(whole.start, whole.end));
      const [start, end] = [whole.start + signs.before, whole.end - signs.behind];
      if (start >= end) {
        // A sign behind the full stop.
        if (last !== undefined) last.sign ??= signs.sign;
        continue;
      }
      const text = plain.text.slice(start, end).replace(/\s+/g, ' ');
      const isFirst = last === undefined;
      last = {
        ...{ text, heading, form: place.form, leads: false, ...placeOf(plain, { start, end }) },
        line: this.#source.positions.at(plain.at[start] ?? span.start).line,
        leadIn: isFirst ? place.leadIn : null,
        ...{ list: place.list, isFirst },
        isQuoted: place.isQuoted || isInQuotationMarks(text) || isSaidByQuotation(text),
        ...{ sign: signs.sign ?? (isFirst ? place.sign : null), box },
      };
      this.found.push(last);
    }
  }

  /** From the first to the last of some nodes; where there are none, that of what they would be in. */
  #spanOf(nodes: readonly Positioned[], whole: Positioned | undefined): TextSpan {
    const [first, last] = [nodes[0] ?? whole, nodes.at(-1) ?? whole];
    return { start: first?.position?.start.offset ?? 0, end: last?.position?.end.offset ?? 0 };
  }
}

/** What a cell is about: "Enum", in a table of three columns and more "Enum, Package". */
function leadInOf(name: string, column: string | null, columns: number): string | null {
  if (columns === 2) return name;
  return column === null ? null : `${name}, ${column}`;
}

const BOXES: ReadonlyMap<string, 'open' | 'done'> = new Map([
  ['[ ]', 'open'],
  ['[x]', 'done'],
]);

type Positioned = Pick<Node, 'position'>;

function placeOf({ at }: PlainText, { start, end }: TextSpan): TextSpan {
  return { start: at[start] ?? 0, end: (at[end - 1] ?? 0) + 1 };
}
