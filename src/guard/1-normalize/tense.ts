import type { Lexicon } from '../../core/lexicon.js';
import type { Norm } from '../../core/norm.js';
import type { Mood } from './modality.js';
import type { Structure } from './structure.js';
import { isWord, type Word } from './word.js';

const DATES = ['date', 'day', 'year'];

/**
 * Whether a clause tells of a state that was so and says nothing of now: "the light was green", "the team used
 * Slack". What happened ("was discovered by", "was in 1890", "was rejected") is as true today, so it has no such tense.
 */
export function readTense(
  words: readonly Word[],
  { mood, structure, isChange }: { mood: Mood; structure: Structure; isChange: boolean },
  lexicon: Lexicon,
): Pick<Norm, 'tense'> {
  const main = words.filter(({ role }) => role !== 'condition');
  const isOfEvent = main.some((word) => isWord(word, 'by') || DATES.includes(word.valueClass ?? ''));
  if (mood.kind !== 'fact' || isChange || isOfEvent) return {};
  const isPast =
    structure.voice === 'copula'
      ? main.some((word) => isWord(word, 'was', 'were'))
      : structure.voice === 'active' && hadOnce(words, main, structure, lexicon);
  return isPast ? { tense: 'past' } : {};
}

/** "had four rooms", "used Slack", "did not use Slack", but not "has used Slack". */
function hadOnce(words: readonly Word[], main: readonly Word[], { verb }: Structure, lexicon: Lexicon): boolean {
  const word = verb === null ? undefined : words[verb];
  if (main.some((other) => isWord(other, 'has', 'have'))) return false;
  if (word === undefined) return main.some((other) => isWord(other, 'had'));
  if (!lexicon.stative.has(word.lemma)) return false;
  const isForm = word.lower.endsWith('ed') || lexicon.irregular.has(word.lower);
  const isPast = word.text.toLowerCase() === word.lower && word.lower !== word.lemma && isForm;
  return isPast || main.some((other) => isWord(other, 'did'));
}
