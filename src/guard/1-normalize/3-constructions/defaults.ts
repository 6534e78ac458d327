import type { Lexicon } from '../../../core/lexicon.js';
import { changed, isAmong, isWord, joined, type Word } from '../1-tokens/word.js';

const APPLIED = ['use', 'apply', 'assume'];

/**
 * Reads "when X is not set", "if unset" and "unless configured otherwise" as what they say of a value: the default.
 * "If X is not set, 5 is used" then has the words of "The default of X is 5".
 */
export function foldDefaults(words: readonly Word[], lexicon: Lexicon): Word[] {
  const start = words.findIndex(
    (word) => word.role === 'condition' && (word.opens === 'if' || word.opens === 'unless'),
  );
  if (start < 0) return [...words];
  const after = words.findIndex((word, index) => index > start && word.role !== 'condition');
  const end = after < 0 ? words.length : after;
  const topic = defaultTopic(words.slice(start, end), lexicon);
  if (topic === null || !words.some(isFilling)) return [...words];
  const [first] = words.slice(start, start + 1);
  if (first === undefined) return [...words];
  const marker = joined([first], { lower: 'default', lemma: 'default', kind: 'name', role: 'rest', opens: null });
  const rest = words.slice(end).map((word) => (isApplied(word) ? changed(word, { use: 'function' }) : word));
  return [...words.slice(0, start), ...topic.map((word) => changed(word, { role: 'rest' })), marker, ...rest];
}

/** The words that name whose default it is; none for "when unset"; null for any other condition. */
function defaultTopic(condition: readonly Word[], lexicon: Lexicon): Word[] | null {
  const denials = condition.filter((word) => isAmong(word, lexicon.grammar.nobody) || word.opens === 'unless').length;
  const isDenied = denials % 2 === 1;
  const isGivenByNone =
    isWord(condition[1], 'nobody') && condition.some(({ lemma }) => lexicon.grammar.give.has(lemma));
  const states =
    isGivenByNone || condition.some((word) => isAmong(word, isDenied ? lexicon.grammar.given : lexicon.grammar.absent));
  if (!states) return null;
  const topic = condition.filter((word) => isTopic(word, lexicon));
  return topic.length <= 2 ? topic : null;
}

function isTopic(word: Word, lexicon: Lexicon): boolean {
  if (word.kind === 'mark' || word.opens !== null) return false;
  return (
    word.kind === 'code' ||
    !(
      lexicon.functionWords.has(word.lower) ||
      [lexicon.grammar.absent, lexicon.grammar.given, lexicon.grammar.nobody].some((list) => list.has(word.lower)) ||
      isWord(word, 'otherwise', 'explicitly', 'value') ||
      lexicon.grammar.give.has(word.lemma)
    )
  );
}

/** What a default may be: "if unset, *5*", "`auto` is *used* …"; but not "the job fails if the file is missing". */
function isFilling(word: Word): boolean {
  return (word.role !== 'condition' && (word.valueClass !== null || word.kind === 'code')) || isApplied(word);
}

function isApplied(word: Word): boolean {
  return word.role !== 'condition' && word.kind === 'word' && APPLIED.includes(word.lemma);
}
