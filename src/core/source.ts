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

/** What the `source` of a write names. */
export interface NamedSource {
  /** Null where it names none that is registered, or several. */
  source: LoreSource | null;
  /** Several that are called so. */
  candidates: readonly LoreSource[];
}

/** Of a text that names no registered source. */
export const NO_SOURCE: NamedSource = { source: null, candidates: [] };

/** Whether all that a source says is a prophecy. */
export function isProphet(source: Pick<LoreSource, 'kind'> | null | undefined): boolean {
  return source?.kind === 'prophetic';
}

/** Below this a relation, or a source, is not to be passed on without saying so. */
export const LOW_CONFIDENCE = 0.7;

/** Whether what a source says is rumour, talk or invention. A prophecy is something else. */
export function isUnreliable(source: Pick<LoreSource, 'kind'> | null | undefined): boolean {
  const weight = source == null ? null : RELIABILITY[source.kind];
  return weight !== null && weight < LOW_CONFIDENCE;
}

/** Whether one source is less reliable than another; no source, and a prophecy, counts as canonical. */
export function isLessReliable(one: Pick<LoreSource, 'kind'> | null, other: Pick<LoreSource, 'kind'> | null): boolean {
  const weightOf = (source: Pick<LoreSource, 'kind'> | null) => confidence(1, source?.kind ?? null) ?? 1;
  return weightOf(one) < weightOf(other);
}

/** What a text names a place in: `tale.md` of `tale.md:12-14` and of `tale.md#omens`; null where it names no place. */
export function wholeOf(text: string): string | null {
  const hash = text.indexOf('#');
  if (hash > 0) return text.slice(0, hash);
  let start = text.length;
  while (start > 0 && /[\d:-]/.test(text[start - 1] ?? '')) start -= 1;
  const colon = text.indexOf(':', start);
  return colon <= 0 || colon === text.length - 1 ? null : text.slice(0, colon);
}
