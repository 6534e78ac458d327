import type { Lexicon } from '../../core/lexicon.js';
import { wordOf } from './tokenize.js';
import { isWord, type Word } from './word.js';

const RESERVED = ['confined', 'limited', 'reserved', 'restricted'];
const CLOSED = ['closed', 'forbidden', 'limits', 'off-limits'];
const EVERYONE = ['all', 'anybody', 'anyone', 'everybody', 'everyone'];
const BUT = ['besides', 'but', 'except'];
const GROUP_MAX = 3;

/** Whose right it is, what it is a right to, and whether others have it too. */
interface Right {
  group: readonly Word[];
  thing: readonly Word[];
  isDenied: boolean;
  /** What one does with the thing, where that is not to enter it. */
  verb?: string;
}

const THING_MAX = 8;

/**
 * A right that one group has, in the words of a plain one: "Access to the vault is restricted to directors", "Entering
 * the vault is reserved for directors", "The vault is off limits to everyone but directors", "The vault is for directors
 * only" as "Only directors can access the vault". Where that is denied everyone has the right.
 */
export function foldReserved(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const end = words.at(-1)?.kind === 'mark' ? words.length - 1 : words.length;
  const said = words.slice(0, end);
  const right = reservedTo(said) ?? closedToOthers(said) ?? forOnly(said);
  const first = right?.group[0];
  if (right === null || first === undefined) return words;
  const act = actOf(right.thing, lexicon);
  if (act === null || !isGroup(right.group, lexicon)) return words;
  const as = (form: string) => ({ ...wordOf(form, first.start, form, lexicon), end: first.end });
  const holders = right.isDenied ? [as('everyone')] : [as('only'), ...right.group];
  return [...holders, as('can'), as(right.verb ?? act.verb), ...act.rest, ...words.slice(end)];
}

/** "… is restricted to directors" */
function reservedTo(words: readonly Word[]): Right | null {
  const at = words.findIndex((word, index) => isWord(word, ...RESERVED) && isWord(words[index + 1], 'to', 'for'));
  const isDenied = isWord(words[at - 1], 'not');
  const be = isDenied ? at - 2 : at - 1;
  const [first] = words;
  const isAct = isWord(first, 'access', 'entry')
    ? isWord(words[1], 'to')
    : first?.lower.endsWith('ing') === true && be > 1;
  if (!isAct || be < 1 || !isWord(words[be], 'is')) return keptFor(words);
  return { group: words.slice(at + 2), thing: words.slice(0, be), isDenied };
}

/** "The gate is reserved for ambulances (only)" */
function keptFor(words: readonly Word[]): Right | null {
  const at = words.findIndex((word, index) => isWord(word, 'reserved') && isWord(words[index + 1], 'for'));
  const thing = words.slice(0, at - 1);
  const end = isWord(words.at(-1), 'only') ? words.length - 1 : words.length;
  const isPlain = thing.length > 0 && thing.length <= THING_MAX && isWord(words[at - 1], 'is', 'are');
  return isPlain ? { group: words.slice(at + 2, end), thing, isDenied: false, verb: 'use' } : null;
}

/** "… is off limits to everyone but directors" */
function closedToOthers(words: readonly Word[]): Right | null {
  const at = words.findIndex((word, index) => isWord(word, 'to', 'for') && isWord(words[index + 1], ...EVERYONE));
  const be = words.findIndex((word) => isWord(word, 'is', 'are'));
  if (be < 1 || at < be || !isWord(words[at - 1], ...CLOSED) || !isWord(words[at + 2], ...BUT)) return null;
  const group = words.slice(isWord(words[at + 3], 'for') ? at + 4 : at + 3);
  return { group, thing: words.slice(0, be), isDenied: false };
}

/** "… is for directors only" */
function forOnly(words: readonly Word[]): Right | null {
  const be = words.findIndex((word) => isWord(word, 'is', 'are'));
  if (be < 1 || !isWord(words[be + 1], 'for') || !isWord(words.at(-1), 'only')) return null;
  return { group: words.slice(be + 2, -1), thing: words.slice(0, be), isDenied: false };
}

/** "directors", "the board": no amounts, and nothing that is a condition of its own. */
function isGroup(group: readonly Word[], { kinds, conditions }: Lexicon): boolean {
  if (group.length > GROUP_MAX) return false;
  return group.every(
    ({ kind, lower }) =>
      kind === 'word' && !kinds.prepositions.has(lower) && (lower === 'the' || !conditions.has(lower)),
  );
}

/** "Access to the vault" as "access the vault", "Entering the vault" as "enter the vault", a thing as "access" to it. */
function actOf(thing: readonly Word[], lexicon: Lexicon): { verb: string; rest: readonly Word[] } | null {
  const [first, second] = thing;
  if (first === undefined || thing.some(({ kind }) => kind === 'mark')) return null;
  if (isWord(first, 'access', 'entry') && isWord(second, 'to')) return { verb: 'access', rest: thing.slice(2) };
  const isGerund = first.lower.endsWith('ing') && lexicon.verbs.has(first.lemma);
  return isGerund ? { verb: first.lemma, rest: thing.slice(1) } : { verb: 'access', rest: thing };
}
