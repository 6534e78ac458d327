import { z } from 'zod';
import type { Opposition } from './filler.js';
import { inflect, withS } from './inflect.js';
import { MEMBERS_MAX, SLOT } from './meaning.js';
import { baseForm, type Forms, stem } from './stem.js';

const words = z.array(z.string().min(1));
const wordsByName = z.record(z.string(), words);
/** A pair that leaves no third possibility; one that does; acts that undo each other; what is done to different things. */
const kind = z.enum(['complementary', 'contrary', 'reversal', 'converse']);
const poles = z.strictObject({ negative: words, positive: words });

export const oppositionsFile = z.record(z.string(), poles.extend({ kind }));
/** Prefix → the words that it makes the opposite of. */
export const prefixesFile = z.strictObject({
  complementary: wordsByName,
  contrary: wordsByName,
  reversal: wordsByName,
});
/** `reversal`: the two are acts that may well follow one another. */
export const statesFile = z.record(z.string(), poles.extend({ reversal: z.literal(true).optional() }));
/** Word → other spellings; what is read as that word anywhere; what is so only where it is the verb of its clause. */
export const synonymsFile = z.strictObject({ spellings: wordsByName, verbs: wordsByName, words: wordsByName });

/** Sets of states of a thing, each with the words of its members by name, of which likely one holds at a time; words of one member say the same. */
export const alternativesFile = z.record(
  z.string(),
  wordsByName.refine((members) => Object.keys(members).length <= MEMBERS_MAX),
);

/** A kind of thing → nouns for what is of it: pet → cat, dog. */
export const hypernymsFile = wordsByName;

type Poles = z.infer<typeof poles>;
type Oppositions = z.infer<typeof oppositionsFile>;
type Prefixes = z.infer<typeof prefixesFile>;
type States = z.infer<typeof statesFile>;
type Synonyms = z.infer<typeof synonymsFile>;

/** One word of a pair of opposites. Two words of one family with other poles exclude each other. */
export interface Opposite {
  family: string;
  /** How the two lie where the word decides. */
  opposition: Opposition;
  /** Whether it is an act that the other one undoes: of one thing both may be done. */
  isReversal: boolean;
  negative: boolean;
}

/** Other spellings of a word: those listed, and the American one of every verb in -ise. */
export function spellings(file: Synonyms, verbs: ReadonlySet<string>): Map<string, string> {
  const found = new Map(aliases(file.spellings));
  for (const verb of verbs) {
    const american = verb.replace(/ise$/, 'ize');
    if (american === verb || !verbs.has(american)) continue;
    found.set(american, verb);
    found.set(american.replace(/e$/, 'ation'), verb.replace(/e$/, 'ation'));
  }
  return found;
}

/** The single words that are read as another one anywhere. */
export function singleSynonyms(file: Synonyms): Map<string, string> {
  return new Map(aliases(file.words).filter(([alias]) => !alias.includes(' ')));
}

/** Verbs that stand for another one where they are the verb of their clause. */
export function verbSynonyms(file: Synonyms): Map<string, string> {
  return new Map(aliases(file.verbs).filter(([alias]) => !alias.includes(' ')));
}

/** Expressions of several words with the word for them, in each of their forms: "turned off" is "disabled". */
export function longSynonyms(file: Synonyms, irregular: ReadonlyMap<string, string>): [string, readonly string[]][] {
  const nouns = aliases(file.words).filter(([alias]) => alias.includes(' '));
  const verbs = aliases(file.verbs).filter(([alias]) => alias.includes(' '));
  return [
    ...nouns.flatMap(([alias, name]): [string, readonly string[]][] => [
      [alias, [name]],
      [withS(alias), [withS(name)]],
    ]),
    ...verbs.flatMap(([alias, name]) => inflected(alias, name, irregular)),
  ];
}

function inflected(alias: string, name: string, irregular: ReadonlyMap<string, string>): [string, string[]][] {
  const [verb = alias, ...rest] = alias.split(' ');
  const from = inflect(verb, irregular);
  const to = inflect(name, irregular);
  const said = (forms: readonly string[], by: string): [string, string[]][] =>
    forms.map((form) => [[form, ...rest].join(' '), [by]]);
  return [
    [alias, [name]],
    ...said([from.third], to.third),
    ...said(from.past, to.past.at(-1) ?? name),
    ...said(from.gerund, to.gerund.at(-1) ?? name),
  ];
}

function aliases(file: Record<string, string[]>): [alias: string, name: string][] {
  return Object.entries(file).flatMap(([name, others]) => others.map((other): [string, string] => [other, name]));
}

/** What a state word says of its state. */
export interface StateWord {
  state: string;
  negative: boolean;
}

/** The state verbs and adjectives, by base form, with what is read as them. */
export function stateWords(file: States, synonyms: Synonyms): Map<string, StateWord> {
  const other = { ...synonyms.words, ...synonyms.verbs };
  const withAliases = (list: readonly string[], entry: StateWord): [string, StateWord][] =>
    list.flatMap((word) => [word, ...(other[word] ?? [])]).map((word) => [word, entry]);
  const entries = Object.entries(file).flatMap(([state, { positive, negative }]) => [
    ...withAliases(positive, { state, negative: false }),
    ...withAliases(negative, { state, negative: true }),
  ]);
  return new Map(entries);
}

/** Every opposite by its stem: the pairs, the states, and what a prefix makes of the words listed for it. */
export function opposites(
  files: { oppositions: Oppositions; prefixes: Prefixes; states: States },
  forms: Forms,
): Map<string, Opposite> {
  const found = new Map<string, Opposite>();
  const add = (entry: Omit<Opposite, 'negative'>, { positive, negative }: Poles) => {
    for (const word of positive) found.set(stem(word, forms), { ...entry, negative: false });
    for (const word of negative) found.set(stem(word, forms), { ...entry, negative: true });
  };
  for (const [family, pair] of Object.entries(files.oppositions)) add({ family, ...natureOf(pair.kind) }, pair);
  for (const [family, { reversal, ...pair }] of Object.entries(files.states))
    add({ family, opposition: 'complementary', isReversal: reversal === true }, pair);
  for (const [type, lists] of Object.entries(files.prefixes))
    for (const [prefix, list] of Object.entries(lists))
      for (const word of list.flatMap(derived)) addPrefixed(found, prefix, word, natureOf(kind.parse(type)), forms);
  return found;
}

type Nature = Pick<Opposite, 'opposition' | 'isReversal'>;

function natureOf(type: z.infer<typeof kind>): Nature {
  const isConverse = type === 'converse';
  const opposition = type === 'complementary' ? type : isConverse ? 'converse' : 'contrary';
  return { opposition, isReversal: type === 'reversal' };
}

/** "common" / "rare" gain "uncommon"; a word without an opposite so far gets a family of its own. */
function addPrefixed(found: Map<string, Opposite>, prefix: string, word: string, nature: Nature, forms: Forms): void {
  const plain = stem(word, forms);
  const known = found.get(plain) ?? { family: plain, ...nature, negative: false };
  found.set(plain, known);
  for (const written of [word, baseForm(word, forms)]) {
    const prefixed = stem(`${prefix}${written}`, forms);
    if (!found.has(prefixed)) found.set(prefixed, { ...known, negative: !known.negative });
  }
}

/** An adjective with its adverb and its noun: "visible", "visibly", "visibility". */
function derived(word: string): string[] {
  if (/[ai]ble$/.test(word)) return [word, word.replace(/e$/, 'y'), word.replace(/le$/, 'ility')];
  if (word.endsWith('le')) return [word, word.replace(/e$/, 'y')];
  if (word.endsWith('ic')) return [word, `${word}ally`];
  if (/[^aeiou]y$/.test(word)) return [word, word.replace(/y$/, 'ily')];
  if (word.endsWith('nt')) return [word, `${word}ly`, word.replace(/t$/, 'cy'), word.replace(/t$/, 'ce')];
  return [word, `${word}ly`];
}

/** Words for one thing or act: those listed, and a verb with the noun for the slot that it fills ("weighs", "weight"). */
export function nearSynonyms(files: {
  'near-synonyms': Record<string, string[]>;
  slots: { verbs: Record<string, { slot: string }> };
}): [string, string[]][] {
  const filling = Object.entries(files.slots.verbs).map(([verb, { slot }]): [string, string[]] => [
    `${SLOT}${slot}`,
    [verb, slot],
  ]);
  return [...Object.entries(files['near-synonyms']), ...filling];
}

const PRODUCT = 'product:';

/** Stem of a noun, or class of a product → stems of the kinds that it is of. */
export function hypernymsOf(
  file: z.infer<typeof hypernymsFile>,
  values: readonly { class: string }[],
  forms: Forms,
): Map<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { class: name } of values)
    if (name.startsWith(PRODUCT)) found.set(name, [stem(name.slice(PRODUCT.length), forms)]);
  for (const [kind, nouns] of Object.entries(file))
    for (const noun of nouns)
      found.set(stem(noun, forms), [...(found.get(stem(noun, forms)) ?? []), stem(kind, forms)]);
  return found;
}

/** Preposition → all senses that list it. */
export function sensesOf(file: Readonly<Record<string, readonly string[]>>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [sense, forms] of Object.entries(file))
    for (const form of forms) found.set(form, found.has(form) ? `${found.get(form)} ${sense}` : sense);
  return found;
}
