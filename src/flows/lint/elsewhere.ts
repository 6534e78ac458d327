import type { Lexicon } from '../../core/lexicon.js';
import type { Stated } from './stated.js';

/**
 * Whether two statements may well be of different things, as they stand under headings of different things and name none that both
 * have: "Indent with two spaces" under "TypeScript", and with four under "Python"; not "the ledger must …" in two documents.
 */
export function isOfOtherThings(one: Stated, other: Stated, lexicon: Lexicon): boolean {
  const [place, otherPlace] = [placeOf(one), placeOf(other)];
  const said = new Set([...wordsOf(one.claim.statement), ...wordsOf(other.claim.statement)]);
  const isOwn = (word: string, beside: ReadonlySet<string>) =>
    !beside.has(word) && !said.has(word) && !isGeneric(word, lexicon);
  const areDifferent =
    [...place].some((word) => isOwn(word, otherPlace)) && [...otherPlace].some((word) => isOwn(word, place));
  if (!areDifferent) return false;
  const names = namesIn(other.claim.statement);
  // What both headings name is a part of each: a parameter of two functions.
  return ![...namesIn(one.claim.statement)].some(
    (word) => names.has(word) && !(place.has(word) && otherPlace.has(word)),
  );
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
