import type { Lexicon } from '../../../core/lexicon.js';
import type { Norm } from '../../../core/norm.js';
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
  const [word, before, next] = [words[at], words[at - 1], words[at + 1]];
  if (word === undefined || word.kind !== 'word') return false;
  if (isFiniteAuxiliary(word) || isOfKind(word, lexicon, 'auxiliaries')) return true;
  if (before === undefined || word.lower.endsWith('ing')) return false;
  if (isOfKind(before, lexicon, 'pronouns')) return true;
  if (endsAsPlural(word.lower))
    return before.kind !== 'mark' && before.kind !== 'number' && !endsAsPlural(before.lower);
  // "Six men *guard* the vault", but not "(country *filter*)", "Armour *class* 17"
  const isFollowed = next?.kind === 'word' || next?.kind === 'name' || next?.kind === 'code';
  return lexicon.verbs.has(word.lemma) && (word.lower !== word.lemma || isFollowed);
}
