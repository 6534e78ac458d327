import type { Lexicon } from '../../../core/lexicon.js';
import type { LifeEvent } from '../../../core/norm.js';
import { isWord, type Word } from '../1-tokens/word.js';
import { isFiniteAuxiliary, isPastForm } from '../verbs.js';

/** "the bard", "the last high priestess": words before a name. */
const NAME_MAX = 6;

/**
 * "Brother Anselm died in 667", "In 671 Brother Anselm preached at Harn": what somebody with a name did in one year, or that
 * their life began or ended in it. The era of a year is as it is written, for calendars that are not declared. Null where
 * a clause tells of no such thing, denies it, or names more than one year.
 */
export function lifeEvent(words: readonly Word[], lexicon: Lexicon): LifeEvent | null {
  if (words.some(({ lower }) => lexicon.negators.has(lower))) return null;
  const year = yearOf(words);
  if (year === null) return null;
  for (let from = 0; from < words.length; from += 1) {
    const end = nameEnd(words, from);
    if (end === from) continue;
    const isPart = lexicon.kinds.prepositions.has(words[from - 1]?.lower ?? '');
    const act = isPart ? null : actAt(words, end, lexicon);
    if (act !== null) return { who: nameOf(words.slice(from, end)), ...year, ...act };
    from = end - 1;
  }
  return null;
}

/** Where a name that begins at a word ends: "Brother Anselm", "the Guild of Lanterns"; the word itself where none does. */
function nameEnd(words: readonly Word[], from: number): number {
  let end = from;
  while (end - from < NAME_MAX) {
    const at = end > from && isWord(words[end], 'of', 'the') ? end + 1 : end;
    const word = words[at];
    const isEra = words[at - 1]?.kind === 'number';
    if (word === undefined || !word.capital || word.kind !== 'word' || word.isMentioned === true || isEra) break;
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
  const { begin, end, endByItself } = lexicon.lives;
  if (isWord(verb, 'was', 'were')) {
    const done = words[at + 1];
    if (done === undefined || !isPastForm(done.lower, lexicon)) return done?.kind === 'word' ? {} : null;
    if (begin.has(done.lemma)) return { bound: 'begin' };
    return end.has(done.lemma) ? { bound: 'end' } : null;
  }
  if (isFiniteAuxiliary(verb) || !isPastForm(verb.lower, lexicon)) return null;
  return endByItself.has(verb.lemma) ? { bound: 'end' } : {};
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
  if (/^[A-Z]{2,3}$/.test(next.text)) return next.lower;
  if (isWord(next, 'of')) {
    const from = isWord(words[at + 2], 'the') ? at + 3 : at + 2;
    const end = nameEnd(words, from);
    return end === from ? null : nameOf(words.slice(from, end));
  }
  return next.capital || isWord(next, 'at', 'by', 'for', 'from', 'in', 'near', 'of', 'on', 'the', 'to', 'with') ? '' : null;
}
