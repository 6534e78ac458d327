import type { Lexicon } from '../../../core/lexicon.js';
import { isWord, type Word } from '../1-tokens/word.js';
import type { Framed } from './frame-context.js';

/** What may stand between the parts of an identifier, touching both. */
const JOINTS = ['-', '.', '/', ':', '_'];
const LETTER = /\p{L}/u;
const DIGIT = /\d/;
const DOTTED = /[\p{L}\p{N}]\.[\p{L}\p{N}]/u;

/**
 * The one identifier that words make up, as it is written but for case: "db1.acme.com", "X-Request-Id", and "acme-logs" where
 * the thing that it names has one; null where they are something else, such as "read-only".
 */
export function identifierOf(
  body: readonly Framed[],
  agent: readonly Word[],
  words: readonly Word[],
  { grammar }: Lexicon,
): string | null {
  const [first] = body;
  const last = body.at(-1);
  if (first === undefined || last === undefined) return null;
  if (body.length === 1) return isMixed(first.word) ? first.word.lower : null;
  const chunk = words.filter(({ start, end }) => start >= first.word.start && end <= last.word.end);
  // "Olan of Dorn" has its owner first by now.
  if (chunk.length < body.length || !isOneChunk(chunk)) return null;
  const isOfThing = grammar.identified.has(agent.at(-1)?.lemma ?? '') && last.word.kind === 'word';
  const isClassed = body.some(({ word }) => word.valueClass !== null);
  const isByForm = !isClassed && (chunk.some(isMixed) || body.every(({ word }) => word.capital));
  return isOfThing || isByForm ? chunk.map(({ lower }) => lower).join('') : null;
}

/** Letters with digits, or parts with a dot between: "a1b2c3d", "db1.acme.com". */
function isMixed({ kind, lower, valueClass }: Word): boolean {
  if (kind !== 'word' || valueClass !== null) return false;
  return DOTTED.test(lower) || (LETTER.test(lower) && DIGIT.test(lower));
}

/** Without a space between them. */
function isOneChunk(chunk: readonly Word[]): boolean {
  return chunk.every((word, at) => {
    const before = chunk[at - 1];
    const isPart = word.kind !== 'mark' || isWord(word, ...JOINTS);
    return isPart && (before === undefined || before.end === word.start);
  });
}
