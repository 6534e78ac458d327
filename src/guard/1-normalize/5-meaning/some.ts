import { grouped } from '../../../core/grouped.js';
import type { Lexicon } from '../../../core/lexicon.js';
import type { Norm } from '../../../core/norm.js';
import { isFiniteAuxiliary, isPastForm } from '../1-tokens/verbs.js';
import { isAmong, isWord, type Word } from '../1-tokens/word.js';
import type { Mood } from '../4-verb-group/modality.js';

/** Expressions by their first word: what has to follow it. */
function byFirst(phrases: readonly (readonly string[])[]): Map<string, string[][]> {
  return grouped(phrases.map(([first = '', ...rest]) => [first, rest]));
}

/** … in more than one word. */
const AT_TIMES_PHRASES = byFirst([
  ...['cause', 'fail', 'happen', 'occur', 'rain', 'recover', 'snow'].flatMap((verb) => [
    ['may', verb],
    ['may', 'not', verb],
  ]),
  ['at', 'times'],
  ['every', 'other'],
  ['every', 'second'],
  ['from', 'time', 'to', 'time'],
  ['may', 'have'],
  ['may', 'not', 'have'],
  ['now', 'and', 'then'],
  ['once', 'in', 'a', 'while'],
]);
/** "My old neighbour …": how far from the beginning. */
const PEER_MAX = 4;

/**
 * Whether a clause tells of some of its kind, of some times or places, or of what may be, so that another one that is
 * worded alike may tell of others: "a friend of Lea is vegan", "sometimes the gate is open", "in some towns beer is taxed".
 */
export function isOfSome(
  whole: readonly Word[],
  words: readonly Word[],
  mood: Mood,
  lexicon: Lexicon,
): Pick<Norm, 'isOfSome'> {
  // "*Once a* week she works from home", but not "meets once a week", which tells how often.
  const isOnce = isWord(whole[0], 'once') && isWord(whole[1], 'a');
  const isAtTimes =
    isOnce || whole.some(({ lower }) => lexicon.grammar.at_times.has(lower)) || hasAny(whole, AT_TIMES_PHRASES);
  const isFact = mood.kind === 'fact';
  const isPossible = isFact || mood.kind === 'predicate' || whole.some((word) => isWord(word, 'can', 'cannot'));
  const isSome =
    isAtTimes ||
    (isFact && isOfPeer(whole, lexicon)) ||
    (isPossible && isAmongSome(whole, lexicon)) ||
    (isFact && isOneOrTwo(whole, words, lexicon)) ||
    (isPossible && isShare(words));
  return isSome ? { isOfSome: true } : {};
}

/** "Anna's neighbour …", "a friend …", but not "the neighbour". */
function isOfPeer(words: readonly Word[], lexicon: Lexicon): boolean {
  const at = words.slice(0, PEER_MAX).findIndex(({ lower }) => lexicon.grammar.peers.has(lower));
  return at > 0 && !words.slice(0, at).some((word) => isWord(word, 'the', 'this', 'that', 'every', 'each', 'no'));
}

/** "40 percent of the members", "three of the pupils" */
function isShare([first, second]: readonly Word[]): boolean {
  return first?.quantity != null && isWord(second, 'of');
}

function isOneOrTwo(whole: readonly Word[], words: readonly Word[], lexicon: Lexicon): boolean {
  const [first, second] = words;
  const isCount = first?.quantity != null && first.valueClass === 'number' && second?.kind === 'word';
  return (isCount && !lexicon.kinds.auxiliaries.has(second.lower)) || isOfOne(whole, lexicon);
}

function hasAny(words: readonly Word[], phrases: ReadonlyMap<string, readonly (readonly string[])[]>): boolean {
  return words.some(({ lower }, at) =>
    phrases.get(lower)?.some((rest) => rest.every((form, index) => words[at + 1 + index]?.lower === form)),
  );
}

/** "One key …", "Part of the garden …", "A third of the lords …", "… in several towns" */
function isAmongSome(words: readonly Word[], lexicon: Lexicon): boolean {
  const [first, second, third] = words.filter(({ kind }) => kind !== 'mark');
  if (isAmong(first, lexicon.grammar.some)) return true;
  if (isWord(first, 'a', 'an') && isWord(third, 'of') && isAmong(second, lexicon.grammar.shares)) return true;
  return words.some((word, at) => {
    if (at > 0 && lexicon.grammar.a_few.has(word.lower)) return true;
    if (at > 0 && isWord(word, 'one') && isWord(words[at + 1], 'of')) return true;
    const next = isWord(words[at + 1], 'a') ? words[at + 2] : words[at + 1];
    return lexicon.grammar.where.has(word.lower) && isAmong(next, lexicon.grammar.some);
  });
}

/** "A friend of Lea …", "A lamp in the hall …", "A priest blessed …", but not "A request from a guest …", "A draft is …". */
function isOfOne(words: readonly Word[], lexicon: Lexicon): boolean {
  if (!isWord(words[0], 'a', 'an')) return false;
  const { prepositions, auxiliaries } = lexicon.kinds;
  const isVerb = ({ lower }: Word) => auxiliaries.has(lower) || isPastForm(lower, lexicon);
  const verb = words.findIndex((word, index) => index > 1 && isVerb(word));
  const main = words[verb];
  // "A colony, Orr became free in 1960" tells of Orr; what happened in a year is told apart by the year.
  if (words.some(({ text }, index) => (text === ',' && index < verb) || /^\d{3,4}$/.test(text))) return false;
  const isPast = main !== undefined && (isWord(main, 'was', 'were', 'had', 'did') || !auxiliaries.has(main.lower));
  const at = words.findIndex(({ lower }) => prepositions.has(lower));
  const place = words[at + 1];
  const isPlace = !isWord(words[at], 'of') && isWord(place, 'the', 'our', 'my', 'your', 'this');
  const isDefinite = place?.capital === true || isPlace;
  const isState =
    isWord(main, 'is') && !isWord(words[verb + 1], 'a', 'an') && words.every(({ text }) => !/\d/.test(text));
  return isPast || isState || (at > 0 && isDefinite && (verb < 0 || at < verb));
}

/** "today", "at the moment", "not yet", "again": what is so then need not be so as a rule, nor the time before. */
const AT_THIS_TIME = byFirst([
  ['again'],
  ['at', 'the', 'moment'],
  ['at', 'present'],
  ['for', 'now'],
  ['just', 'now'],
  ['right', 'now'],
  ['the', 'next', 'day'],
  ['this', 'time'],
  ['today'],
  ['yet'],
]);

/** Whether a clause tells of one time only: of this day, of a deed with its reason, or of what had been. */
export function isOfOneTime(words: readonly Word[], { tense }: Pick<Norm, 'tense'>): Pick<Norm, 'isOfOneTime'> {
  const isReasoned = tense === 'past' && words.some((word) => isWord(word, 'because'));
  const wasBefore = tense === 'perfect' && words.some((word) => isWord(word, 'had'));
  return isReasoned || wasBefore || hasAny(words, AT_THIS_TIME) ? { isOfOneTime: true } : {};
}

const WHOLE_PHRASES = byFirst([
  ['the', 'clock'],
  ['their', 'own'],
  ['his', 'own'],
  ['her', 'own'],
  ['its', 'own'],
  ['my', 'own'],
  ['our', 'own'],
  ['your', 'own'],
  ['this', 'way'],
  ['that', 'way'],
]);

/**
 * Whether a clause says something of the whole, or takes back but the whole, the reason, or what is within: "is always open" /
 * "is not always open", "did not crash because of memory", "considers not moving".
 */
export function readWhole(words: readonly Word[], mood: Mood, lexicon: Lexicon): Pick<Norm, 'whole'> {
  const at = words.findIndex((word, index) => index > 0 && isWord(word, 'not', 'never'));
  const after = words.slice(at + 1);
  const isOfReason = at > 0 && mood.kind === 'fact' && after.some((word) => isWord(word, 'because'));
  const isOfOne = words.slice(0, Math.max(at, 0)).some((word) => isWord(word, 'alone'));
  const isOfWhole =
    isOfOne || after.some(({ lower }) => lexicon.grammar.whole.has(lower)) || hasAny(after, WHOLE_PHRASES);
  const isInner = at > 0 && after[0]?.lower.endsWith('ing') === true && !isFiniteAuxiliary(words[at - 1] as Word);
  if (!isOfReason && !isOfWhole && !isInner) return {};
  if (at > 0) return { whole: 'denied' };
  return words.some((word) => isWord(word, 'quite')) ? {} : { whole: 'said' };
}

/** Who speaks, is spoken to, or is spoken of: "my laptop" is not "your laptop". */
const PERSONS = new Map(
  [
    ['i', 'me', 'mine', 'my', 'our', 'ours', 'us', 'we'],
    ['you', 'your', 'yours'],
    ['he', 'him', 'his'],
    ['her', 'hers', 'she'],
    ['their', 'theirs', 'them', 'they'],
  ].flatMap((forms, person) => forms.map((form): [string, number] => [form, person])),
);

/** The persons that a fact tells of by pronouns, as numbers in the order of the text; none where it is no fact. */
export function readPersons(words: readonly Word[], mood: Mood): Pick<Norm, 'persons'> {
  if (mood.kind !== 'fact' && mood.kind !== 'predicate') return {};
  const persons = [...new Set(words.flatMap(({ lower }) => PERSONS.get(lower) ?? []))];
  return persons.length > 0 ? { persons } : {};
}
