import { BETWEEN_HEADINGS } from '../../core/document.js';
import type { Lexicon } from '../../core/lexicon.js';
import type { Stated } from './stated.js';

/**
 * How two statements stand to each other: `siblings` are in the same part of what is said of different things, those `apart` may well be
 * of different things; others are of one thing, as far as their places tell.
 */
export type Standing = 'siblings' | 'apart' | 'together';

/**
 * Statements under headings of different things, which name none that both have, are of these: "Indent with two spaces" under
 * "TypeScript", and with four under "Python"; not "the ledger must …" in two documents.
 */
export function standingOf(one: Stated, other: Stated, lexicon: Lexicon): Standing {
  const places = placesOf(one, other, lexicon);
  if (places.are === 'one') return 'together';
  const [text, otherText] = [one.claim.statement, other.claim.statement];
  const [said, otherSaid] = [wordsOf(text), wordsOf(otherText)];
  if (shareName(properIn(text), otherSaid, places) || shareName(properIn(otherText), said, places)) return 'together';
  // "The door stays open" under "Blue room > Rules": the door of that room.
  if (places.are === 'siblings') return 'siblings';
  const { words, otherWords } = places;
  const isApart =
    hasOwn(words, [...otherWords, ...otherSaid], lexicon) && hasOwn(otherWords, [...words, ...said], lexicon);
  if (!isApart || beginAlike(text, otherText, lexicon)) return 'together';
  return shareName(definiteIn(text), definiteIn(otherText), places) ? 'together' : 'apart';
}

/**
 * Whether two names with their values are of different things: "Level: 2" under "Designer", and another under "Senior designer". What
 * the values name does not tell of what they are.
 */
export function areOfOtherEntries(one: Stated, other: Stated, lexicon: Lexicon): boolean {
  const places = placesOf(one, other, lexicon);
  if (places.are === 'one') return false;
  const [label, otherLabel] = [labelOf(one), labelOf(other)];
  if (shareName(properIn(label), properIn(otherLabel), places)) return false;
  const { words, otherWords } = places;
  return (
    places.are === 'siblings' ||
    hasOwn(words, [...otherWords, ...wordsOf(otherLabel)], lexicon) ||
    hasOwn(otherWords, [...words, ...wordsOf(label)], lexicon)
  );
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

/** Whether both name one thing. What both headings name is a part of each: a parameter of two functions. */
function shareName(names: readonly string[], others: readonly string[], { words, otherWords }: Places): boolean {
  return common(names, others).some((word) => !(words.has(word) && otherWords.has(word)));
}

/** "*Database backups* are kept for 30 days", and for 90: who begins with the same two words speaks of one thing. */
function beginAlike(text: string, otherText: string, { functionWords, kinds, modality }: Lexicon): boolean {
  const [words, others] = [text, otherText].map((statement) => statement.toLowerCase().split(/\s+/));
  let alike = 0;
  for (const [at, word] of (words ?? []).entries()) {
    if (word !== others?.[at] || kinds.auxiliaries.has(word) || modality.has(word)) break;
    if (!functionWords.has(word)) alike += 1;
  }
  return alike >= ALIKE_MIN;
}

const ALIKE_MIN = 2;

/** What stands before its value: "Default branch". */
function labelOf({ claim: { statement } }: Stated): string {
  return statement.split(/[:=]/, 1)[0] ?? '';
}

/** Where two statements stand: what the places are to each other, and the words of their headings. */
interface Places {
  are: 'siblings' | 'one' | 'others';
  words: ReadonlySet<string>;
  otherWords: ReadonlySet<string>;
}

function placesOf(one: Stated, other: Stated, lexicon: Lexicon): Places {
  const [place, otherPlace] = [placeOf(one), placeOf(other)];
  const isOne = isOver(place, otherPlace) || isOver(otherPlace, place);
  return {
    are: areSiblings(place, otherPlace, lexicon) ? 'siblings' : isOne ? 'one' : 'others',
    words: new Set(place.headings.flatMap(wordsOf)),
    otherWords: new Set(otherPlace.headings.flatMap(wordsOf)),
  };
}

interface Place {
  path: string;
  /** Outermost first. */
  headings: readonly string[];
}

/** The headings that a statement stands under; where it stands under none, the name of its file. */
function placeOf({ path, claim: { sentence } }: Stated): Place {
  return { path, headings: sentence.heading === '' ? [fileOf(path)] : sentence.heading.split(BETWEEN_HEADINGS) };
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]+$/i, '');
}

/** Whether the nearest heading of the one is one over the other: "Country loaf" in two books, "Fencing" and "Fencing > Cost". */
function isOver(place: Place, other: Place): boolean {
  return other.headings.includes(place.headings.at(-1) ?? '');
}

/**
 * Whether they stand under two of one kind, or in the same part of what is said of two: "Team A" and "Team B", "Blue room > Rules" and
 * "Silent room > Rules". Titles without a word in common name things where they name the files of one folder, too.
 */
function areSiblings(
  { path, headings }: Place,
  { path: otherPath, headings: others }: Place,
  lexicon: Lexicon,
): boolean {
  const depth = headings.findIndex((heading, at) => heading !== others[at]);
  const rest = headings.slice(depth + 1).join(BETWEEN_HEADINGS);
  if (depth < 0 || rest !== others.slice(depth + 1).join(BETWEEN_HEADINGS)) return false;
  const [name, otherName] = [wordsOf(headings[depth] ?? ''), wordsOf(others[depth] ?? '')];
  if (!hasOwn(new Set(name), otherName, lexicon) || !hasOwn(new Set(otherName), name, lexicon)) return false;
  if (rest === '') return areOfOneKind(name, otherName);
  if (common(name, otherName).length > 0) return true;
  const isFile = (file: string, title: readonly string[]) => wordsOf(fileOf(file)).join(' ') === title.join(' ');
  const areFiles = depth === 0 && isFile(path, name) && isFile(otherPath, otherName);
  return path === otherPath || (areFiles && folderOf(path) === folderOf(otherPath));
}

/** "Blue room" and "Silent room", "Version 3" and "Version 4", "Kingdom of Aram" and "Kingdom of Sunder"; not "Backup policy" and "Backup jobs". */
function areOfOneKind(name: readonly string[], otherName: readonly string[]): boolean {
  if (name.at(-1) === otherName.at(-1)) return true;
  return name[0] === otherName[0] && [name[1], otherName[1]].every((word = '') => DESIGNATOR.test(word));
}

const DESIGNATOR = /^(?:\d|[a-z]$|of$)/;

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
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

/** Without the ending of several: "services" and "service", "branches" and "branch" name one kind. */
function plain(word: string): string {
  const lower = word.toLowerCase();
  if (/(?:ch|sh|x|ss)es$/.test(lower)) return lower.slice(0, -2);
  return lower.length > 3 && lower.endsWith('s') && !lower.endsWith('ss') ? lower.slice(0, -1) : lower;
}

const DETERMINERS: ReadonlySet<string> = new Set([
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
]);
/** Words that a determiner is taken to belong to: "the nightly build job". */
const PHRASE = 3;

/** The words by which a statement names a definite thing: behind a determiner. */
function definiteIn(statement: string): string[] {
  let left = 0;
  return statement.split(/\s+/).flatMap((part) => {
    const words = part.match(WORD) ?? [];
    const isBehind = left > 0;
    left = words.some((word) => DETERMINERS.has(word.toLowerCase())) ? PHRASE : left - 1;
    return isBehind ? words.map(plain) : [];
  });
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
