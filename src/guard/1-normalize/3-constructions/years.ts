import type { Lexicon } from '../../../core/lexicon.js';
import { oncePer } from '../../../core/once-per.js';
import { endsAsPlural } from '../1-tokens/verbs.js';
import { isAmong, isWord, type Word } from '../1-tokens/word.js';

/**
 * Whether a number that looks like a year is none: it counts what comes next ("1536 customers"), or is what a thing is that is no
 * date ("the MTU is 1500", "max_connections: 1536", "a limit of 1500").
 */
export function isAmount(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const before = words[at - 1];
  if (isWord(before, 'port', 'ports')) return true;
  if (isCount(words, at, lexicon)) return true;
  if (isDated(words, lexicon)) return false;
  return isComplement(words, at) || isOfSlot(words, at, lexicon) || isSet(words, at);
}

/** "We have *1536 customers*", but not "in 2024 customers …". */
function isCount(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const [before, next, after] = [words[at - 1], words[at + 1], words[at + 2]];
  if (before === undefined || isBeforeYear(before, lexicon)) return false;
  if (next?.kind !== 'word' || next.capital || !endsAsPlural(next.lower) || lexicon.functionWords.has(next.lower))
    return false;
  return after === undefined || after.kind === 'mark' || !lexicon.nameOnly.has(after.lower);
}

function isBeforeYear(word: Word, { grammar, kinds }: Lexicon): boolean {
  return isAmong(word, grammar.before_months) || kinds.prepositions.has(word.lower) || isWord(word, ',', '(', 'the');
}

/** "*founded*: 1998", "the *deadline* is 2027": something that has a year. */
const isDated = (words: readonly Word[], { grammar }: Lexicon): boolean => {
  const said = lemmas(words);
  for (const noun of grammar.dated) if (said.has(noun)) return true;
  return false;
};

const lemmas = oncePer((words: readonly Word[]) => new Set(words.flatMap(({ lemma, lower }) => [lemma, lower])));

/** "is 1500", "must be 1500", ": 1500", "= 1500", and nothing after it. */
function isComplement(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  return isWord(words[at - 1], 'is', 'be', ':', '=') && (next === undefined || next.kind === 'mark');
}

/** "a *limit* of 1500" */
function isOfSlot(words: readonly Word[], at: number, { grammar, slotHeads }: Lexicon): boolean {
  const noun = words[at - 2];
  return (
    isWord(words[at - 1], 'of') && noun !== undefined && (slotHeads.has(noun.lemma) || grammar.decimal.has(noun.lemma))
  );
}

const SETTING = ['capped', 'default', 'equal', 'limited', 'raised', 'reduced', 'set'];

/** "is set to 1536" */
function isSet(words: readonly Word[], at: number): boolean {
  return isWord(words[at - 1], 'to', 'at') && SETTING.includes(words[at - 2]?.lemma ?? '');
}
