import type { Lexicon } from '../../../core/lexicon.js';
import type { Norm } from '../../../core/norm.js';
import { oncePer } from '../../../core/once-per.js';
import { endsAsPlural, isFiniteAuxiliary } from '../1-tokens/verbs.js';
import { isOfKind, isWord, type Word } from '../1-tokens/word.js';
import { isOnly } from '../3-constructions/exclusive.js';
import type { Mood } from './modality.js';
import type { Structure } from './structure.js';

/**
 * What a clause without a verb is: "Additional information", "Postgres 15 in production"; "Owner: Bao". A denial or "only" says what is
 * to be without one: "no dogs in the office". `words` are those of the text, before anything is put in other words.
 */
export function readForm(
  words: readonly Word[],
  mood: Mood,
  structure: Structure,
  lexicon: Lexicon,
): Pick<Norm, 'form'> {
  const { verb, bodyStart } = structure;
  if (mood.kind !== 'fact' || mood.modality !== 'is' || verb !== null) return {};
  if (bodyStart === 0)
    return words.some((word, at) => isOnly(word) || mayBeVerb(words, at, lexicon)) ? {} : { form: 'fragment' };
  const isNamed = words.some((word) => isWord(word, ':', '=')) && !words.some(isFiniteAuxiliary);
  return isNamed ? { form: 'label' } : {};
}

/** A verb of any list, a word behind "we" or "the inn" that may be one nobody listed, or "is" and the like. */
function mayBeVerb(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const [word, before] = [words[at], words[at - 1]];
  if (word === undefined || word.kind !== 'word') return false;
  if (isFiniteAuxiliary(word) || isOfKind(word, lexicon, 'auxiliaries')) return true;
  if (before === undefined || word.lower.endsWith('ing')) return false;
  return isOfKind(before, lexicon, 'pronouns') || mayBeVerbOfNoun(words, at, before, lexicon);
}

function mayBeVerbOfNoun(words: readonly Word[], at: number, before: Word, lexicon: Lexicon): boolean {
  const [word, next] = [words[at] as Word, words[at + 1]];
  const isLast = next === undefined || next.kind === 'mark';
  if (SEVERAL.test(word.text) || (isLast && isTitle(words))) return false;
  if (endsAsPlural(word.lower))
    return before.kind !== 'mark' && before.kind !== 'number' && !endsAsPlural(before.lower);
  if (word.lower !== word.lemma) return lexicon.verbs.has(word.lemma);
  // "Six men *guard* the vault", but not "(country *filter*)", "Armour *class* 17", "Positive *Test* Case"
  const isFollowed = next?.kind === 'word' || next?.kind === 'name' || next?.kind === 'code';
  return isFollowed && !isTitle(words) && lexicon.verbs.has(word.lemma);
}

/** "VMs", "APIs" */
const SEVERAL = /^\p{Lu}{2,}s$/u;

/** "Functional Features", "Positive Test Case": nothing but capitals. */
const isTitle = oncePer((words: readonly Word[]): boolean =>
  words.every(({ kind, capital }) => capital || kind === 'mark'),
);
