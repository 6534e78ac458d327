import type { WriteRequest } from './claim.js';

/** What a fact says of itself, in the form of a write. */
type Told =
  | 'statement'
  | 'source'
  | 'who'
  | 'kind'
  | 'reason'
  | 'scope'
  | 'validFrom'
  | 'validUntil'
  | 'entity'
  | 'tags';

/** A fact as a source tells it in bulk, checked for form but not yet read. */
export interface Fact extends Pick<WriteRequest, Told> {
  /** What names it at its source; null when its own words do. */
  key: string | null;
  /** ISO 8601 in UTC; null is the moment of the write, and says nothing against an earlier one. */
  saidAt: string | null;
}

/** What names a fact that has a key of its own. */
export function nameByKey(source: string | null, key: string): string {
  return JSON.stringify([source, key]);
}

/** What names a fact of a project: its key at its source, else its exact words, scope and window there. */
export function nameOf({ key, source, statement, scope, validFrom, validUntil }: Fact): string {
  if (key !== null) return nameByKey(source, key);
  return JSON.stringify([source, statement, scope.env, scope.team, validFrom, validUntil]);
}

/** What makes another version of a fact when it changes; `sourceId` is the registered source that its source names. */
export type FactContent = Omit<Fact, 'key' | 'source'> & { sourceId: string | null };

export function sameContent(stored: FactContent, incoming: FactContent): boolean {
  return contentOf(stored) === contentOf(incoming) && (incoming.saidAt === null || incoming.saidAt === stored.saidAt);
}

function contentOf({ statement, who, kind, reason, scope, validFrom, validUntil, ...rest }: FactContent): string {
  const { entity, tags, sourceId } = rest;
  const told = [statement, who, kind, reason, scope.env, scope.team, validFrom, validUntil, entity, tags, sourceId];
  return JSON.stringify(told);
}
