/** How far what a source says may be relied on. `prophetic` is never adjudicated, so it has no number. */
export const RELIABILITY = {
  canonical: 1,
  factional: 0.75,
  rumor: 0.5,
  dialogue: 0.4,
  fanon: 0.3,
  prophetic: null,
} as const satisfies Record<string, number | null>;

export type SourceKind = keyof typeof RELIABILITY;
export const SOURCE_KINDS = Object.keys(RELIABILITY) as SourceKind[];

/** How surely a relation was read: from declared fields, or from running text. */
export const EXTRACTION = { declared: 1, body: 0.6 } as const;

/** A source of lore: a book, a faction's chronicle, what people say. */
export interface LoreSource {
  id: string;
  /** What names it within the project: a path, a URL, a title. */
  uri: string;
  title: string;
  kind: SourceKind;
}

/**
 * How far a relation may be relied on, from 0 to 1: how surely it was read × how reliable its source is. Null for a
 * prophecy. What no source is named for counts as canonical: who wrote it stands for it.
 */
export function confidence(extraction: number, kind: SourceKind | null): number | null {
  const reliability = kind === null ? 1 : RELIABILITY[kind];
  return reliability === null ? null : extraction * reliability;
}

/** The least of several confidences, as it is reported beside each; null when none has one. */
export function leastConfidence(all: readonly (number | null)[]): number | null {
  const known = all.filter((one) => one !== null);
  return known.length === 0 ? null : Math.min(...known);
}
