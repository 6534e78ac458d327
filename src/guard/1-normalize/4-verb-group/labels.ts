import type { Lexicon } from '../../../core/lexicon.js';
import { isWord, type Word } from '../1-tokens/word.js';
import type { Structure } from './structure.js';

/**
 * "note 5", "ticket #12", "dashboard number 3": the number tells one thing of a kind from the others, so it is part of
 * the name and no value. Joins the two into the number's word. A number that counts ("5 backups"), measures ("port 80",
 * "top 5") or tells a version ("Java 21") stays what it is.
 */
export function joinLabels(words: readonly Word[], structure: Structure, lexicon: Lexicon): void {
  words.forEach((word, at) => {
    if (!isInteger(word)) return;
    const first = labelStart(words, at, structure, lexicon);
    if (first === null) return;
    const noun = words[first];
    const name = isWord(noun, '#') ? '#' : (noun?.lemma ?? '');
    const label = `${name} ${word.canonical}`;
    Object.assign(word, { lemma: label, canonical: label, valueClass: null, quantity: null });
    for (const part of words.slice(first, at)) if (part.use === 'content') part.use = 'function';
  });
}

function isInteger({ valueClass, canonical }: Word): boolean {
  return (valueClass === 'number' || valueClass === 'year') && /^\d+$/.test(canonical ?? '');
}

/** Index of the first word of the name that the number at `at` belongs to, or null where it is a value. */
function labelStart(words: readonly Word[], at: number, structure: Structure, lexicon: Lexicon): number | null {
  const before = at - 1;
  if (isWord(words[before], '#'))
    return before - 1 !== structure.verb && isNoun(words[before - 1], lexicon) ? before - 1 : before;
  if (isWord(words[before], 'number', 'nr')) return isNoun(words[before - 1], lexicon) ? before - 1 : null;
  const isName = isLabelNoun(words, before, structure, lexicon) && !isCounted(words, at, structure, lexicon);
  if (!isName) return null;
  return before;
}

function isNoun(word: Word | undefined, lexicon: Lexicon): boolean {
  if (word?.kind !== 'word' || word.opens !== null) return false;
  return word.use === 'content' && word.valueClass === null && !isLinking(word, lexicon);
}

function isLinking({ lower }: Word, lexicon: Lexicon): boolean {
  const { functionWords, irregular, kinds, negators } = lexicon;
  const isFunctional = functionWords.has(lower) || kinds.prepositions.has(lower) || negators.has(lower);
  return isFunctional || irregular.has(lower) || lexicon.grammar.since.has(lower);
}

/** A common noun in the singular that is neither the verb nor the name of a quantity. */
function isLabelNoun(words: readonly Word[], at: number, { verb }: Structure, lexicon: Lexicon): boolean {
  const word = words[at];
  if (word === undefined || at === verb || !isNoun(word, lexicon)) return false;
  if (lexicon.numberedNouns.has(word.lemma)) return word.lower === word.lemma && !isVerbHere(words, at, lexicon);
  const isQuantity = lexicon.slotHeads.has(word.lemma) || lexicon.quantityNouns.has(word.lemma);
  const isProper = word.capital && at > 0;
  if (isQuantity || isProper || word.lower !== word.lemma || /(?:s|ly|ed)$/.test(word.lower)) return false;
  return !isVerbHere(words, at, lexicon) && !isWord(words[verb ?? -1], 'set');
}

/** "… and retry 3 times", "to retry 3 times": after these words a word that may be a verb is one. */
function isVerbHere(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const before = words[at - 1];
  if (!lexicon.verbs.has(words[at]?.lower ?? '')) return false;
  return (
    before === undefined || before.use !== 'content' || isWord(before, 'to', 'and', 'or', 'then', 'we', 'they', ',')
  );
}

/** "each user 3 tokens": a plural after the number is what it counts. */
function isCounted(words: readonly Word[], at: number, { verb }: Structure, lexicon: Lexicon): boolean {
  if (isWord(words[at - 2], 'each', 'every', 'per')) return true;
  const next = words[at + 1];
  if (next === undefined || at + 1 === verb || next.kind !== 'word' || isLinking(next, lexicon)) return false;
  return next.lower !== next.lemma && next.lower.endsWith('s');
}
