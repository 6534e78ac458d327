import type { Calendar } from '../../core/calendar.js';
import type { Lexicon } from '../../core/lexicon.js';
import { oncePer } from '../../core/once-per.js';
import type { Unit } from '../../core/period.js';
import { tokenize } from '../1-normalize/1-tokens/tokenize.js';
import { type RelationReading, readRelation } from '../1-normalize/relations/relation.js';
import type { Bound } from '../1-normalize/relations/relation-time.js';
import { splitsOf } from './clauses.js';
import { isMask, type Mention, masked, mentionIn } from './mask.js';
import { plainClause } from './plain.js';
import { withoutEnd } from './trim.js';

/** A relation that somebody is about to say, its ends what the sentence names. */
export interface Asserted {
  type: string;
  from: AssertedEnd;
  /** Null where a date or a value stands there. */
  to: AssertedEnd | null;
  /** Of an attribute what is said to be its value, in the form that is compared; null of all else. */
  value: string | null;
  isDenied: boolean;
  /** Told by words that fit one beside the holder too: a consort is queen of, too. */
  isLoose: boolean;
  isProphecy: boolean;
  tense: 'past' | 'present';
  /** "Became": the date is that of its beginning. */
  isBeginning: boolean;
  dates: readonly AssertedDate[];
}

export interface AssertedDate {
  bound: Bound;
  /** Null where the calendar can't read it. */
  unit: Unit | null;
}

/** Which of the mentions it is; or, of what is none, how it is written. */
export interface AssertedEnd {
  mention: number | null;
  text: string;
}

export interface AssertedContext {
  calendar: Calendar;
  lexicon: Lexicon;
  /** The tick that "current" stands for. */
  now: number;
}

/** Sentences that are longer say more than relations. */
const WORDS_MAX = 60;
const DEPTH_MAX = 2;

/**
 * The relations that a sentence states, and nothing besides: null where any of it says something else. Its names are
 * known, so that more is read than of a claim whose names may be anything.
 * @param mentions from left to right, none within another
 */
export function readAsserted(
  sentence: string,
  mentions: readonly Mention[],
  context: AssertedContext,
): Asserted[] | null {
  const words = masked(sentence, mentions).split(/\s+/).filter(Boolean);
  return words.length > WORDS_MAX ? null : clausesOf(words, { mentions, ...context }, 0);
}

type Reading = AssertedContext & { mentions: readonly Mention[] };

function clausesOf(words: readonly string[], context: Reading, depth: number): Asserted[] | null {
  const one = clauseOf(words, context);
  if (one !== null) return [one];
  if (depth === DEPTH_MAX) return null;
  for (const parts of splitsOf(words)) {
    const read = parts.map((part) => clausesOf(part, context, depth + 1));
    if (read.every((part) => part !== null)) return read.flat();
  }
  return null;
}

function clauseOf(clause: readonly string[], { mentions, calendar, lexicon, now }: Reading): Asserted | null {
  const { words, isDenied } = plainClause(clause, mentions, lexicon);
  const text = words.join(' ');
  const valued = attributeOf(words, lexicon);
  if (valued !== null) return { ...valued, isDenied };
  const known = answering(lexicon);
  const reading = readRelation(tokenize(text, known), { from: null, until: null }, { calendar, lexicon: known, now });
  return reading === null ? null : fitted(asserted(text, reading, isDenied), mentions, lexicon);
}

/** "Mira was female": a name, and the value of what is told of it. */
function attributeOf([name = '', verb = '', ...rest]: readonly string[], { answers }: Lexicon): Asserted | null {
  const found = answers.values.get(withoutEnd(rest.join(' '), '.!').toLowerCase());
  if (found === undefined || mentionIn(name) === null || !isMask(name) || !/^(is|was)$/.test(verb)) return null;
  return {
    ...{ ...found, from: { mention: mentionIn(name), text: name }, to: null, isDenied: false, isLoose: false },
    ...{ isProphecy: false, tense: verb === 'is' ? 'present' : 'past', isBeginning: false, dates: [] },
  };
}

/** The lexicon with the words for relations that count where the names are known. */
const answering = oncePer((lexicon: Lexicon): Lexicon => ({ ...lexicon, relations: lexicon.answers.relations }));

function asserted(
  text: string,
  { relation, phrases, isDated, from, to }: RelationReading,
  isDenied: boolean,
): Asserted {
  const end = ({ start, end: last }: { start: number; end: number }): AssertedEnd => {
    const name = text.slice(start, last).replace(/['’]s?$/, '');
    return { mention: mentionIn(name), text: name };
  };
  return {
    ...{ type: relation.type, from: end(from), to: isDated ? null : end(to), value: null, isDenied },
    isLoose: relation.isLoose === true,
    isProphecy: relation.isProphecy === true,
    tense: relation.tense,
    isBeginning: relation.at !== undefined && !isDated,
    dates: phrases,
  };
}

/** What belongs to a person is theirs, what belongs to a guild is one of its members: by what stands at the ends. */
function fitted(one: Asserted, mentions: readonly Mention[], { answers }: Lexicon): Asserted {
  const { from, to } = one;
  if (to === null) return one;
  const is = ({ mention }: AssertedEnd, types: ReadonlySet<string>) =>
    (mentions[mention ?? -1]?.types ?? []).some((type) => types.has(type));
  const found = answers.instead.get(one.type)?.find((rule) => is(from, rule.from) && is(to, rule.to));
  if (found === undefined) return one;
  return { ...one, type: found.as, ...(found.isTurned ? { from: to, to: from } : {}) };
}
