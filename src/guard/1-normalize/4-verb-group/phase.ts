import type { Lexicon } from '../../../core/lexicon.js';
import type { Norm } from '../../../core/norm.js';
import { isPastForm } from '../1-tokens/verbs.js';
import { isAmong, isWord, type Word } from '../1-tokens/word.js';
import type { Structure } from './structure.js';

/** Whether a clause says that something is over ("was retired") or that it is still so. */
export function readPhase(words: readonly Word[], structure: Structure, lexicon: Lexicon): Norm['phase'] {
  const { verb } = structure;
  const main = words.filter(({ role }) => role !== 'condition');
  if (main.some((word) => isWord(word, 'still'))) return 'still';
  if (main.some((word, at) => isWord(word, 'no') && isWord(main[at + 1], 'longer') && !isWord(main[at + 2], 'than')))
    return 'over';
  if (isNotAnyMore(main) || isFormerly(words, structure)) return 'over';
  if (isDone(main, lexicon)) return 'over';
  const ending = verb === null ? undefined : words[verb];
  if (ending === undefined || !lexicon.ending.has(ending.lemma)) return undefined;
  const isPast = isPastForm(ending.text.toLowerCase(), lexicon);
  const wasSo = words.slice(0, verb ?? 0).some((word) => isWord(word, 'was', 'were', 'been', 'has', 'have', 'had'));
  return isPast || wasSo ? 'over' : undefined;
}

/** "The API *used to be* REST", "was *formerly* REST", but not "is used to build" or "data used to build". */
export function isFormerly(words: readonly Word[], { verb, voice }: Structure): boolean {
  if (words.some((word) => isWord(word, 'formerly'))) return true;
  return verb !== null && voice === 'active' && isWord(words[verb], 'used') && isWord(words[verb + 1], 'to');
}

/** What is no more after what a clause tells; "closed" says so only with "for good". */
export function readGone(
  words: readonly Word[],
  { verb, voice }: Structure,
  lexicon: Lexicon,
): Pick<Norm, 'gone' | 'isOutlasting'> {
  const main = verb === null ? undefined : words[verb];
  if (main === undefined) return isDead(words, voice) ? { gone: 'agent' } : {};
  if (lexicon.outlasting.has(main.lemma)) return { isOutlasting: true };
  const isEnd = lexicon.gone.has(main.lemma) || (lexicon.ending.has(main.lemma) && isForGood(words));
  const wasSo = words.slice(0, verb ?? 0).some((word) => isWord(word, 'was', 'were', 'been', 'has', 'have', 'had'));
  // "Old files are deleted": again and again.
  const isDone = wasSo || (voice === 'active' && isPastForm(main.text.toLowerCase(), lexicon));
  if (!isEnd || !isDone) return {};
  return { gone: lexicon.goneByItself.has(main.lemma) && voice === 'active' ? 'agent' : 'patient' };
}

/** "is dead", but not "the dead man's chest" */
function isDead(words: readonly Word[], voice: Structure['voice']): boolean {
  const last = words.findLast(({ kind, role }) => kind !== 'mark' && role !== 'condition');
  return voice === 'copula' && isWord(last, 'dead', 'deceased') && last?.role === 'rest';
}

function isForGood(words: readonly Word[]): boolean {
  return words.some((word) => isWord(word, 'permanently', 'forever'));
}

/** "is finished", "has been fixed", but not "is not done", "is a fixed amount" */
function isDone(words: readonly Word[], lexicon: Lexicon): boolean {
  const at = words.findIndex((word) => isAmong(word, lexicon.grammar.done));
  return (
    at > 0 && isWord(words[at - 1], 'is', 'are', 'was', 'were', 'been') && !words.some((word) => isWord(word, 'not'))
  );
}

/** "does not use X any more" */
function isNotAnyMore(words: readonly Word[]): boolean {
  const at = words.findIndex(
    (word, index) => isWord(word, 'anymore') || (isWord(word, 'any') && isWord(words[index + 1], 'more')),
  );
  const next = words[isWord(words[at], 'any') ? at + 2 : at + 1];
  const isLast = next === undefined || next.kind === 'mark' || next.use !== 'content';
  return isLast && words.slice(0, Math.max(at, 0)).some((word) => isWord(word, 'not', 'never'));
}
