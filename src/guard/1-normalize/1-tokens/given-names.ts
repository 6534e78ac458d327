import type { Lexicon } from '../../../core/lexicon.js';
import { isInflectedVerb } from '../../../core/stem.js';
import { isFiniteAuxiliary, isPastForm } from './verbs.js';
import { changed, isAmong, isOfKind, isOwner, isWord, type Word } from './word.js';

/** Ends the form of a given name, so that no list of words has it. */
const MARK = '@';
/** So many words are looked through for the verb of a clause. */
const CLAUSE_MAX = 16;

/**
 * Gives names that are words elsewhere forms of their own, as "Anna" has one: "*Will* owns the key", "owned by *Rose*",
 * "*May*'s outage". Only a capital and what stands beside it can tell; what could be the word stays the word.
 */
export function withGivenNames(words: Word[], lexicon: Lexicon): Word[] {
  if (!words.some((word) => mayBeName(word, lexicon))) return words;
  return words.map((word, at) => {
    if (!mayBeName(word, lexicon) || !isGivenName(words, at, lexicon)) return word;
    const form = `${word.lower}${MARK}`;
    return changed(word, { lower: form, lemma: form, isStandIn: true });
  });
}

function mayBeName(word: Word, { grammar }: Lexicon): boolean {
  return word.capital && word.kind === 'word' && isAmong(word, grammar.given_names) && !isInCapitals(word);
}

function isInCapitals({ text }: Word): boolean {
  return text === text.toUpperCase();
}

function isGivenName(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const word = words[at] as Word;
  if (isOwner(word)) return true;
  const [before, next] = [words[at - 1], words[at + 1]];
  // A longer name, or a title in which every word has a capital.
  if (next?.capital || (before?.capital && at > 1)) return false;
  return isSubject(words, at, lexicon) || isNamedAfter(word, before, next, lexicon);
}

/** "*Will* owns the key", "*May* is the lead": a finite verb of the third person follows, which neither a modal verb nor an order has. */
function isSubject(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const word = words[at] as Word;
  const [next, after] = words.slice(at + 1, at + 3);
  if (next?.kind !== 'word' || after === undefined || isOfDate(words[at - 1])) return false;
  // "Max is 5 MB"
  if (isWord(next, 'is', 'was', 'has')) return after.kind !== 'number';
  const isModal = isFiniteAuxiliary(word);
  if (isModal && isFiniteAuxiliary(next)) return true;
  const isVerb = next.lower !== next.lemma && isInflectedVerb(next.lower, lexicon);
  if (!isVerb || next.lower.endsWith('ing')) return false;
  if (isOfKind(after, lexicon, 'articles', 'determiners')) return true;
  // "May releases in the EU are frozen", "Mark tasks as done"
  const isNoun = words.slice(at + 2, at + CLAUSE_MAX).some((each) => isOfKind(each, lexicon, 'auxiliaries'));
  const isTold = isModal || isPastForm(next.lower, lexicon);
  return isTold && isOfKind(after, lexicon, 'prepositions') && !isNoun;
}

/** "*14* May is the day" */
function isOfDate(before: Word | undefined): boolean {
  return before?.kind === 'number';
}

/** "owned by *Will*", "the lead is *Rose*": a capital within a sentence. May is the month there. */
function isNamedAfter(word: Word, before: Word | undefined, next: Word | undefined, lexicon: Lexicon): boolean {
  if (isWord(word, 'may') || before === undefined || before.capital) return false;
  const isPlaced = isOfKind(before, lexicon, 'prepositions') || isWord(before, 'is', 'was', 'are', 'and');
  const isEnd =
    next === undefined || next.kind === 'mark' || isOfKind(next, lexicon, 'prepositions') || isWord(next, 'and');
  return isPlaced && isEnd;
}
