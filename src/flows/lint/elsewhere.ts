import type { Lexicon } from '../../core/lexicon.js';
import type { Stated } from './stated.js';

/**
 * Whether two statements may well be of different things, as they stand under headings of different things and name none that both
 * have: "Indent with two spaces" under "TypeScript", and with four under "Python"; not "the ledger must …" in two documents.
 */
export function isOfOtherThings(one: Stated, other: Stated, lexicon: Lexicon): boolean {
  const [place, otherPlace] = [placeOf(one), placeOf(other)];
  const [said, otherSaid] = [wordsOf(one.claim.statement), wordsOf(other.claim.statement)];
  const isApart =
    hasOwn(place, [...otherPlace, ...otherSaid], lexicon) && hasOwn(otherPlace, [...place, ...said], lexicon);
  if (!isApart) return false;
  const shared = [
    ...common(namesIn(one.claim.statement), namesIn(other.claim.statement)),
    ...common(properIn(one.claim.statement), otherSaid),
    ...common(properIn(other.claim.statement), said),
  ];
  return !shared.some((word) => isOfOne(word, place, otherPlace));
}

/**
 * Whether two names with their values are of different things: "Level: 2" under "Designer", and another under "Senior designer". What
 * the values name does not tell of what they are.
 */
export function areOfOtherEntries(one: Stated, other: Stated, lexicon: Lexicon): boolean {
  const [place, otherPlace] = [placeOf(one), placeOf(other)];
  const [label, otherLabel] = [labelOf(one), labelOf(other)];
  const isOther = hasOwn(place, [...otherPlace, ...wordsOf(otherLabel)], lexicon);
  if (!isOther && !hasOwn(otherPlace, [...place, ...wordsOf(label)], lexicon)) return false;
  return !common(namesIn(label), namesIn(otherLabel)).some((word) => isOfOne(word, place, otherPlace));
}

/** Whether both are items of the list that the same words lead to: "The names are:". */
export function areOfOneList(one: Stated, other: Stated): boolean {
  const [{ leadIn, heading }, beside] = [one.claim.sentence, other.claim.sentence];
  return leadIn !== null && one.path === other.path && leadIn === beside.leadIn && heading === beside.heading;
}

/** Whether a place has a word that stands nowhere beside it, and is of no kind of text. */
function hasOwn(place: ReadonlySet<string>, beside: readonly string[], lexicon: Lexicon): boolean {
  const others = new Set(beside);
  return [...place].some((word) => !others.has(word) && !isGeneric(word, lexicon));
}

function common(words: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return words.filter((word) => known.has(word));
}

/** What both headings name is a part of each: a parameter of two functions. */
function isOfOne(word: string, place: ReadonlySet<string>, otherPlace: ReadonlySet<string>): boolean {
  return !(place.has(word) && otherPlace.has(word));
}

/** What stands before its value: "Default branch". */
function labelOf({ claim: { statement } }: Stated): string {
  return statement.slice(0, (statement.search(/[:=]/) + 1 || statement.length + 1) - 1);
}

/** The words of the headings that a statement stands under; where it stands under none, those of the name of its file. */
function placeOf({ path, claim: { sentence } }: Stated): Set<string> {
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]+$/i, '');
  return new Set(wordsOf(sentence.heading === '' ? file : sentence.heading));
}

/** Words that say what kind of text stands under a heading, rather than what it is about. */
function isGeneric(word: string, { documents }: Lexicon): boolean {
  const { ruling, agreeing, genres, sections, howTo, orderedNames, forbiddenNames } = documents;
  return [ruling, agreeing, genres, sections, howTo, orderedNames, forbiddenNames].some((words) => words.has(word));
}

const WORD = /[\p{L}\p{N}]+/gu;

function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map(plain);
}

/** Without the ending of several: "services" and "service" name one kind. */
function plain(word: string): string {
  const lower = word.toLowerCase();
  return lower.length > 3 && lower.endsWith('s') ? lower.slice(0, -1) : lower;
}

const DETERMINERS: ReadonlySet<string> = new Set([
  ...[
    'all',
    'any',
    'both',
    'each',
    'every',
    'its',
    'no',
    'our',
    'that',
    'the',
    'their',
    'these',
    'this',
    'those',
    'your',
  ],
]);
/** Words that a determiner is taken to belong to: "the nightly build job". */
const PHRASE = 3;

/** The words by which a statement names a definite thing: behind a determiner, in capitals, or as code. */
function namesIn(statement: string): string[] {
  let left = 0;
  const definite = statement.split(/\s+/).flatMap((part) => {
    const words = part.match(WORD) ?? [];
    const isBehind = left > 0;
    left = words.some((word) => DETERMINERS.has(word.toLowerCase())) ? PHRASE : left - 1;
    return isBehind ? words.map(plain) : [];
  });
  return [...definite, ...properIn(statement)];
}

/** The words that are in capitals, but the first, or in code. */
function properIn(statement: string): string[] {
  const code = statement.split('`').flatMap((part, at) => (at % 2 === 1 ? wordsOf(part) : []));
  const capitals = statement
    .split(/\s+/)
    .slice(1)
    .flatMap((part) => part.match(WORD) ?? [])
    .filter((word) => /^\p{Lu}/u.test(word));
  return [...code, ...capitals.map(plain)];
}
