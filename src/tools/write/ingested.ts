import { z } from 'zod';
import { DOCUMENT_WARNINGS } from '../../core/document.js';
import { PROBLEM_CODES } from '../../core/errors.js';
import { REASON_CODES } from '../../core/verdict.js';
import { WarningSchema } from '../schemas.js';

/** What an ingest answers. */

const count = z.number().int();

const StoredFacts = {
  ...{ stored: count, updated: count, unchanged: count, failed: count, compared: count },
  to_compare: count.describe('Stored or updated claims that are still to be compared, in the background.'),
};

const lore = z
  .object({
    documents: count.describe('Documents that were stored or replaced.'),
    unchanged: count.describe('Documents whose text is stored already.'),
    failed: count.describe('Documents that are not stored.'),
    entities: count.describe('Entities that were named by what was stored.'),
    relations: count.describe('Relations that are new.'),
    withdrawn: count.describe('Relations that their document or source no longer says.'),
    passages: count,
    compared: count.describe(
      'Relations that were compared with all that is stored: new ones, and those that a clash with something withdrawn kept.',
    ),
    to_compare: count.describe('Relations that are still to be compared, in the background.'),
  })
  .describe('Of documents, entities, relations and events.');

export const IngestedSchema = z
  .object({
    run_id: z.string(),
    counts: z.object(StoredFacts).describe('Of facts.'),
    lore,
    facts: z.array(
      z.object({
        index: count,
        result: z.enum(['stored', 'updated', 'unchanged']),
        claim_id: z.string(),
        warnings: z
          .array(WarningSchema)
          .optional()
          .describe('Present where the fact was not read or not compared whole; what it contradicts is a violation.'),
      }),
    ),
    documents: z.array(
      z.object({
        index: count,
        path: z.string(),
        result: z.enum(['stored', 'updated', 'unchanged', 'failed']),
        document_id: z.string().nullable(),
        warnings: z
          .array(z.object({ code: z.enum(DOCUMENT_WARNINGS), reason: z.string() }))
          .describe(
            'What of a stored document was read in another way than it should be. Sent again, it is read again.',
          ),
      }),
    ),
    errors: z
      .array(
        z.object({
          index: count,
          code: z.enum(PROBLEM_CODES),
          path: z.string(),
          message: z.string(),
          document: z
            .object({ path: z.string(), field: z.string(), line: count, column: count })
            .optional()
            .describe('Where in which document; lines and columns begin at 1.'),
        }),
      )
      .describe('One entry a wrong field; the facts, documents and items of these indexes are not stored.'),
    violations: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['contradiction', 'anachronism']),
        sides: z.array(z.object({ id: z.string(), statement: z.string() })),
        code: z.enum(REASON_CODES),
        reason: z.string(),
        detected_at: z.string(),
      }),
    ),
    duration_ms: z.number(),
  })
  .meta({ id: 'Ingested' });
