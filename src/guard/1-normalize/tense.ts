import type { Lexicon } from '../../core/lexicon.js';
import type { Norm } from '../../core/norm.js';
import type { Mood } from './modality.js';
import type { Structure } from './structure.js';
import { isPastForm } from './verbs.js';
import { isWord, type Word } from './word.js';

const DATES = ['date', 'day', 'year'];

/**
 * Whether a clause tells of a state that was so and says nothing of now: "the light was green", "the team used Slack".
 * What happened is as true today: "was discovered by", "was in 1890", "was rejected", "was moved to".
 */
export function wasSo(words: readonly Word[], mood: Mood, structure: Structure, lexicon: Lexicon): boolean {
  const main = words.filter(({ role }) => role !== 'condition');
  const isOfEvent = main.some((word) => isWord(word, 'by') || DATES.includes(word.valueClass ?? ''));
  if (mood.kind !== 'fact' || isOfEvent || structure.voice === 'passive') return false;
  return structure.voice === 'copula'
    ? opensWithWas(words, structure, lexicon)
    : hadOnce(words, main, structure, lexicon);
}

function opensWithWas(words: readonly Word[], { bodyStart }: Structure, { kinds }: Lexicon): boolean {
  const before = words.slice(0, bodyStart).findLast(({ use, lower }) => use === 'content' && !kinds.adverbs.has(lower));
  return isWord(before, 'was', 'were');
}

/** "had four rooms", "used Slack", "did not use Slack", but not "has used Slack". */
function hadOnce(words: readonly Word[], main: readonly Word[], { verb }: Structure, lexicon: Lexicon): boolean {
  const word = verb === null ? undefined : words[verb];
  if (main.some((other) => isWord(other, 'has', 'have'))) return false;
  if (word === undefined) return main.some((other) => isWord(other, 'had'));
  // What was read as another verb ("switched to" as "use") tells of a change.
  if (!lexicon.stative.has(word.lemma) || word.text.toLowerCase() !== word.lower) return false;
  return (word.lower !== word.lemma && isPastForm(word.lower, lexicon)) || main.some((other) => isWord(other, 'did'));
}

/** "The team will have eight engineers" */
export function willBe(words: readonly Word[], { kind }: Mood): Pick<Norm, 'isFuture'> {
  const isSaid = words.some((word) => isWord(word, 'will') && word.role !== 'condition');
  return isSaid && kind === 'fact' ? { isFuture: true } : {};
}

/** Verbs of which "is V-ing" says no more than "V-s". */
const LASTING = ['host', 'live', 'rely', 'run', 'support', 'use', 'work'];

/**
 * When what a fact tells of is or was done. Without one are states ("is open"), what is done as a rule in the passive ("is
 * run nightly"), and what was read as another verb ("switched to" as "use").
 */
export function tenseOf(
  words: readonly Word[],
  { kind }: Mood,
  { verb, voice }: Structure,
  lexicon: Lexicon,
): Pick<Norm, 'tense'> {
  if (kind !== 'fact') return {};
  const main = words.filter(({ role }) => role !== 'condition');
  const has = (...forms: readonly string[]) => main.some((other) => isWord(other, ...forms));
  const word = verb === null ? undefined : words[verb];
  if (has('will', 'would') || (word !== undefined && word.text.toLowerCase() !== word.lower)) return {};
  if (has('being') || (word !== undefined && isUnderWay(word, has, lexicon))) return { tense: 'progress' };
  if (word === undefined) return voice === 'active' ? having(has) : being(has);
  if (has('has', 'have', 'had')) return { tense: 'perfect' };
  if (voice !== 'active') return done(word, has, lexicon);
  return { tense: has('did') || isPast(word, lexicon) ? 'past' : 'present' };
}

/** "is fixing"; but who "is using" something uses it. */
function isUnderWay({ lower, lemma }: Word, has: (...forms: string[]) => boolean, lexicon: Lexicon): boolean {
  if (!lower.endsWith('ing') || lower === lemma || lexicon.stative.has(lemma) || LASTING.includes(lemma)) return false;
  return has('am', 'are', 'be', 'been', 'is', 'was', 'were') && !has('there');
}

/** What happens but once stays as it was: "was built in 1890", "was approved". */
function done({ lemma }: Word, has: (...forms: string[]) => boolean, lexicon: Lexicon): Pick<Norm, 'tense'> {
  if (!has('was', 'were')) return {};
  return { tense: lexicon.once.has(lemma) ? 'perfect' : 'past' };
}

/** "was in 1890"; what says nothing of now but a state that was so is told by `wasSo`. */
function being(has: (...forms: string[]) => boolean): Pick<Norm, 'tense'> {
  return has('was', 'were') ? { tense: 'perfect' } : {};
}

/** Where "have" is the verb. */
function having(has: (...forms: string[]) => boolean): Pick<Norm, 'tense'> {
  return { tense: has('had', 'did') ? 'past' : 'present' };
}

function isPast({ lower, lemma }: Word, lexicon: Lexicon): boolean {
  return lower !== lemma && !lower.endsWith('s') && isPastForm(lower, lexicon);
}
