/** One family of violations and one lifecycle; later kinds join here, never in a table of their own. */
export const VIOLATION_KINDS = ['contradiction', 'anachronism', 'ontology_violation', 'orphan'] as const;
export type ViolationKind = (typeof VIOLATION_KINDS)[number];

/** suspected: listed, and nobody is disputed by it until a curator says that it is one. */
export const VIOLATION_STATUSES = ['open', 'resolved', 'dismissed', 'suspected'] as const;
export type ViolationStatus = (typeof VIOLATION_STATUSES)[number];

/** Least first: `warn` unless somebody raised it. */
export const SEVERITIES = ['warn', 'error'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What the sides of a violation are. */
export type ViolationAbout = 'claim' | 'relation' | 'entity';

/** What a curator may be asked to look at. */
export const REVIEW_ABOUT = ['entity', 'relation', 'claim', 'violation'] as const;
export type ReviewAbout = (typeof REVIEW_ABOUT)[number];

/** How a violation was settled. `gone`: its cause is no longer there, and nobody decided. */
export const VIOLATION_RESOLUTIONS = ['keep', 'merge', 'dismiss', 'gone'] as const;
export type ViolationResolution = (typeof VIOLATION_RESOLUTIONS)[number];

/** What a violation is unique by: the unordered set of what it is between, most often a pair. */
export function pairKey(...sides: readonly string[]): string {
  return [...sides].sort().join('|');
}
