/** One family of violations and one lifecycle; later kinds join here, never in a table of their own. */
export const VIOLATION_KINDS = ['contradiction', 'anachronism', 'ontology_violation', 'orphan'] as const;
export type ViolationKind = (typeof VIOLATION_KINDS)[number];

export const VIOLATION_STATUSES = ['open', 'resolved', 'dismissed'] as const;
export type ViolationStatus = (typeof VIOLATION_STATUSES)[number];

/** What the sides of a violation are. */
export type ViolationAbout = 'claim' | 'relation' | 'entity';

/** How a violation was settled. `gone`: its cause is no longer there, and nobody decided. */
export const VIOLATION_RESOLUTIONS = ['keep', 'merge', 'dismiss', 'gone'] as const;
export type ViolationResolution = (typeof VIOLATION_RESOLUTIONS)[number];

/** What a violation is unique by: the unordered set of what it is between, most often a pair. */
export function pairKey(...sides: readonly string[]): string {
  return [...sides].sort().join('|');
}
