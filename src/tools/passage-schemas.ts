import { z } from 'zod';
import type { Place } from '../flows/lore/read/passage.js';
import { SourceSchema } from './lore-schemas.js';
import { presentSource } from './present-lore.js';

/** Where something is said, as it stands on the wire. */

export const PassageSpanSchema = z
  .object({
    start: z.number().int().describe('Where it begins, in UTF-16 code units from the beginning of the passage.'),
    end: z.number().int().describe('Where it ends.'),
  })
  .describe('A part of a passage.')
  .meta({ id: 'PassageSpan' });

export const PlaceSchema = z
  .object({
    document: z
      .string()
      .nullable()
      .describe('Path of the document, or what the claim names as its source; null: none.'),
    title: z.string().nullable().describe('Of the document; null: none.'),
    heading: z.string().nullable().describe('The heading that it stands under; null: none.'),
    line: z.number().int().nullable().describe('Line of the quote, else of the passage, from 1; null: not known.'),
    chunk_id: z.string().nullable().describe('The passage; null: none, or a field of a document.'),
    text: z.string().nullable().describe('The passage, whole.'),
    quote: z.string().nullable().describe('The words that count; null: the passage as a whole.'),
    span: PassageSpanSchema.nullable().describe('Where in the passage they stand; null: the passage as a whole.'),
    source: SourceSchema.nullable().describe('Who says it, and how reliable that is; null: none is named.'),
  })
  .describe('Where something is said.')
  .meta({ id: 'CitedPlace' });

export function presentPlace({ source, ...place }: Place) {
  return { ...place, source: source === null ? null : presentSource(source) };
}

/** "timeline.yaml:12, Heading" */
export function placeLine({ document, line, heading }: Pick<Place, 'document' | 'line' | 'heading'>): string {
  const at = `${document ?? 'no document'}${line === null ? '' : `:${line}`}`;
  return heading === null ? at : `${at}, ${heading}`;
}

/** A passage on one line. */
export function oneLine(text: string): string {
  return text.split(/\s+/).filter(Boolean).join(' ');
}
