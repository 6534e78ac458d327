/** Who is meant by a name. */

/** How an entity was found: under its own name, under another one, or under one that is spelt much like it, or as what a session spoke of. */
export type FoundBy = 'id' | 'name' | 'alias' | 'typo' | 'session';

export interface Candidate {
  id: string;
  name: string;
  type: string;
  loreVerified: boolean;
  by: FoundBy;
  /** 1 for a name that is written as it is known; of a misspelt one, how alike the two are. */
  score: number;
}

/** A name that is looked up. With a type only entities of that type are meant. */
export interface Mention {
  name: string;
  type?: string | undefined;
}

/** ambiguous: several are called so. unknown: none is; the candidates are called much alike. */
export type Resolution =
  | { outcome: 'found'; entity: Candidate }
  | { outcome: 'ambiguous'; candidates: readonly Candidate[] }
  | { outcome: 'unknown'; candidates: readonly Candidate[] };

/** A misspelt name is taken for a known one that is so much alike, and no other one nearly as much. */
const SURE = 0.5;
const CLEARLY = 0.15;

/**
 * Who is meant, or who may be: never a guess between two. What is called so by its own name goes before what is called so
 * beside it. A misspelt name is accepted only where `acceptsTypos` says so.
 * @param candidates best first
 */
export function resolve(candidates: readonly Candidate[], { acceptsTypos }: { acceptsTypos: boolean }): Resolution {
  for (const way of ['id', 'name', 'alias'] as const) {
    const [first, ...others] = candidates.filter(({ by }) => by === way);
    if (first === undefined) continue;
    return others.length === 0
      ? { outcome: 'found', entity: first }
      : { outcome: 'ambiguous', candidates: [first, ...others] };
  }
  const [best, next] = candidates;
  const isClear = best !== undefined && best.score >= SURE && best.score - (next?.score ?? 0) >= CLEARLY;
  return acceptsTypos && isClear ? { outcome: 'found', entity: best } : { outcome: 'unknown', candidates };
}
