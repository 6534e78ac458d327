import type { Lexicon } from '../../../core/lexicon.js';
import { isPastForm } from '../1-tokens/verbs.js';
import { isAmong, isOfKind, isWord, type Word } from '../1-tokens/word.js';

/** Words that a thing is named by at most, with what leads to it, and words behind it among which "to" is looked for. */
const REACH = 8;

/** The words of a known thing that somebody gave out of his hands, or has. */
export interface InHands {
  isGiven: boolean;
  words: Word[];
}

/**
 * What somebody gave away, or has: "gave *the ring* to Tom", "still has *the ring*". Of a known thing only: who gave "a talk" or has "a
 * bike" may have another one.
 */
export function readHands(words: readonly Word[], lexicon: Lexicon): InHands | null {
  if (words.some(({ use, opens }) => use === 'negation' || use === 'modality' || opens !== null)) return null;
  const { grammar } = lexicon;
  const at = words.findLastIndex(({ kind, lemma, role }) => {
    return kind === 'word' && role !== 'condition' && (grammar.passing.has(lemma) || grammar.keeping.has(lemma));
  });
  const verb = words[at];
  if (verb === undefined) return null;
  const isGiven = grammar.passing.has(verb.lemma);
  const isPast = isPastForm(verb.lower, lexicon);
  if (isGiven ? !isPast : isPast && !isWord(words[at - 1], 'has', 'have')) return null;
  const ahead = words.slice(at + 1, at + 1 + REACH);
  const from = ahead.findIndex((word) => isAmong(word, grammar.known));
  // "handed *over* the keys", "hangs *on to* the keys": nothing but particles stands between.
  if (
    from < 0 ||
    !ahead.slice(0, from).every((word) => isOfKind(word, lexicon, 'prepositions') || isWord(word, ...AWAY))
  )
    return null;
  const object = nounPhrase(ahead.slice(from), lexicon);
  const isOut =
    SELF_TELLING.has(verb.lemma) || words.slice(at + 1, at + 1 + 2 * REACH).some((word) => isWord(word, 'to', ...AWAY));
  return object.length > 0 && (!isGiven || isOut) ? { isGiven, words: object } : null;
}

const AWAY = ['away', 'back'];
/** They say without "to" that a thing went to somebody else. */
const SELF_TELLING = new Set(['donate', 'return']);

/** The words with content up to the next preposition, mark or clause. */
function nounPhrase(words: readonly Word[], lexicon: Lexicon): Word[] {
  const end = words.findIndex(
    (word) =>
      word.kind === 'mark' ||
      isWord(word, ...AWAY) ||
      isOfKind(word, lexicon, 'prepositions', 'relatives', 'conjunctions'),
  );
  const phrase = end < 0 ? words : words.slice(0, end);
  return phrase.filter(({ use, lower }) => use === 'content' && !lexicon.functionWords.has(lower));
}
