import type { TextSpan } from '../../../core/document.js';
import { type LoreSource, RELIABILITY } from '../../../core/source.js';
import { lineAt } from '../../../lore/mentions.js';
import type { CitedPassage } from '../../../store/queries/documents/passages.js';
import type { AnswerSource, Envelope } from './envelope.js';

/** Where something stands: file, heading and line, as people look it up. */
export interface Place {
  /** Null of what no document says. */
  document: string | null;
  title: string | null;
  heading: string | null;
  /** Of the quote, from 1; null where it was stored before lines were kept. */
  line: number | null;
  chunkId: string | null;
  /** The whole passage. */
  text: string | null;
  /** The words that count, and where in the passage they stand. */
  quote: string | null;
  span: TextSpan | null;
  source: LoreSource | null;
}

export const NOWHERE: Place = {
  ...{ document: null, title: null, heading: null, line: null, chunkId: null, text: null },
  ...{ quote: null, span: null, source: null },
};

/** Where a span of a passage stands; without one the passage as a whole. */
export function placeIn({ id, heading, line, text, document, source }: CitedPassage, span: TextSpan | null): Place {
  return {
    ...{ document: document.path, title: document.title, heading, line: lineAt(line, text, span?.start ?? 0) },
    ...{ chunkId: id, text, quote: span === null ? null : text.slice(span.start, span.end), span, source },
  };
}

/** An answer that rests on passages too: their sources are among its sources. */
export function withSources(envelope: Envelope, places: readonly Place[]): Envelope {
  const known = new Set(envelope.sources.map(({ id }) => id));
  const others = new Map<string, AnswerSource>();
  for (const { source } of places) {
    if (source !== null && !known.has(source.id)) others.set(source.id, asSource(source));
  }
  return { ...envelope, sources: [...envelope.sources, ...others.values()] };
}

function asSource({ id, uri, title, kind }: LoreSource): AnswerSource {
  return { id, uri, title, reliability: kind, weight: RELIABILITY[kind], openContradictions: 0, passages: [] };
}
