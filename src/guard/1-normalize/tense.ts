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

/** When what a fact tells of was or is done: "the job ran", "was run", "does not run"; not "has run", nor the state "is run". */
export function tenseOf(
  words: readonly Word[],
  { kind }: Mood,
  { verb, voice }: Structure,
  lexicon: Lexicon,
): Pick<Norm, 'tense'> {
  const word = verb === null ? undefined : words[verb];
  if (kind !== 'fact' || word === undefined) return {};
  const has = (...forms: readonly string[]) =>
    words.some((other) => other.role !== 'condition' && isWord(other, ...forms));
  // What was read as another verb ("switched to" as "use") does not show its tense.
  if (has('had', 'has', 'have', 'will', 'would') || word.text.toLowerCase() !== word.lower) return {};
  const wasDone = has('was', 'were');
  if (voice !== 'active') return voice === 'passive' && wasDone ? { tense: 'past' } : {};
  if (wasDone) return {};
  if (has('did')) return { tense: 'past' };
  const isPast = word.lower !== word.lemma && !word.lower.endsWith('s') && isPastForm(word.lower, lexicon);
  return { tense: isPast ? 'past' : 'present' };
}
