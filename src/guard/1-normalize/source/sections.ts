import type { Lexicon } from '../../../core/lexicon.js';
import type { Norm, Reading } from '../../../core/norm.js';
import { WHOLE } from '../../../core/parts.js';
import { tokenize } from '../1-tokens/tokenize.js';
import type { Word } from '../1-tokens/word.js';
import { clauses } from '../2-clauses/clauses.js';

/** A clause as the rules cut it out of a statement: where it stands, its words, and how the rules read it. */
export interface Section {
  /** Offsets in the statement, end exclusive. The words that a clause shares with the one before it lie outside. */
  start: number;
  end: number;
  words: readonly Word[];
  norm: Norm;
}

/** The clauses of a statement in order; `plain` is how the rules read it. */
export function sectionsOf(statement: string, plain: Reading, lexicon: Lexicon): Section[] {
  let start = 0;
  return clauses(tokenize(statement, lexicon), lexicon, WHOLE).flatMap(({ words }, at) => {
    const norm = plain.norms[at];
    const end = words.at(-1)?.end ?? start;
    const section = norm === undefined ? [] : [{ start, end, words, norm }];
    start = end;
    return section;
  });
}

/** The sections that a quotation reaches into; none when it does not stand in the statement word for word. */
export function touched(sections: readonly Section[], quote: string, lexicon: Lexicon): Section[] {
  const words = sections.flatMap((section) => section.words.filter(({ start }) => start >= section.start));
  const found = locate(words, quote, lexicon);
  return found === null ? [] : sections.filter(({ start, end }) => found.start < end && start < found.end);
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
