import { z } from 'zod';
import { grouped } from './grouped.js';
import { inflect } from './inflect.js';
import type { RelationTraits } from './relation.js';
import { relationRules } from './relation-type.js';
import type { Forms } from './stem.js';

const words = z.array(z.string().min(1));
const end = z.enum(['from', 'to']);

/** How a type is said: verbs with their preposition, what follows "be", nouns. `dated_…` only beside a date. */
export const readings = z.strictObject({
  verbs: words.optional(),
  dated_verbs: words.optional(),
  participles: words.optional(),
  nouns: words.optional(),
  dated_nouns: words.optional(),
  /** Nouns that name the other end: a child of. */
  inverse_nouns: words.optional(),
  /** What one beside the holder of the slot may be or do too: a consort is queen of, a guard wields. */
  loose_nouns: words.optional(),
  loose_verbs: words.optional(),
});

/** The relation types, and the words by which plain sentences tell of them. */
export const relationsFile = z.strictObject({
  beginnings: words,
  destinies: words,
  eras: words,
  openers: words,
  past: words,
  present: words,
  prophecies: words,
  telling_epithets: words,
  titles: words,
  types: z.record(
    z.string().regex(/^[a-z_]+$/),
    z.strictObject({
      alive: z.array(end).optional(),
      domain: words.optional(),
      event: z.literal(true).optional(),
      existence: z.enum(['birth', 'death']).optional(),
      guard: z.enum(['block', 'warn']).optional(),
      past_counts: z.literal(true).optional(),
      range: words.optional(),
      readings: readings.optional(),
      slot: z.enum(['by_subject', 'by_object', 'both']).optional(),
      symmetric: z.literal(true).optional(),
      ...relationRules,
    }),
  ),
});

type RelationsFile = z.infer<typeof relationsFile>;
type TypeEntry = RelationsFile['types'][string];

/** A phrase that tells of a relation, by the word that it begins with. */
export interface RelationPhrase {
  type: string;
  /** The words after the first one. */
  rest: readonly string[];
  tense: 'past' | 'present' | 'base';
  /** The grammatical subject is the `to` end. */
  isInverse: boolean;
  /** Read only where the sentence has a date: "holds", "owns" say other things too. */
  needsDate: boolean;
  /** One beside the holder of the slot may be meant. */
  isLoose: boolean;
  /** It happens at its date, rather than lasting. */
  isEvent: boolean;
  /** The date itself is the `to` end. */
  takesDate: boolean;
  traits: RelationTraits;
}

type ByFirstWord = ReadonlyMap<string, readonly RelationPhrase[]>;

/** The relations file, compiled for look-up. Verbs and participles stand under each of their forms. */
export interface RelationLexicon {
  verbs: ByFirstWord;
  participles: ByFirstWord;
  nouns: ByFirstWord;
  /** Every first word: a clause without any of them tells of no relation. */
  triggers: ReadonlySet<string>;
  beginnings: readonly (readonly string[])[];
  /** "Is destined to" */
  destinies: readonly (readonly string[])[];
  prophecies: readonly (readonly string[])[];
  eras: ReadonlySet<string>;
  /** Words that open a sentence before a name without being part of it. */
  openers: ReadonlySet<string>;
  past: ReadonlySet<string>;
  present: ReadonlySet<string>;
  titles: ReadonlySet<string>;
  /** What tells two of one name apart: "the *Younger*", "the *Second*". */
  tellingEpithets: ReadonlySet<string>;
}

/** @param once base forms of verbs that tell of what happens once */
export function compileRelations(file: RelationsFile, forms: Forms, once: ReadonlySet<string>): RelationLexicon {
  const inflected = inflections(forms);
  const types = Object.entries(file.types);
  const verbs = byFirstWord(types.flatMap(([name, entry]) => verbPhrases(name, entry, inflected, once)));
  const participles = byFirstWord(types.flatMap(([name, entry]) => participlePhrases(name, entry)));
  const nouns = byFirstWord(types.flatMap(([name, entry]) => nounPhrases(name, entry)));
  return {
    verbs,
    participles,
    nouns,
    triggers: new Set([...verbs.keys(), ...participles.keys(), ...nouns.keys()]),
    beginnings: file.beginnings.map(split),
    destinies: file.destinies.map(split),
    prophecies: file.prophecies.map(split),
    eras: new Set(file.eras),
    openers: new Set(file.openers),
    past: new Set(file.past),
    present: new Set(file.present),
    titles: new Set(file.titles),
    tellingEpithets: new Set(file.telling_epithets),
  };
}

type Entry = [first: string, phrase: RelationPhrase];

function verbPhrases(
  name: string,
  entry: TypeEntry,
  inflected: (verb: string) => [string, RelationPhrase['tense']][],
  once: ReadonlySet<string>,
): Entry[] {
  const { verbs = [], dated_verbs = [], loose_verbs = [] } = entry.readings ?? {};
  const said = (list: readonly string[], change: Partial<RelationPhrase>) =>
    list.flatMap((text) => {
      const [verb = text, ...rest] = text.split(' ');
      const isEvent = entry.event === true || once.has(verb);
      return inflected(verb).map(
        ([form, tense]): Entry => [form, phrase(name, entry, { ...change, rest, isEvent, tense })],
      );
    });
  return [...said(verbs, {}), ...said(dated_verbs, { needsDate: true }), ...said(loose_verbs, { isLoose: true })];
}

function participlePhrases(name: string, entry: TypeEntry): Entry[] {
  return (entry.readings?.participles ?? []).map((text): Entry => {
    const [first = text, ...rest] = text.split(' ');
    return [first, phrase(name, entry, { rest })];
  });
}

function nounPhrases(name: string, entry: TypeEntry): Entry[] {
  const { nouns = [], dated_nouns = [], inverse_nouns = [], loose_nouns = [] } = entry.readings ?? {};
  const said = (list: readonly string[], change: Partial<RelationPhrase>) =>
    list.map((text): Entry => {
      const [first = text, ...rest] = text.split(' ');
      return [first, phrase(name, entry, { ...change, rest })];
    });
  return [
    ...said(nouns, {}),
    ...said(dated_nouns, { needsDate: true }),
    ...said(inverse_nouns, { isInverse: true }),
    ...said(loose_nouns, { isLoose: true }),
  ];
}

function phrase(name: string, entry: TypeEntry, change: Partial<RelationPhrase>): RelationPhrase {
  return {
    type: name.toUpperCase(),
    rest: [],
    tense: 'base',
    isInverse: false,
    needsDate: false,
    isLoose: false,
    isEvent: entry.event === true,
    takesDate: entry.range?.includes('date') === true,
    traits: traitsOf(entry),
    ...change,
  };
}

const SLOTS = { by_subject: 'from', by_object: 'to', both: 'both' } as const;

function traitsOf({ slot, guard, alive, existence, past_counts, symmetric }: TypeEntry): RelationTraits {
  return {
    ...(slot === undefined ? {} : { slot: SLOTS[slot] }),
    ...(guard === 'warn' ? { warnsOnly: true } : {}),
    ...(alive === undefined ? {} : { alive }),
    ...(existence === undefined ? {} : { existence }),
    ...(past_counts === undefined ? {} : { pastCounts: true }),
    ...(symmetric === undefined ? {} : { symmetric: true }),
  };
}

/** Longer phrases come first: "born in" before "born". */
function byFirstWord(entries: readonly Entry[]): ByFirstWord {
  const found = grouped(entries);
  for (const list of found.values()) list.sort((a, b) => b.rest.length - a.rest.length);
  return found;
}

/** The forms of a verb that a finite clause may have. */
function inflections({ irregular }: Forms): (verb: string) => [string, RelationPhrase['tense']][] {
  return (verb) => {
    const { third, past } = inflect(verb, irregular);
    return [
      [verb, 'base'],
      [third, 'present'],
      ...past.map((form): [string, RelationPhrase['tense']] => [form, 'past']),
    ];
  };
}

function split(text: string): string[] {
  return text.split(' ');
}
