/** Who is meant by the names of documents. */

/** An entity that is there, or is to be, under one of its names. */
export interface Known {
  id: string;
  type: string;
  isVerified: boolean;
  /** Whether this is its own name, rather than another one. */
  isOwnName: boolean;
}

/**
 * Which of the entities of a name a mention means: one of a fitting type if there is one, by its own name rather than
 * another, one that is vouched for rather than a provisional one. Several that are alike in all that are ambiguous.
 * A source is meant only where one can be.
 * @param types what it may be; empty for anything
 */
export function meant(candidates: readonly Known[], types: readonly string[]): Known | readonly Known[] | null {
  const fitting = candidates.filter(({ type }) => types.includes(type));
  let left = fitting.length > 0 ? fitting : candidates.filter(({ type }) => type !== 'LoreSource');
  for (const isBetter of [({ isOwnName }: Known) => isOwnName, ({ isVerified }: Known) => isVerified]) {
    const better = left.filter(isBetter);
    if (better.length > 0) left = better;
  }
  const [first, ...others] = left;
  if (first === undefined) return null;
  return others.length === 0 ? first : left;
}
