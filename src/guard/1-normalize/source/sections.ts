import type { Lexicon } from '../../../core/lexicon.js';
import type { Norm, Reading } from '../../../core/norm.js';
import { WHOLE } from '../../../core/parts.js';
import { tokenize } from '../1-tokens/tokenize.js';
import type { Word } from '../1-tokens/word.js';
import type { HasBegun } from '../2-clauses/notes.js';
import { clausesToRead } from '../2-clauses/to-read.js';

/** A clause as the rules cut it out of a statement: where it stands, its words, and how the rules read it. */
export interface Section {
  /** Offsets in the statement, end exclusive. The words that a clause shares with the one before it lie outside. */
  start: number;
  end: number;
  words: readonly Word[];
  norm: Norm;
}

/** The clauses of a statement in order; `plain` is how the rules read it. */
export function sectionsOf(statement: string, plain: Reading, lexicon: Lexicon, hasBegun: HasBegun): Section[] {
  let start = 0;
  return clausesToRead(tokenize(statement, lexicon), lexicon, WHOLE, hasBegun).flatMap(({ words }, at) => {
    const norm = plain.norms[at];
    const end = words.at(-1)?.end ?? start;
    const section = norm === undefined ? [] : [{ start, end, words, norm }];
    start = end;
    return section;
  });
}

/** The sections that a place in the statement reaches into. */
export function touched(sections: readonly Section[], place: { start: number; end: number }): Section[] {
  return sections.filter(({ start, end }) => place.start < end && start < place.end);
}

/** Offsets of words that stand one after the other, whatever the case, the space and the marks between them. */
export function locate(words: readonly Word[], quote: string, lexicon: Lexicon): { start: number; end: number } | null {
  const spoken = words.filter(isSpoken);
  const wanted = tokenize(quote, lexicon).filter(isSpoken);
  if (wanted.length === 0) return null;
  const at = spoken.findIndex((_, from) => wanted.every(({ lower }, offset) => spoken[from + offset]?.lower === lower));
  const [first, last] = [spoken[at], spoken[at + wanted.length - 1]];
  return first === undefined || last === undefined ? null : { start: first.start, end: last.end };
}

function isSpoken({ kind }: Word): boolean {
  return kind !== 'mark';
}
