import type { Calendar } from '../../../core/calendar.js';
import type { Lexicon } from '../../../core/lexicon.js';
import type { Unit } from '../../../core/period.js';
import { isPastForm } from '../1-tokens/verbs.js';
import { isWord, type Word } from '../1-tokens/word.js';
import type { Mood } from '../4-verb-group/modality.js';
import { isFormerly } from '../4-verb-group/phase.js';
import type { Structure } from '../4-verb-group/structure.js';
import { wasSo } from '../4-verb-group/tense.js';

export interface ScopeTime {
  env: string | null;
  from: Unit | null;
  until: Unit | null;
  /** A state of the past, with its date. */
  isPast: boolean;
}

const FROM = ['since', 'from', 'after', 'starting', 'effective'];
const UNTIL = ['until', 'till', 'through', 'before'];

/**
 * Reads the environment and the period that the text itself names, and takes their words out of the content. A date of
 * something that happens once ("died in 2020") stays a value.
 */
export function readScopeTime(
  words: readonly Word[],
  mood: Mood,
  structure: Structure,
  calendar: Calendar,
  now: number,
  lexicon: Lexicon,
): ScopeTime {
  const found: ScopeTime = { env: readEnvironment(words, lexicon), from: null, until: null, isPast: false };
  const isEvent = happensOnce(words, mood, structure, lexicon);
  words.forEach((word, index) => {
    const unit =
      word.valueClass === 'year' || word.valueClass === 'date' ? unitOf(word.canonical ?? '', calendar, now) : null;
    if (unit === null) return;
    if (isEvent) freeDate(words, index);
    else readBound(words, index, unit, found);
  });
  found.isPast =
    isFormer(words, structure) ||
    wasSo(words, mood, structure, lexicon) ||
    (found.until !== null &&
      found.until.start <= now &&
      words.some((word, index) => tellsThen(word, index, structure, lexicon)));
  return found;
}

/** A quarter, "2027-q2", is three months. */
function unitOf(date: string, calendar: Calendar, now: number): Unit | null {
  const [, year, quarter] = /^(\d{4})-q([1-4])$/.exec(date) ?? [];
  if (year === undefined) return calendar.parse(date, now);
  const month = (number: number) => calendar.parse(`${year}-${String(number).padStart(2, '0')}`, now);
  const [first, last] = [month(3 * Number(quarter) - 2), month(3 * Number(quarter))];
  return first === null || last === null ? null : { start: first.start, end: last.end };
}

/** "was", "used to", "owned": that it was so need not mean that it still is. */
function tellsThen(word: Word, index: number, { verb, voice }: Structure, lexicon: Lexicon): boolean {
  if (isWord(word, 'was', 'were', 'had', 'did', 'used')) return true;
  const text = word.text.toLowerCase();
  const isMain = index === verb && voice === 'active';
  const isFolded = word.isStandIn && lexicon.slotHeads.has(word.lower);
  return (isMain || isFolded) && isPastForm(text, lexicon);
}

/** "The API used to be REST", "was previously REST" */
function isFormer(words: readonly Word[], structure: Structure): boolean {
  if (isFormerly(words, structure)) return true;
  return words.some((word, at) => isWord(word, 'previously') && isWord(words[at - 1], 'was', 'were', 'had'));
}

function readEnvironment(words: readonly Word[], lexicon: Lexicon): string | null {
  const places = words.flatMap((word, index) => {
    const env = lexicon.environments.get(word.lower);
    return env !== undefined && isPlace(words, index, lexicon) ? [{ env, index }] : [];
  });
  const [only] = places;
  if (only === undefined || places.length > 1) return null;
  const start = isWord(words[only.index - 1], 'the') ? only.index - 2 : only.index - 1;
  const end = isEnvironmentNoun(words[only.index + 1]) ? only.index + 2 : only.index + 1;
  for (const word of words.slice(start, end)) word.use = 'scope';
  return only.env;
}

/** "in production", "on the staging environment", at the end of a phrase; not "in production code". */
function isPlace(words: readonly Word[], index: number, lexicon: Lexicon): boolean {
  const at = isWord(words[index - 1], 'the') ? index - 2 : index - 1;
  if (!isWord(words[at], 'in', 'on') || isWord(words[at - 1], 'not', 'except', 'outside', 'only')) return false;
  const next = words[index + (isEnvironmentNoun(words[index + 1]) ? 2 : 1)];
  return next === undefined || next.kind === 'mark' || lexicon.functionWords.has(next.lower) || next.opens !== null;
}

function isEnvironmentNoun(word: Word | undefined): boolean {
  return isWord(word, 'environment', 'environments', 'env');
}

/** Whether the clause tells of an event that happens once, rather than of a state that lasts. */
function happensOnce(words: readonly Word[], mood: Mood, structure: Structure, lexicon: Lexicon): boolean {
  if (mood.kind !== 'fact') return false;
  const verb = structure.verb === null ? undefined : words[structure.verb];
  if (verb === undefined)
    return structure.voice === 'copula' && (structure.bodyStart === 0 || isDated(words, structure, lexicon));
  if (lexicon.once.has(verb.lemma)) return true;
  if (lexicon.stative.has(verb.lemma)) return false;
  if (structure.voice === 'passive') return isDoneThen(words, structure);
  return isPastForm(verb.lower, lexicon);
}

/** "The song was recorded in 1970", but not "was used from 1970 to 1980", nor "a dragon was seen in 1250". */
function isDoneThen(words: readonly Word[], { verb }: Structure): boolean {
  const was = words.findIndex((word, index) => isWord(word, 'was', 'were') && index < (verb ?? 0));
  const isOneThing = isWord(words[0], 'the', 'our', 'my', 'your') || words[was - 1]?.capital === true;
  if (verb === null || was < 0 || !isOneThing) return false;
  return isWord(words[verb + 1], 'in', 'on') && (words[verb + 2]?.valueClass ?? '') !== '';
}

/** "The last eruption was in 1932", "the launch is in May 2027": nothing but its date is said of it. "Is until May" tells how long. */
function isDated(words: readonly Word[], { bodyStart }: Structure, lexicon: Lexicon): boolean {
  const body = words.slice(bodyStart);
  const wasThen = words.slice(0, bodyStart).some((word) => isWord(word, 'was', 'were'));
  if (!wasThen && !isWord(body[0], 'in', 'on')) return false;
  return body.every(
    ({ kind, valueClass, lower }) =>
      kind === 'mark' || valueClass === 'year' || valueClass === 'date' || lexicon.functionWords.has(lower),
  );
}

function freeDate(words: readonly Word[], index: number): void {
  const word = words[index];
  if (word === undefined) return;
  const isSubordinate = words.slice(0, index).some(({ opens }) => opens !== null);
  if (!isSubordinate) word.role = 'rest';
}

function readBound(words: readonly Word[], index: number, unit: Unit, found: ScopeTime): void {
  const marker = words[index - 1];
  const bound = boundOf(marker, words, index, found);
  if (bound === null) return;
  if (bound !== 'until') found.from = unit;
  if (bound === 'until') found.until = unit;
  if (bound === 'in') found.until = { start: unit.end, end: unit.end + 1 };
  for (const word of words.slice(index - 1, index + 1)) word.use = 'time';
}

function boundOf(marker: Word | undefined, words: readonly Word[], index: number, found: ScopeTime) {
  if (marker === undefined) return null;
  const form = marker.lower;
  if (FROM.includes(form) || (form === 'of' && isWord(words[index - 2], 'as'))) return 'from';
  if (UNTIL.includes(form) || (form === 'to' && found.from !== null)) return 'until';
  return form === 'in' || form === 'during' ? 'in' : null;
}
