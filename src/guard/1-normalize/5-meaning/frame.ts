import type { Lexicon } from '../../../core/lexicon.js';
import type { FrameToken } from '../../../core/norm.js';
import type { Without } from '../../../core/parts.js';
import { stem } from '../../../core/stem.js';
import { isLetter } from '../1-tokens/letters.js';
import { isOwner, isWord, type Word } from '../1-tokens/word.js';
import { type Mood, verbForm } from '../4-verb-group/modality.js';
import type { Structure } from '../4-verb-group/structure.js';
import { withEntity } from './entity.js';
import { exchangeOf } from './exchange.js';
import type { FrameContext, Framed } from './frame-context.js';
import { withoutLists } from './lists.js';
import { ownersFirst } from './possession.js';
import { withSetting } from './settings.js';
import { withoutWeakVerb } from './weak-verb.js';

type FramingStep = (framed: Framed[], context: FrameContext) => Framed[];

/** What is made of content words once each has been read by itself, in this order. */
export const FRAMING_STEPS: readonly { name: string; run: FramingStep }[] = [
  { name: 'framing:possession', run: ownersFirst },
  { name: 'framing:entity', run: withEntity },
  { name: 'framing:settings', run: withSetting },
  { name: 'framing:lists', run: (framed, { words, lexicon }) => withoutLists(framed, words, lexicon) },
  { name: 'framing:weak_verb', run: (framed, { lexicon }) => withoutWeakVerb(framed, lexicon) },
];

/** The content words of a clause as the alignment compares them. */
export function frame(
  words: readonly Word[],
  mood: Mood,
  structure: Structure,
  lexicon: Lexicon,
  without: Without,
): Framed[] {
  const verb = structure.verb === null ? undefined : words[structure.verb];
  const context: FrameContext = {
    words,
    structure,
    lexicon,
    isChoice: mood.kind !== 'requirement' && structure.slot === undefined && isChoice(verb, lexicon),
    isRequirement: mood.kind === 'requirement',
    isPredicate: mood.kind === 'predicate',
    isFact: mood.kind === 'fact',
  };
  const framed = words.flatMap((word, index) => {
    if (!isContent(word, index, context)) return [];
    return [{ token: tokenOf(word, index, context), word, isVerb: index === structure.verb }];
  });
  return FRAMING_STEPS.reduce((before, { name, run }) => (without.has(name) ? before : run(before, context)), framed);
}

function isChoice(verb: Word | undefined, lexicon: Lexicon): boolean {
  return verb === undefined || lexicon.choiceVerbs.has(verb.lemma);
}

function isContent(word: Word, index: number, context: FrameContext): boolean {
  if (word.use !== 'content') return false;
  if (word.kind !== 'word' || word.opens !== null || index === context.structure.verb) return true;
  if (isLight(word, index, context)) return false;
  if (word.text === 'A') return isLetter(context.words, index, context.lexicon);
  if (isSwitch(word, index, context)) return true;
  return word.valueClass !== null || !context.lexicon.functionWords.has(word.lower);
}

/** "the default value", "30 minutes long", "roughly 3 km": the noun, adjective or adverb adds nothing. */
function isLight(word: Word, index: number, context: FrameContext): boolean {
  const { words, lexicon } = context;
  const before = words[index - 1];
  if (word.valueClass !== null) return false;
  if (lexicon.approximate.has(word.lower) && words[index + 1]?.valueClass != null) return true;
  if (before === undefined) return false;
  if (lexicon.measures.has(word.lower)) return isPlainMeasure(index, context);
  // "Due *Date*" is a name.
  return (
    !word.capital &&
    lexicon.lightNouns.has(word.lemma) &&
    (lexicon.slotHeads.has(before.lemma) || before.kind === 'code')
  );
}

/** "30 minutes long", "8 characters long", "a coastline 3 km long": what is measured is said, or goes without saying; not so "old". */
function isPlainMeasure(index: number, { words, lexicon, isFact }: FrameContext): boolean {
  const [counted, noun] = words.slice(Math.max(0, index - 2), index);
  if (noun?.valueClass === 'duration') return !isAge(words[index], isFact);
  if (noun?.valueClass === 'length')
    return words.some(({ lemma, capital }) => !capital && lexicon.slotHeads.has(lemma));
  return isCountedIn(counted, noun) && isWord(words[index], 'long', 'old');
}

/** "90 *ells* high": a unit that is in no list. */
function isCountedIn(counted: Word | undefined, noun: Word | undefined): boolean {
  return counted?.quantity != null && noun?.kind === 'word' && noun.valueClass === null;
}

function isAdverb({ use, lower }: Word, { kinds }: Lexicon): boolean {
  return use !== 'content' || kinds.adverbs.has(lower);
}

const SWITCHES = ['on', 'off', 'up', 'down'];
/** Where somebody or something is: "is away", but "is out of date". */
const WHEREABOUTS = ['away', 'in', 'out', 'over'];
/** "with the front lid on": how far before it "with" may stand. */
const WITH_MAX = 4;

/** "… is on", "… is off by default", "when the tide is out", "with the lid on": nothing comes after it that it could belong to. */
function isSwitch(word: Word, index: number, { words, structure, lexicon }: FrameContext): boolean {
  const isOfCondition = word.role === 'condition';
  if (!isWord(word, ...SWITCHES, ...WHEREABOUTS)) return false;
  const before = words.slice(0, index).findLastIndex((other) => !isAdverb(other, lexicon));
  const isComplement = isOfCondition ? isOfBe(words[before]) : isOpened(before + 1, structure);
  if (!isComplement && !words.slice(Math.max(0, index - WITH_MAX), index).some((other) => isWord(other, 'with')))
    return false;
  const next = words[index + 1];
  if (next === undefined || next.kind === 'mark' || isWord(next, 'again', 'default', 'now', 'since', 'yet'))
    return true;
  if (!isOfCondition && isWord(word, ...WHEREABOUTS)) return false;
  return lexicon.kinds.prepositions.has(next.lower) || next.opens !== null || next.role !== word.role;
}

function isOfBe(word: Word | undefined): boolean {
  return word !== undefined && verbForm(word) === 'be';
}

function isOpened(at: number, { voice, bodyStart }: Structure): boolean {
  return voice === 'copula' && at <= bodyStart;
}

function tokenOf(word: Word, index: number, context: FrameContext): FrameToken {
  const { quantity, start, end } = word;
  const key = dimensionOf(word, index, context) ?? stemOf(word, index === context.structure.verb, context.lexicon);
  const token: FrameToken = quantity === null ? { stem: key, start, end } : { stem: key, quantity, start, end };
  const role = index === context.structure.verb ? 'verb' : isJudged(word, context) ? 'rest' : word.role;
  if (role !== 'rest') token.role = role;
  if (word.opens !== null) token.opens = word.opens;
  if (isOwner(word)) token.isOwner = true;
  Object.assign(token, exchangeOf(word, token, context));
  const hypernyms = hypernymsOf(key, word.valueClass, context.lexicon);
  if (hypernyms !== undefined && token.role !== 'verb') token.hypernyms = hypernyms;
  return word.valueClass === null ? withForm(token, word, index, context) : token;
}

/** Of a product by its class, of another word by itself. */
function hypernymsOf(stem: string, valueClass: string | null, { hypernyms }: Lexicon): readonly string[] | undefined {
  return (valueClass === null ? undefined : hypernyms.get(valueClass)) ?? hypernyms.get(stem);
}

/** What the form of a word that is no value tells, and what is likely said by it. */
function withForm(token: FrameToken, word: Word, index: number, context: FrameContext): FrameToken {
  const meanings = word.opens === null ? context.lexicon.meanings.get(token.stem) : undefined;
  const written = writtenAs(word);
  const leading = leadingAs(word, index, context);
  if (token.role !== 'verb' && isAct(word)) token.isAct = true;
  if (meanings !== undefined) token.meanings = meanings;
  if (written !== undefined) token.written = written;
  if (leading !== undefined && token.role !== 'verb' && word.opens === null) token.leading = leading;
  return token;
}

/** "3 km long" is a length of 3 km, "3 years old" an age of 3 years. */
function dimensionOf(word: Word, index: number, { words, lexicon, isFact }: FrameContext): string | null {
  const { lower } = word;
  const measured = words[index - 1]?.valueClass;
  if (!isWord(word, 'long', 'old') && isCountedIn(words[index - 2], words[index - 1]))
    return lexicon.measures.get(lower) ?? null;
  const isMeasured = measured === 'length' || (measured === 'duration' && isAge(word, isFact));
  return isMeasured ? (lexicon.measures.get(lower) ?? null) : null;
}

/** "fishing", "paintings", but not "string". */
function isAct({ lower, lemma, kind }: Word): boolean {
  return kind === 'word' && /ings?$/.test(lower) && (lower !== lemma || lower.length > SHORT_MAX);
}

/** "string", "during": hardly any act is so short. */
const SHORT_MAX = 6;

/** "The cat is 9 years old" tells an age; "Riders must be 14 years old" is a bound like "14 years or older". */
function isAge(word: Word | undefined, isFact: boolean): boolean {
  return isFact && isWord(word, 'old');
}

const NAME = /^\p{Lu}\p{Ll}+/u;

/** A preposition; "*King* Aldren", "the *dragon* Vharoth": with a name right after it. */
function leadingAs({ lower, kind, capital }: Word, index: number, context: FrameContext): FrameToken['leading'] {
  const { words, lexicon } = context;
  const next = words[index + 1];
  if (lexicon.kinds.prepositions.has(lower)) return next === undefined || next.kind === 'mark' ? undefined : 'link';
  if (kind !== 'word' || next?.kind !== 'word' || next.valueClass !== null || !NAME.test(next.text)) return undefined;
  if (lexicon.functionWords.has(lower)) return undefined;
  return lexicon.relations.titles.has(lower) || (!capital && isWord(words[index - 1], 'the')) ? 'title' : undefined;
}

/** "Marlow", not "PRs": how a word is written tells a name, also at the beginning. */
export function writtenAs({ kind, text }: Word): 'name' | 'code' | undefined {
  if (kind === 'code') return 'code';
  return /^\p{Lu}\p{Ll}/u.test(text) ? 'name' : undefined;
}

/** "Functions of 80 lines are fine", "Two reviewers are required": how much is allowed or required, not which; likewise "At most two guests may stay". */
function isJudged({ quantity, role, start }: Word, { words, isPredicate }: FrameContext): boolean {
  if (role !== 'agent' || quantity === null) return false;
  const first = words.find(({ use }) => use === 'content');
  if (!isPredicate) return quantity.min !== quantity.max && first?.start === start;
  return quantity.dimension !== null || quantity.min !== quantity.max || first?.start === start;
}

/** A verb with synonyms of its own is folded only where it is one: "We log the call", but not "the log". */
export function stemOf(word: Word, isVerb: boolean, lexicon: Lexicon): string {
  if (word.canonical !== null) return word.canonical;
  if (verbForm(word) === 'be') return 'be';
  if (word.kind !== 'word' || word.opens !== null) return word.lemma;
  const lemma = isVerb ? (lexicon.verbSynonyms.get(word.lemma) ?? word.lemma) : word.lemma;
  return stem(lemma, lexicon);
}
