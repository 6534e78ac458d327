import type { Lexicon } from '../../core/lexicon.js';
import type { FrameToken } from '../../core/norm.js';
import { stem } from '../../core/stem.js';
import { withEntity } from './entity.js';
import { exchangeOf } from './exchange.js';
import type { FrameContext, Framed } from './frame-context.js';
import { withoutLists } from './lists.js';
import { type Mood, verbForm } from './modality.js';
import { ownersLast } from './possession.js';
import { withSetting } from './settings.js';
import type { Structure } from './structure.js';
import { withoutWeakVerb } from './weak-verb.js';
import { isWord, type Word } from './word.js';

/** The content words of a clause as the alignment compares them. */
export function frame(words: readonly Word[], mood: Mood, structure: Structure, lexicon: Lexicon): Framed[] {
  const verb = structure.verb === null ? undefined : words[structure.verb];
  const context: FrameContext = {
    words,
    structure,
    lexicon,
    isChoice: mood.kind !== 'requirement' && isChoice(verb, lexicon),
    isRequirement: mood.kind === 'requirement',
    isFact: mood.kind === 'fact',
  };
  const framed = words.flatMap((word, index) => {
    if (!isContent(word, index, context)) return [];
    return [{ token: tokenOf(word, index, context), word, isVerb: index === structure.verb }];
  });
  return withoutWeakVerb(
    withoutLists(withSetting(withEntity(ownersLast(framed, words), context), context), words, lexicon),
    lexicon,
  );
}

function isChoice(verb: Word | undefined, lexicon: Lexicon): boolean {
  return verb === undefined || lexicon.choiceVerbs.has(verb.lemma);
}

function isContent(word: Word, index: number, context: FrameContext): boolean {
  if (word.use !== 'content') return false;
  if (word.kind !== 'word' || word.lemma.startsWith('@') || index === context.structure.verb) return true;
  if (isLight(word, index, context)) return false;
  if (word.text === 'A') return isLetter(context.words[index + 1], context.lexicon);
  if (isSwitch(word, index, context)) return true;
  return word.valueClass !== null || !context.lexicon.functionWords.has(word.lower);
}

/** "from A to B", "A may call B": the letter, not the article. */
function isLetter(next: Word | undefined, lexicon: Lexicon): boolean {
  if (next === undefined || next.kind === 'mark' || next.use !== 'content') return true;
  const { auxiliaries, conjunctions, prepositions } = lexicon.kinds;
  return [auxiliaries, conjunctions, prepositions].some((kind) => kind.has(next.lower));
}

function isMeasured(word: Word | undefined): boolean {
  return word?.quantity?.dimension != null;
}

const TIMES = ['age', 'duration'];

/** What an adjective measures: "40 m *high*" tells of a height, "3 hours *long*" of a duration. */
function measureOf(word: Word, before: Word | undefined, lexicon: Lexicon): string | undefined {
  const names = lexicon.measures.get(word.lower);
  const isTime = before?.quantity?.dimension === 'duration';
  return names?.find((name) => TIMES.includes(name) === isTime);
}

/** "the default value", "3 km large", "roughly 3 km": the noun, adjective or adverb adds nothing. */
function isLight(word: Word, index: number, { words, lexicon }: FrameContext): boolean {
  const before = words[index - 1];
  if (word.valueClass !== null) return false;
  if (lexicon.approximate.has(word.lower) && words[index + 1]?.valueClass != null) return true;
  if (before === undefined) return false;
  if (lexicon.measures.has(word.lower)) return isMeasured(before) && measureOf(word, before, lexicon) === undefined;
  return lexicon.lightNouns.has(word.lemma) && (lexicon.slotHeads.has(before.lemma) || before.kind === 'code');
}

/** "… is on", "… is off" at the end, or before what says where and when: "… is off by default". */
function isSwitch(word: Word, index: number, { words, structure, lexicon }: FrameContext): boolean {
  if (structure.voice !== 'copula' || !isWord(word, 'on', 'off') || index !== structure.bodyStart) return false;
  const next = words[index + 1];
  return (
    next === undefined || next.kind === 'mark' || isWord(next, 'default') || lexicon.kinds.prepositions.has(next.lower)
  );
}

function tokenOf(word: Word, index: number, context: FrameContext): FrameToken {
  const place = { start: word.start, end: word.end };
  const { quantity } = word;
  const before = context.words[index - 1];
  const measured = isMeasured(before) ? measureOf(word, before, context.lexicon) : undefined;
  const token: FrameToken = {
    stem: measured ?? stemOf(word, index === context.structure.verb, context.lexicon),
    ...(quantity === null ? {} : { quantity }),
    ...place,
  };
  const role = measured !== undefined ? 'agent' : index === context.structure.verb ? 'verb' : word.role;
  const placed: FrameToken = role === 'rest' ? token : { ...token, role };
  return { ...placed, ...exchangeOf(word, placed, context) };
}

/** A verb with synonyms of its own is folded only where it is one: "We log the call", but not "the log". */
function stemOf(word: Word, isVerb: boolean, lexicon: Lexicon): string {
  if (word.canonical !== null) return word.canonical;
  if (verbForm(word) === 'be') return 'be';
  if (word.kind !== 'word' || word.lemma.startsWith('@')) return word.lemma;
  const lemma = isVerb ? (lexicon.verbSynonyms.get(word.lemma) ?? word.lemma) : word.lemma;
  return stem(lemma, lexicon);
}
