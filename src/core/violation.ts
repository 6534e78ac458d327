/** One family of violations and one lifecycle; later kinds join here, never in a table of their own. */
export const VIOLATION_KINDS = ['contradiction', 'anachronism', 'ontology_violation', 'orphan'] as const;
export type ViolationKind = (typeof VIOLATION_KINDS)[number];

export const VIOLATION_STATUSES = ['open', 'resolved', 'dismissed'] as const;
export type ViolationStatus = (typeof VIOLATION_STATUSES)[number];

/** What a contradiction is unique by: the unordered pair of what it is between. */
export function pairKey(a: string, b: string): string {
  return a < b ? `${a}|${b}` : `${b}|${a}`;
}
