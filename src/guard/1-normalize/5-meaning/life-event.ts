import type { Lexicon } from '../../../core/lexicon.js';
import type { LifeEvent, Norm } from '../../../core/norm.js';
import { isFiniteAuxiliary, isPastForm } from '../1-tokens/verbs.js';
import { isWord, type Word } from '../1-tokens/word.js';
import type { Mood } from '../4-verb-group/modality.js';

/** "the bard", "the last high priestess": words before a name. */
const NAME_MAX = 6;
const ERA = /^[A-Z]{2,3}$/;

/**
 * "Brother Anselm died in 667", "In 671 Brother Anselm preached at Harn": what somebody with a name did in one year, or that
 * their life began or ended in it. The era of a year is as it is written, for calendars that are not declared. Empty
 * where a clause tells of no such thing, denies it, or names more than one year.
 */
export function lifeEvent(words: readonly Word[], mood: Mood, lexicon: Lexicon): Pick<Norm, 'lifeEvent'> {
  if (mood.kind !== 'fact' || mood.modality !== 'is' || words.some(({ lower }) => lexicon.negators.has(lower)))
    return {};
  const year = yearOf(words);
  if (year === null) return {};
  for (let from = 0; from < words.length; from += 1) {
    const end = nameEnd(words, from);
    if (end === from) continue;
    const isPart = lexicon.kinds.prepositions.has(words[from - 1]?.lower ?? '');
    const act = isPart ? null : actAt(words, end, lexicon);
    if (act !== null) return { lifeEvent: { who: nameOf(words.slice(from, end)), ...year, ...act } };
    from = end - 1;
  }
  return {};
}

/** Where a name that begins at a word ends: "Brother Anselm", "the Guild of Lanterns"; the word itself where none does. */
function nameEnd(words: readonly Word[], from: number): number {
  let end = from;
  while (end - from < NAME_MAX) {
    const at = end > from && isWord(words[end], 'of', 'the') ? end + 1 : end;
    const word = words[at];
    const isEra = words[at - 1]?.kind === 'number' && ERA.test(word?.text ?? '');
    if (word === undefined || !word.capital || word.kind !== 'word' || word.isMentioned || isEra) break;
    end = at + 1;
  }
  return end;
}

function nameOf(words: readonly Word[]): string {
  return words
    .filter((word) => !isWord(word, 'of', 'the'))
    .map(({ lower }) => lower)
    .join(' ');
}

/** What is told of a name right before a word; null for no deed in the past. */
function actAt(words: readonly Word[], at: number, lexicon: Lexicon): Pick<LifeEvent, 'bound'> | null {
  const verb = words[at];
  if (verb === undefined || verb.kind !== 'word') return null;
  if (isWord(verb, 'was', 'were')) return been(words[at + 1], lexicon);
  if (isFiniteAuxiliary(verb) || !isPastForm(verb.lower, lexicon)) return null;
  return lexicon.lives.endByItself.has(verb.lemma) ? { bound: 'end' } : {};
}

/** "was *slain*", "was *founded*", "was *king*"; what else was done to somebody says nothing of their life. */
function been(word: Word | undefined, lexicon: Lexicon): Pick<LifeEvent, 'bound'> | null {
  if (word?.kind !== 'word') return null;
  if (!isPastForm(word.lower, lexicon)) return {};
  if (lexicon.lives.begin.has(word.lemma)) return { bound: 'begin' };
  return lexicon.lives.end.has(word.lemma) ? { bound: 'end' } : null;
}

/** "in 667", "in the year 15 of the Third Dawn", "in 77 TA": the one year that a clause names. */
function yearOf(words: readonly Word[]): Pick<LifeEvent, 'year' | 'era'> | null {
  const [at, ...others] = words.flatMap(({ kind }, index) => (kind === 'number' ? [index] : []));
  const word = at === undefined ? undefined : words[at];
  if (at === undefined || word === undefined || others.length > 0 || !/^\d{1,4}$/.test(word.lower)) return null;
  if (!isWord(words[at - 1], 'in', 'year')) return null;
  const era = eraAfter(words, at);
  return era === null ? null : { year: Number(word.lower), era };
}

/** As it is written, empty where nothing says; null where the number counts something. */
function eraAfter(words: readonly Word[], at: number): string | null {
  const next = words[at + 1];
  if (next === undefined || next.kind === 'mark') return '';
  if (ERA.test(next.text)) return next.lower;
  if (isWord(next, 'of')) {
    const from = isWord(words[at + 2], 'the') ? at + 3 : at + 2;
    const end = nameEnd(words, from);
    return end === from ? null : nameOf(words.slice(from, end));
  }
  return next.capital || isWord(next, 'at', 'by', 'for', 'from', 'in', 'near', 'of', 'on', 'the', 'to', 'with')
    ? ''
    : null;
}
