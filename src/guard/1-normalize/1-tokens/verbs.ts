import type { Lexicon } from '../../../core/lexicon.js';
import { oncePer } from '../../../core/once-per.js';
import { isInflectedVerb } from '../../../core/stem.js';
import { isLetter } from './letters.js';
import { isAmong, isOfKind, isWord, type Word } from './word.js';

/** Whether a word is a verb of its own, where it stands: no noun, no participle of the subject, no part of a name. */
export function isLexicalVerb(words: readonly Word[], word: Word, index: number, lexicon: Lexicon): boolean {
  if (word.role === 'condition' || word.kind !== 'word' || word.use !== 'content' || index === 0 || word.capital)
    return false;
  const before = words[index - 1];
  if (
    word.lower.endsWith('ing') ||
    !(isInflectedVerb(word.lower, lexicon) || isPluralVerb(words, index, lexicon) || isAfterMany(words, index, lexicon))
  )
    return false;
  if (before === undefined || before.kind === 'mark') return before?.lower === ')' || before?.lower === ',';
  if (before.kind === 'number' && isWord(word, 'times')) return false;
  if (isLetter(words, index - 1, lexicon)) return true;
  if (isOfKind(before, lexicon, 'articles', 'determiners', 'prepositions', 'relatives')) return false;
  if (isWord(before, 'we', 'they', 'you', 'i')) return true;
  return !isCompoundNoun(word, words[index + 1], lexicon) && !(index === 1 && endsSubject(words, lexicon));
}

/** The nearest word before that is neither an adverb nor a negation: "we no longer *use*". */
function subjectBefore(words: readonly Word[], index: number, lexicon: Lexicon): Word | undefined {
  let at = index - 1;
  for (let word = words[at]; word !== undefined && at > 0; word = words[at]) {
    if (word.use === 'content' && !lexicon.kinds.adverbs.has(word.lower)) break;
    at -= 1;
  }
  return words[at];
}

/** "Requests need …", "We need …": the base form right after a plural. */
function isPluralVerb(words: readonly Word[], index: number, lexicon: Lexicon): boolean {
  if (!lexicon.verbs.has(words[index]?.lower ?? '')) return false;
  const before = subjectBefore(words, index, lexicon);
  if (before === undefined || before.kind !== 'word') return false;
  return endsAsPlural(before.lower) || isWord(before, 'we', 'they', 'you', 'i');
}

/** "Tests that touch the network *belong* in …", "Ada and Emil *receive* …": the base form of what is no noun, after many or several. */
function isAfterMany(words: readonly Word[], index: number, lexicon: Lexicon): boolean {
  const [word, before] = [words[index] as Word, words[index - 1] as Word];
  if (!lexicon.onlyVerbs.has(word.lower) || before.kind === 'mark' || before.use !== 'content') return false;
  if (isAuxiliary(before, lexicon) || lexicon.functionWords.has(before.lower) || isWord(before, 'to')) return false;
  const first = firstOfMany(words);
  return first >= 0 && first < index;
}

/** Where the first plural or "and" stands, or -1. */
const firstOfMany = oncePer((words: readonly Word[]): number =>
  words.findIndex(({ lower, kind }) => kind === 'word' && (lower === 'and' || endsAsPlural(lower))),
);

/** Whether the second word is the noun of a compound: "Pull *requests* need …", "User *profiles* live in …". */
function endsSubject(words: readonly Word[], lexicon: Lexicon): boolean {
  return opensSubject(words, 0, lexicon) || isBarePlural(words, lexicon);
}

/** "User profiles live in …", "Batch jobs run on …": a plural without an article, its verb and a preposition. */
function isBarePlural([, plural, verb, link]: readonly Word[], lexicon: Lexicon): boolean {
  if (plural === undefined || verb === undefined || link === undefined || !endsAsPlural(plural.lower)) return false;
  return verb.lower === verb.lemma && lexicon.verbs.has(verb.lower) && lexicon.kinds.prepositions.has(link.lower);
}

/** "the file plugin supports": a verb form right before another verb or auxiliary was a noun; "keeps maps" is no noun. */
function isCompoundNoun(word: Word, next: Word | undefined, lexicon: Lexicon): boolean {
  if (next === undefined || next.kind !== 'word') return false;
  return (
    isFiniteAuxiliary(next) ||
    (!lexicon.onlyVerbs.has(word.lemma) &&
      isInflectedVerb(next.lower, lexicon) &&
      next.lower.endsWith('s') &&
      !next.lower.endsWith('ss'))
  );
}

/** "Support for X *ended*", "Support for X *ends* in May" */
function isToldAfter(words: readonly Word[], from: number, { kinds, verbs }: Lexicon): boolean {
  return words.some(({ kind, lower, lemma }, at) => {
    if (at < from || kind !== 'word' || lower === lemma) return false;
    if (lower.endsWith('ed')) return true;
    return at > from && lower.endsWith('s') && verbs.has(lemma) && kinds.prepositions.has(words[at + 1]?.lower ?? '');
  });
}

/** "Pull requests need …", "Head of data …", "port 80" after a label: the word was a noun, although it may be a verb. */
export function opensSubject(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const [word, plural] = words.slice(at, at + 2);
  if (word === undefined || plural === undefined) return false;
  if (isWord(plural, 'of')) return !isAmong(word, lexicon.grammar.takes_of);
  if (isWord(plural, 'for') && !isAmong(word, lexicon.grammar.takes_for)) return isToldAfter(words, at + 2, lexicon);
  if (at > 0 && plural.quantity !== null && lexicon.slotHeads.has(word.lemma)) return isWord(words[at - 1], ':', '=');
  if (isAmong(word, lexicon.grammar.causative) || plural.kind !== 'word' || plural.lower === plural.lemma) return false;
  const isLight = ({ lower }: Word) => lexicon.negators.has(lower) || lexicon.kinds.adverbs.has(lower);
  const verb = words.find((each, index) => index > at + 1 && !isLight(each));
  return endsAsPlural(plural.lower) && verb?.lower === verb?.lemma && lexicon.verbs.has(verb?.lower ?? '');
}

/** "tests", "requests", but not "class" */
export function endsAsPlural(lower: string): boolean {
  return /[^s]s$/.test(lower);
}

export function isFiniteAuxiliary(word: Word): boolean {
  return isWord(
    word,
    'is',
    'are',
    'was',
    'were',
    'has',
    'have',
    'had',
    'does',
    'do',
    'did',
    'will',
    'must',
    'should',
    'shall',
    'may',
    'can',
  );
}

/** "sailed", "went": a past form, or a participle. */
export function isPastForm(form: string, lexicon: Lexicon): boolean {
  return form.endsWith('ed') || lexicon.irregular.has(form);
}

/** "is", "has", "must", "can": whether a word may open the verb of a clause. */
export function isAuxiliary({ lower }: Pick<Word, 'lower'>, { kinds, modality }: Lexicon): boolean {
  return kinds.auxiliaries.has(lower) || modality.has(lower);
}

/** "prefer", "preferred": a word that puts one thing before another. */
export function isRanking({ lemma, lower }: Word, lexicon: Lexicon): boolean {
  return lexicon.grammar.ranking.has(lemma) || lexicon.grammar.ranking.has(lower);
}
