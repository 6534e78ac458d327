import { z } from 'zod';
import {
  CLAIMS_MODES,
  type ClaimsMode,
  DOCUMENT_FORMATS,
  DOCUMENT_MAX,
  type DocumentFormat,
  formatOf,
  type RawDocument,
} from '../../core/document.js';
import { fieldErrors, type ProblemCode } from '../../core/errors.js';
import type { DocumentOutcome } from '../../flows/documents/ingest-documents.js';

/** The documents of an ingest: their shape, and what is answered of each. */

export const claimsField = z.enum(CLAIMS_MODES);

export const DocumentInput = z
  .strictObject({
    path: z.string().trim().min(1).max(500).describe('What names it in the project: a path, an address.'),
    content: z.string().max(DOCUMENT_MAX).describe('The whole text; an empty one takes back all that it said.'),
    format: z
      .enum(DOCUMENT_FORMATS)
      .nullish()
      .describe('Default: what the ending of the path says (.md, .yaml, .yml, .json).'),
    claims: claimsField
      .nullish()
      .describe(
        'What of it becomes claims. Default: `claims` of the request, else what did before, `rules` of a new document.',
      ),
  })
  .describe('A document.')
  .meta({ id: 'Document' });

export interface DocumentItem {
  index: number;
  raw: RawDocument;
}

/** One entry of `errors`. */
export interface LoreError {
  index: number;
  code: ProblemCode;
  path: string;
  message: string;
  document?: { path: string; field: string; line: number; column: number };
}

/** A document that has the right form, or what is wrong with it. */
export function parseDocument(
  index: number,
  item: unknown,
  mode?: ClaimsMode | null,
): DocumentItem | { errors: LoreError[] } {
  const parsed = DocumentInput.safeParse(item);
  if (!parsed.success) {
    const errors = parsed.error.issues.flatMap(fieldErrors);
    return { errors: errors.map(({ path, message }) => entry(index, `documents.${index}.${path}`, message)) };
  }
  const { path, content, format, claims } = parsed.data;
  const known: DocumentFormat | null = format ?? formatOf(path);
  const asked = claims ?? mode ?? null;
  if (known !== null) {
    return { index, raw: { uri: path, content, format: known, ...(asked === null ? {} : { claims: asked }) } };
  }
  const message = `must be one of ${DOCUMENT_FORMATS.join(', ')}, as the ending of the path doesn't tell`;
  return { errors: [entry(index, `documents.${index}.format`, message)] };
}

function entry(index: number, path: string, message: string): LoreError {
  return { index, code: 'invalid_request', path, message };
}

/** What a document that was read, but is wrong, makes of `errors`. */
export function documentErrors({ index, raw }: DocumentItem, outcome: DocumentOutcome): LoreError[] {
  if (outcome.result !== 'failed') return [];
  return outcome.errors.map(({ path: field, message, line, column }) => ({
    ...entry(index, `documents.${index}.content`, `${raw.uri}:${line}: ${field} ${message}`),
    document: { path: raw.uri, field, line, column },
  }));
}

/** What an item that came by itself makes of `errors`. */
export function itemError({ path, message }: { path: string; message: string }): LoreError {
  const index = Number(/\.(\d+)/.exec(path)?.[1] ?? 0);
  return entry(index, path, message);
}
