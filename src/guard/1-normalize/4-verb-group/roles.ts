import type { Lexicon } from '../../../core/lexicon.js';
import { isWord, type Word } from '../1-tokens/word.js';
import type { Structure } from './structure.js';

/** Gives every word outside conditions its role once voice is folded: the agent, or the rest. */
export function assignRoles(words: readonly Word[], structure: Structure, lexicon: Lexicon): void {
  const { bodyStart, voice } = structure;
  words.forEach((word, index) => {
    if (word.role !== 'condition')
      word.role = index < bodyStart && voice !== 'passive' && index !== structure.verb ? 'agent' : 'rest';
  });
  turnDative(words, bodyStart === 0 ? words.findLastIndex(({ use }) => use === 'modality') + 1 : bodyStart);
  if (voice === 'passive') markByAgent(words, bodyStart, lexicon);
  if (voice === 'copula') turnIdentity(words, bodyStart, lexicon);
  turnExistence(words, structure, lexicon);
}

/** "There are 3 nodes in the cluster" says the same as "The cluster has 3 nodes". */
function turnExistence(words: readonly Word[], { bodyStart, voice }: Structure, lexicon: Lexicon): void {
  if (
    voice !== 'copula' ||
    !isWord(
      words.find(({ role }) => role !== 'condition'),
      'there',
    )
  )
    return;
  const at = words.findIndex((word, index) => index > bodyStart && isPlaced(word, lexicon));
  if (at < 0) return;
  const end = words.findIndex((word, index) => index > at && (word.kind === 'mark' || word.opens !== null));
  for (const word of words.slice(at, end < 0 ? words.length : end)) if (word.role !== 'condition') word.role = 'agent';
}

function isPlaced({ lower }: Word, lexicon: Lexicon): boolean {
  return lexicon.kinds.prepositions.has(lower) && lower !== 'of' && lower !== 'with' && lower !== 'by';
}

/** "Access is *granted to* admins", "A review is *required for* releases", "may be *skipped by* guests": who may have it or needs it is the agent. */
function turnDative(words: readonly Word[], from: number): void {
  if (words[from - 1]?.use !== 'modality' || !isWord(words[from], 'by', 'for', 'to')) return;
  const end = words.findIndex(({ kind, opens }, index) => index > from && (kind === 'mark' || opens !== null));
  words.forEach((word, index) => {
    if (index >= from && (end < 0 || index < end)) word.role = 'agent';
    else if (word.role !== 'condition') word.role = 'rest';
  });
}

/** "… must be called by clients": what follows "by" does it, unless it names a means ("by using X", "by default"). */
function markByAgent(words: readonly Word[], from: number, lexicon: Lexicon): void {
  const by = words.findIndex((word, index) => index >= from && isWord(word, 'by') && word.role !== 'condition');
  const next = words[by + 1];
  if (by < 0 || next === undefined || next.lower.endsWith('ing') || next.kind === 'number' || next.lower === 'default')
    return;
  if (lexicon.grammar.means.has(next.lower)) return;
  for (const word of words.slice(by + 1)) {
    const ends = word.lower === ',' || (lexicon.kinds.prepositions.has(word.lower) && word.lower !== 'of');
    if (ends || word.role === 'condition') return;
    word.role = 'agent';
  }
}

/** "Tunis is the capital of X" says the same as "The capital of X is Tunis". */
function turnIdentity(words: readonly Word[], from: number, lexicon: Lexicon): void {
  const at = words[from]?.role === 'condition' ? -1 : from;
  const isDefinite =
    (isWord(words[at], 'the') && isHeadPhrase(words, at + 1, lexicon)) ||
    (isWord(words[at], 'the', 'our') && isWord(words[at + 1], 'only', 'sole'));
  const agent = words.filter(
    ({ role, use, lower }, index) =>
      role === 'agent' && use === 'content' && index < from && !lexicon.kinds.auxiliaries.has(lower),
  );
  const isHead = isDefinite && !agent.some((word) => isWord(word, 'of', 'the') || lexicon.slotHeads.has(word.lemma));
  if (!isHead && !isNameOf(words, agent, from, lexicon)) return;
  words.forEach((word, index) => {
    if (word.role !== 'condition') word.role = index >= from ? 'agent' : 'rest';
  });
}

/** Nouns of who does or heads something. */
const HOLDER = /(?:er|or|man|ist|ent|king|queen|head|chief|lead)$/;
const OF = ['of', 'for', 'in', 'between', 'to'];

/** "*Doruk* is the High Warden of the Gate", "*REST* is the API style between services", "*Ann* is warden of the Gate". */
function isNameOf(words: readonly Word[], agent: readonly Word[], from: number, { sharedNouns }: Lexicon): boolean {
  const at = isWord(words[from], 'not') ? from + 1 : from;
  const isName =
    agent.length > 0 &&
    agent.every(({ text, kind, valueClass }) => /\p{Lu}/u.test(text) || kind === 'code' || valueClass === 'version');
  if (!isName || from < 1 || isWord(words[0], 'the', 'a', 'an') || !isWord(words[from - 1], 'is')) return false;
  const isPlain = words.slice(at).every((word) => !isWord(word, 'and', 'or', 'that', 'which', 'who', 'where', ','));
  const link = words.findIndex((word, index) => index > at && isWord(word, ...OF));
  const noun = words[link - 1];
  if (
    !isPlain ||
    noun === undefined ||
    words[at + 1]?.valueClass !== null ||
    noun.lower !== noun.lemma ||
    sharedNouns.has(noun.lemma)
  )
    return false;
  return isWord(words[at], 'the') ? link > at + 1 : link === at + 1 && !noun.capital && HOLDER.test(noun.lower);
}

/** Within three words there is a slot head, with "of", "for" or the end after it. */
function isHeadPhrase(words: readonly Word[], from: number, lexicon: Lexicon): boolean {
  const until = words.findIndex(
    (word, index) => index >= from && (isWord(word, 'of', 'for', 'in') || word.kind === 'mark'),
  );
  const part = words.slice(from, until < 0 ? words.length : until);
  const isLast = lexicon.slotHeads.has(part.at(-1)?.lemma ?? '');
  return part.length <= (isLast ? 5 : 3) && part.some((word) => lexicon.slotHeads.has(word.lemma));
}
