import type { Lexicon } from '../../../core/lexicon.js';
import { oncePer } from '../../../core/once-per.js';
import { isPastForm } from '../1-tokens/verbs.js';
import { isWord, type Word } from '../1-tokens/word.js';
import { type FrameContext, placeOf, verbOf, wordBefore } from './frame-context.js';

/** "The volcano erupted in 1822": and in 1901 too; but it was founded, or erupted last, in one year only. */
export const mayHappenAgain = oncePer((context: FrameContext): boolean => {
  const { words, structure, isFact, lexicon } = context;
  const verb = verbOf(context);
  if (words.some((word) => isWord(word, 'first', 'last', 'latest'))) return false;
  if (isFact && isOfSome(context)) return true;
  if (verb === undefined) return false;
  if (lexicon.recurrent.has(verb.lemma) || isRenewed(verb, context)) return true;
  return isFact && structure.voice !== 'copula' && isPast(verb) && !lexicon.once.has(verb.lemma);
});

/** "The roof was replaced in 1976": by a new roof, which may be replaced too. */
function isRenewed({ lemma }: Word, { words, structure }: FrameContext): boolean {
  return lemma === 'replace' && structure.voice === 'passive' && !words.some((word) => isWord(word, 'by', 'with'));
}

/** "sacked", "raided" too: verbs that are in no list, as they are nouns as well. */
function isPast({ text, lemma, lower }: Word): boolean {
  return (text.toLowerCase() !== lemma && !text.endsWith('s')) || lower.endsWith('ed');
}

/** The more is said of what happened, the less likely another thing is meant. */
const SOME_MAX = 4;

/** "*A* bug was fixed in 2.1", "The king signed *a* treaty in 310": and another one later; but "became a duchy" once. */
function isOfSome(context: FrameContext): boolean {
  const { words, structure, lexicon } = context;
  const said = words.filter(
    ({ use, kind, lower, valueClass }) =>
      use === 'content' && kind !== 'mark' && valueClass === null && !lexicon.functionWords.has(lower),
  );
  if (said.length > SOME_MAX) return false;
  if (isWord(words[0], 'a', 'an', 'another')) return true;
  const verb = verbOf(context);
  if (structure.verb === null || structure.voice !== 'active' || verb?.lemma === 'become') return false;
  return isWord(words[structure.verb + 1], 'a', 'an', 'another');
}

/** "in 310", "in 2.1": a year of the story, or a version, is written like any number. */
export function isOfNoEra(word: Word, context: FrameContext): boolean {
  if (!context.isFact || word.quantity === null || word.quantity.dimension !== null) return false;
  return isWord(wordBefore(word, context), 'in') && lastOfClause(context) <= placeOf(word, context);
}

/** Where the last word stands that is no mark. */
const lastOfClause = oncePer(({ words }: FrameContext) => words.findLastIndex(({ kind }) => kind !== 'mark'));

/** "Ana ran 5 km", "the team fixed 3 bugs": and 8 km, or 4 bugs, another day. "The siege lasted 3 months" only once. */
export function isOfOneDeed({ quantity }: Word, context: FrameContext): boolean {
  const { structure, isFact, lexicon } = context;
  if (quantity === null || !isFact) return false;
  const verb = verbOf(context);
  // A verb that is in no list: "Ana cycled 5 km".
  if (verb === undefined) return structure.bodyStart === 0 && hasPlainPast(context);
  if (!isPast(verb)) return false;
  if (lexicon.recurrent.has(verb.lemma)) return true;
  const isCounted = quantity.dimension === null || quantity.dimension === 'count';
  if (structure.voice !== 'active' || lexicon.stative.has(verb.lemma)) return false;
  return !lexicon.once.has(verb.lemma) || (isCounted && !isWord(verb, 'became'));
}

/** "cycled": a past form, whether or not it is the verb. */
export const hasPlainPast = oncePer(({ words, lexicon }: FrameContext) =>
  words.some((word) => isPlainPast(word, lexicon)),
);

function isPlainPast({ kind, lower, capital, isStandIn }: Word, lexicon: Lexicon): boolean {
  return kind === 'word' && !capital && !isStandIn && isPastForm(lower, lexicon);
}

/** "was destroyed again": this is another time. */
export const isRepeated = oncePer(
  ({ words, isFact }: FrameContext) => isFact && words.some((word) => isWord(word, 'again', 'anew')),
);
