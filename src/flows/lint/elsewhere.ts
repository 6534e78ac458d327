import type { Lexicon } from '../../core/lexicon.js';
import type { Stated } from './stated.js';

/**
 * Whether two statements may well be of different things, as they stand under headings of different things and name none that both
 * have: "Indent with two spaces" under "TypeScript", and with four under "Python"; not "the ledger must …" in two documents.
 */
export function isOfOtherThings(one: Stated, other: Stated, lexicon: Lexicon): boolean {
  const [place, otherPlace] = [placeOf(one), placeOf(other)];
  const [said, otherSaid] = [wordsOf(one.claim.statement), wordsOf(other.claim.statement)];
  const own = ownWords([...said, ...otherSaid], lexicon);
  if (!own(place, otherPlace) || !own(otherPlace, place)) return false;
  // What both headings name is a part of each: a parameter of two functions.
  const isOfBoth = (word: string) => place.has(word) && otherPlace.has(word);
  const isNamed = (names: ReadonlySet<string>, words: readonly string[]) =>
    words.some((word) => names.has(word) && !isOfBoth(word));
  return !isNamed(namesIn(one.claim.statement), otherSaid) && !isNamed(namesIn(other.claim.statement), said);
}

/**
 * Whether two names with their values are of different things: "Level: 2" under "Designer", and another under "Senior designer". What
 * the values name does not tell of what they are.
 */
export function areOfOtherEntries(one: Stated, other: Stated, lexicon: Lexicon): boolean {
  const [place, otherPlace] = [placeOf(one), placeOf(other)];
  const own = ownWords([...wordsOf(labelOf(one)), ...wordsOf(labelOf(other))], lexicon);
  if (!own(place, otherPlace) && !own(otherPlace, place)) return false;
  const names = namesIn(labelOf(other));
  return ![...namesIn(labelOf(one))].some((word) => names.has(word) && !(place.has(word) && otherPlace.has(word)));
}

/** Whether both are items of the list that the same words lead to: "The names are:". */
export function areOfOneList(one: Stated, other: Stated): boolean {
  const [{ leadIn, heading }, beside] = [one.claim.sentence, other.claim.sentence];
  return leadIn !== null && one.path === other.path && leadIn === beside.leadIn && heading === beside.heading;
}

/** Tells whether the one place has a word that the other one and the statements lack, and that is of no kind of text. */
function ownWords(
  said: readonly string[],
  lexicon: Lexicon,
): (place: ReadonlySet<string>, beside: ReadonlySet<string>) => boolean {
  const told = new Set(said);
  return (place, beside) =>
    [...place].some((word) => !beside.has(word) && !told.has(word) && !isGeneric(word, lexicon));
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
function namesIn(statement: string): Set<string> {
  const names = new Set<string>();
  let [left, isCode] = [0, false];
  for (const [at, part] of statement.split(/\s+/).entries()) {
    const begins = part.includes('`');
    const words = part.match(WORD) ?? [];
    for (const word of words) {
      const isName = at > 0 && /^\p{Lu}/u.test(word);
      if (left > 0 || isName || isCode || begins) names.add(plain(word));
    }
    if (part.split('`').length % 2 === 0) isCode = !isCode;
    left = words.some((word) => DETERMINERS.has(word.toLowerCase())) ? PHRASE : left - 1;
  }
  return names;
}
