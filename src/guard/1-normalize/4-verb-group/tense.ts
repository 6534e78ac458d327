import type { Lexicon } from '../../../core/lexicon.js';
import type { Norm } from '../../../core/norm.js';
import { isPastForm } from '../1-tokens/verbs.js';
import { isWord, type Word } from '../1-tokens/word.js';
import type { Mood } from './modality.js';
import type { Structure } from './structure.js';

const DATES = ['date', 'day', 'year'];

/**
 * Whether a clause tells of a state that was so and says nothing of now: "the light was green", "the team used Slack".
 * What happened is as true today: "was discovered by", "was in 1890", "was rejected", "was moved to".
 */
export function wasSo(words: readonly Word[], mood: Mood, structure: Structure, lexicon: Lexicon): boolean {
  const main = words.filter(({ role }) => role !== 'condition');
  if (mood.kind !== 'fact') return wasRuled(words, mood);
  if (wasUnderWay(main, words, structure)) return true;
  const isOfEvent =
    main.some((word) => isWord(word, 'by')) ||
    (main.some(isDate) && !(structure.voice === 'copula' && isOfDay(words, structure, lexicon)));
  if (isOfEvent || structure.voice === 'passive') return false;
  return structure.voice === 'copula'
    ? opensWithWas(words, structure, lexicon)
    : hadOnce(words, main, structure, lexicon);
}

function isDate({ valueClass }: Word): boolean {
  return DATES.includes(valueClass ?? '');
}

/** "The deadline was 31 May", "the launch was on 3 May", but not "was born on 3 May". */
function isOfDay(words: readonly Word[], { bodyStart }: Structure, { kinds }: Lexicon): boolean {
  const day = words.findIndex(isDate);
  const between = words
    .slice(bodyStart, day)
    .every(({ lower, capital, isStandIn }) => kinds.prepositions.has(lower) && !capital && !isStandIn);
  return words[day]?.valueClass !== 'year' && between && isWord(words[bodyStart - 1], 'was', 'were');
}

/** "was required", "were allowed to", "did not need", "could" */
function wasRuled(words: readonly Word[], { kind, start, end }: Mood): boolean {
  // "need" is taken out of the content where it stands; other words of modality are at the place of the mood.
  const at = kind === 'requirement' ? words.findIndex(({ use }) => use === 'modality') : start;
  const said = words.slice(Math.max(0, at - 2), kind === 'requirement' ? at : end);
  return said.some((word) => word.role !== 'condition' && isWord(word, 'was', 'were', 'did', 'had', 'could'));
}

/** "was failing", "were using" */
function wasUnderWay(main: readonly Word[], words: readonly Word[], { verb }: Structure): boolean {
  const isOngoing = verb !== null && words[verb]?.lower.endsWith('ing') === true;
  return isOngoing && main.some((word) => isWord(word, 'was', 'were'));
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
  if (!lexicon.stative.has(word.lemma) || word.isStandIn) return false;
  return (word.lower !== word.lemma && isPastForm(word.lower, lexicon)) || main.some((other) => isWord(other, 'did'));
}

/** "The team will have eight engineers" */
export function willBe(words: readonly Word[], { kind }: Mood): Pick<Norm, 'isFuture'> {
  const isSaid = words.some((word) => isWord(word, 'will') && word.role !== 'condition');
  return isSaid && kind === 'fact' ? { isFuture: true } : {};
}

type Tense = Norm['tense'];
type Has = (...forms: readonly string[]) => boolean;

/**
 * When what a fact tells of is or was done. Without one are states ("is open"), what is done as a rule in the passive ("is
 * run nightly"), and what was read as another verb ("switched to" as "use").
 */
export function tenseOf(
  words: readonly Word[],
  mood: Mood,
  { verb, voice, bodyStart }: Structure,
  lexicon: Lexicon,
): Pick<Norm, 'tense'> {
  const main = words.filter(({ role }) => role !== 'condition');
  const has: Has = (...forms) => main.some((other) => isWord(other, ...forms));
  const word = verb === null ? undefined : words[verb];
  if (mood.kind !== 'fact' || has('will', 'would')) return {};
  if (word?.isStandIn) return {};
  // A verb that is in no list: "I booked the flight".
  if (word === undefined && bodyStart === 0)
    return main.some(({ lower }) => lower.endsWith('ed') && !lexicon.verbs.has(lower)) ? { tense: 'past' } : {};
  const isPassive = voice !== 'active';
  const tense =
    word === undefined ? withoutVerb(isPassive, endsOngoing(main), has) : ofVerb(word, mood, isPassive, has, lexicon);
  return tense === undefined ? {} : { tense };
}

/** Where "have" or "be" is the verb; "there is" says what is had. What says nothing of now but a state that was so is told by `wasSo`. */
function withoutVerb(isBe: boolean, isOngoing: boolean, has: Has): Tense {
  if (has('being') || (isBe && isOngoing)) return 'progress';
  if (isBe && !has('there')) return has('was', 'were') ? 'perfect' : undefined;
  if (isBe) return has('was', 'were') ? 'past' : 'present';
  return has('had', 'did') ? 'past' : 'present';
}

/** "is drying", "is boring": of a verb that is in no list. */
function endsOngoing(words: readonly Word[]): boolean {
  const [before, last] = words.filter(({ kind }) => kind !== 'mark').slice(-2);
  return (
    last?.lower.endsWith('ing') === true && isWord(before, 'am', 'are', 'is', 'not', 'quite', 'very', 'was', 'were')
  );
}

function ofVerb(word: Word, { modality }: Mood, isPassive: boolean, has: Has, lexicon: Lexicon): Tense {
  if (has('being') || isUnderWay(word, has, lexicon)) return 'progress';
  if (has('has', 'have', 'had')) return 'perfect';
  if (!isPassive && (has('did') || isPast(word, lexicon))) return 'past';
  // "We use X" is no other than "X is used".
  if (!isPassive) return word.lemma === 'use' ? undefined : 'present';
  if (!has('was', 'were')) return;
  // What happens but once stays as it was: "was built in 1890", "was approved"; but "was not approved" may be over.
  return modality === 'is' && lexicon.once.has(word.lemma) ? 'perfect' : 'past';
}

/** "is fixing"; but who "is using" something uses it. */
function isUnderWay({ lower, lemma }: Word, has: Has, lexicon: Lexicon): boolean {
  if (!lower.endsWith('ing') || lower === lemma || lexicon.stative.has(lemma) || lexicon.grammar.lasting.has(lemma))
    return false;
  return has('am', 'are', 'be', 'been', 'is', 'was', 'were') && !has('there');
}

function isPast({ lower, lemma }: Word, lexicon: Lexicon): boolean {
  return lower !== lemma && !lower.endsWith('s') && isPastForm(lower, lexicon);
}
