import type { Lexicon } from '../../../core/lexicon.js';
import type { Without } from '../../../core/parts.js';
import type { Word } from '../1-tokens/word.js';
import { splitApposition } from './appositions.js';
import { clauses } from './clauses.js';
import { splitContrast } from './contrast.js';
import type { HasBegun } from './notes.js';
import type { Segment } from './segments.js';

type Split = (words: readonly Word[], lexicon: Lexicon) => (readonly Word[])[];

/** The clauses of a statement that are each read into a norm, in their order. */
export function clausesToRead(
  words: readonly Word[],
  lexicon: Lexicon,
  without: Without,
  hasBegun: HasBegun,
): Segment[] {
  return clauses(words, lexicon, without, hasBegun)
    .flatMap((segment) => (without.has('split:contrast') ? [segment] : split(segment, splitContrast, lexicon)))
    .flatMap((segment) => (without.has('split:apposition') ? [segment] : split(segment, splitApposition, lexicon)));
}

/** The clauses that a clause says two things as; what stands around it stands around each. */
function split({ words, adjuncts }: Segment, into: Split, lexicon: Lexicon): Segment[] {
  return into(words, lexicon).map((part) => ({ words: part, adjuncts }));
}
