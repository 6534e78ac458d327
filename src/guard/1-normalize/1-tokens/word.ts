import type { Lexicon } from '../../../core/lexicon.js';
import type { ConditionKind } from '../../../core/norm.js';
import type { Quantity } from '../../../core/quantity.js';

/** What a word does in its clause. Only `content` words reach the frame. */
export type Use = 'content' | 'function' | 'modality' | 'negation' | 'scope' | 'time' | 'mark';

/** One word of a statement while it is being read. `start` and `end` are offsets in the raw text, end exclusive. */
export interface Word {
  text: string;
  lower: string;
  lemma: string;
  start: number;
  end: number;
  kind: 'word' | 'number' | 'code' | 'name' | 'mark';
  capital: boolean;
  use: Use;
  role: 'agent' | 'rest' | 'condition';
  /** What it says where it opens a condition. */
  opens: ConditionKind | null;
  /** Value class and canonical form, where the word is a value. */
  valueClass: string | null;
  canonical: string | null;
  /** Inside quotation marks: the word is spoken of, and says nothing itself. */
  isMentioned: boolean;
  /** Another word of the text is read as this one: "owns" as "owner". */
  isStandIn: boolean;
  /** Set where it is a number. */
  quantity: Quantity | null;
}

/** A copy with something changed. Written out key by key: copies by spread are of many shapes, which are slow to read. */
export function changed(word: Word, change: Partial<Word>): Word {
  const copy: Word = {
    text: word.text,
    lower: word.lower,
    lemma: word.lemma,
    start: word.start,
    end: word.end,
    kind: word.kind,
    capital: word.capital,
    use: word.use,
    role: word.role,
    valueClass: word.valueClass,
    canonical: word.canonical,
    quantity: word.quantity,
    opens: word.opens,
    isMentioned: word.isMentioned,
    isStandIn: word.isStandIn,
  };
  return Object.assign(copy, change);
}

/** Words are changed while they are read, so two clauses have none in common. */
export function copied(words: readonly Word[]): Word[] {
  return words.map((word) => changed(word, {}));
}

/** One word made of several neighbours, which it replaces. */
export function joined(words: readonly Word[], change: Partial<Word>): Word {
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('nothing to join');
  return changed(first, { lower: words.map((word) => word.lower).join(' '), end: last.end, ...change });
}

/** Reads a word as another one, which stands in its place. */
export function readAs(word: Word, form: string): void {
  Object.assign(word, { lower: form, lemma: form, isStandIn: true });
}

export function isWord(word: Word | undefined, ...forms: readonly string[]): boolean {
  return word !== undefined && forms.includes(word.lower);
}

/** Whether it is a word of a list. */
export function isAmong(word: Word | undefined, list: ReadonlySet<string>): boolean {
  return word !== undefined && list.has(word.lower);
}

/** Whether it is of one of some kinds of function word. */
export function isOfKind(
  word: Word | undefined,
  { kinds }: Pick<Lexicon, 'kinds'>,
  ...names: readonly (keyof Lexicon['kinds'])[]
): boolean {
  return word !== undefined && names.some((name) => kinds[name].has(word.lower));
}

/** "the king's", "users'" */
export function isOwner({ text }: Word): boolean {
  return /['’]s?$/.test(text);
}
