import { exchangeClass, isOnlyFiller, isPole, slotOf } from '../../../core/filler.js';
import type { Lexicon } from '../../../core/lexicon.js';
import type { Norm, SubjectKind } from '../../../core/norm.js';
import { isFiniteAuxiliary } from '../1-tokens/verbs.js';
import { isWord, type Word } from '../1-tokens/word.js';
import type { Changed } from '../4-verb-group/change.js';
import type { Mood } from '../4-verb-group/modality.js';
import type { Framed } from './frame-context.js';

const LONG = 40;

export interface Subject {
  key: string | null;
  kind: SubjectKind;
}

/**
 * The canonical key of what a clause is about: base forms of its content words without value, state verb, predicate
 * and conditions, in alphabetical order. Where nothing else is left, the class of the value or the verb stands in. A
 * change to nothing but a value ("Kafka was replaced by NATS") is about all that the project does. What holds of some need
 * not hold of others.
 */
export function readSubject(
  framed: readonly Framed[],
  words: readonly Word[],
  { mood, isChange, quantifier }: Pick<Changed, 'isChange' | 'mood'> & Pick<Norm, 'quantifier'>,
  lexicon: Lexicon,
): Subject {
  if (framed.length === 0) return { key: null, kind: 'MISSING' };
  const lemmas = framed.filter(isAbout).map(({ word }) => word.lemma);
  const key = [...new Set(lemmas)].sort().join(' ') || standIn(framed);
  const isWhole = isChange && framed.length === 1 && framed.every(({ token }) => isOnlyFiller(token));
  const isPart = quantifier === 'some';
  return { key, kind: isPart || (!isWhole && isFuzzy(framed, words, mood, lexicon)) ? 'FUZZY' : 'PRESENT' };
}

function isAbout({ token, isVerb }: Framed): boolean {
  if (isVerb || token.role === 'condition') return false;
  return !isOnlyFiller(token) && !isPole(token);
}

function standIn(framed: readonly Framed[]): string {
  const value = framed.find(({ token }) => isOnlyFiller(token));
  if (value !== undefined && isWeakVerb(framed))
    return (exchangeClass(value.token) ?? '').replace(/^product:/, '').replaceAll('_', ' ');
  return framed.find(({ isVerb }) => isVerb)?.word.lemma ?? framed[0]?.word.lemma ?? '';
}

const WEAK_VERBS = new Set(['adopt', 'be', 'choose', 'have', 'prefer', 'set', 'use']);

function isWeakVerb(framed: readonly Framed[]): boolean {
  const verb = framed.find(({ isVerb }) => isVerb);
  return verb === undefined || WEAK_VERBS.has(verb.word.lemma);
}

/** Far too much text for one subject, or a subject that only the text around the statement could tell. */
function isFuzzy(framed: readonly Framed[], words: readonly Word[], mood: Mood, lexicon: Lexicon): boolean {
  if (framed.length > LONG) return true;
  if (isPronoun(framed, words, mood) || isPointing(framed, words)) return true;
  return isGeneric(framed, words, mood, lexicon) || isOfEntry(words, lexicon) || lacksSubject(words);
}

/** "It must be set": a pronoun that stands for something outside the clause. "It is forbidden to …" is none. */
function isPronoun(framed: readonly Framed[], words: readonly Word[], mood: Mood): boolean {
  const hasAgent = framed.some(({ token }) => token.role === 'agent' || token.role === 'condition');
  const first = words.find((word) => word.use !== 'mark');
  const isExpletive =
    isWord(first, 'it') && mood.start === 1 && mood.end > 3 && framed[0]?.isVerb === true && framed.length > 1;
  return !hasAgent && !isExpletive && isWord(first, 'it', 'they', 'this', 'these', 'those', 'he', 'she', 'that');
}

/** "The default value is 5", "Added in 1.2": nothing says whose default, or what was added. */
function isGeneric(framed: readonly Framed[], words: readonly Word[], mood: Mood, lexicon: Lexicon): boolean {
  const about = framed.filter((each) => isAbout(each) && (slotOf(each.token) !== 'open' || isNamedOwner(each)));
  if (about.length > 0) return about.every(({ word }) => isKindOnly(word, words, lexicon));
  if (framed.some(isRelease)) return false;
  return mood.kind === 'fact' && !words.some((word) => isWord(word, 'we', 'our', 'i', 'my'));
}

/** "*Terraform* has version 5", "*Dark mode* is off": what is said of it may be generic, it is not. */
function isNamedOwner({ token, word }: Framed): boolean {
  return token.role === 'agent' && word.valueClass !== null && word.quantity === null && !/\d/.test(word.lower);
}

/** "*v3* ships on Monday" */
function isRelease({ token, word }: Framed): boolean {
  return token.role === 'agent' && word.valueClass === 'version' && /^v\d/.test(word.lower);
}

/** A common noun in the singular that names a kind: "the option", but not "all options" or "Option". */
function isKindOnly(word: Word, words: readonly Word[], lexicon: Lexicon): boolean {
  if (word.kind !== 'word' || (word.capital && word !== words[0])) return false;
  const isSingular = word.lower === word.lemma && lexicon.genericNouns.has(word.lemma);
  return isSingular || isWord(word, 'following');
}

/** "Last updated: 13 May", "URL: …", "Recording: https://…": of the page or entry where it stands; but a "base URL" is one of the project. */
function isOfEntry(words: readonly Word[], { grammar }: Lexicon): boolean {
  const at = words.findIndex((word) => isWord(word, ':'));
  if (at < 1) return false;
  const label = words.slice(0, at);
  if (grammar.entry_labels.has(label.map(({ lower }) => lower).join(' '))) return true;
  const filling = words.slice(at + 1).filter(({ kind }) => kind !== 'mark');
  const isLink = filling.length > 0 && filling.every(({ valueClass }) => valueClass === 'url');
  return isLink && !label.some(({ lemma }) => grammar.addresses.has(lemma));
}

/** "While open source, *is* maintained by …" */
function lacksSubject(words: readonly Word[]): boolean {
  const first = words.find(({ role, use }) => role !== 'condition' && use !== 'mark');
  return first !== undefined && first.use !== 'modality' && isFiniteAuxiliary(first);
}

const POINTING_MAX = 6;

/** "This flag must be set", "In this example …", "Such requests …", "Its door …": which one, the text around it says. */
function isPointing(framed: readonly Framed[], words: readonly Word[]): boolean {
  if (framed.length > POINTING_MAX) return false;
  return isWord(words[0], 'its', 'such') || words.slice(0, 3).some((word) => isWord(word, 'this', 'these', 'those'));
}
