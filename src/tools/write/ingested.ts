import { z } from 'zod';
import { CLAIM_KINDS } from '../../core/claim.js';
import { CLAIMS_MODES, DOCUMENT_WARNINGS } from '../../core/document.js';
import { PROBLEM_CODES } from '../../core/errors.js';
import { REASON_CODES } from '../../core/verdict.js';
import { BECAME, BECAUSE } from '../../flows/documents/became.js';
import { WarningSchema } from '../conflict-schemas.js';
import { Timestamp } from '../time-schemas.js';

/** What an ingest answers. */

const count = z.number().int();

const StoredFacts = {
  stored: count.describe('New claims.'),
  updated: count.describe('Claims that have a new version.'),
  unchanged: count.describe('Facts that are stored already.'),
  failed: count.describe('Facts that are not stored.'),
  compared: count.describe('Stored or updated claims that were compared with all that is stored.'),
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
    passages: count.describe('Passages of what was stored, to be cited.'),
    repeated: count.describe(
      'New relations that say exactly what an older one says: each is one source more for it, see `repetitions`.',
    ),
    orphans: count.describe('Entities of which something is missing, found now: see get_orphans.'),
    compared: count.describe(
      'Relations that were compared with all that is stored: new ones, and those that a clash with something withdrawn kept.',
    ),
    to_compare: count.describe('Relations that are still to be compared, in the background.'),
  })
  .describe('Of documents, entities, relations and events.');

const claims = z
  .object({
    stored: count.describe('Claims that are new, changed, or back.'),
    unchanged: count.describe('Claims that a stored document makes as before.'),
    removed: count.describe('Claims that their document makes no longer, and that are closed for that.'),
    compared: count.describe('Stored ones that were compared with all that is stored.'),
    to_compare: count.describe('Stored ones that are still to be compared, in the background.'),
  })
  .describe('Of the claims that documents make.');

const ToldSentence = z
  .object({
    document: count.describe('Index of the document.'),
    line: count.describe('From 1.'),
    heading: z.string().describe('The headings that it stands under, ` > ` between them.'),
    statement: z.string().describe('What it says, without the marks of Markdown.'),
    became: z.enum(BECAME).describe('`passage`: nothing but a part of the text, which is searched and cited.'),
    because: z
      .enum(BECAUSE)
      .describe(
        'What became of its claim, or why it makes none. `closed`: somebody superseded or cancelled it. `followed`: it takes ' +
          'the place of the claim that it was before it was changed. `returned`: the document had dropped it.',
      ),
    claim_id: z.string().nullable().describe('The claim that it is; null: none.'),
    kind: z.enum(CLAIM_KINDS).nullable().describe('Of the claim; null: there is none.'),
  })
  .describe('What became of a sentence of a document.')
  .meta({ id: 'ToldSentence' });

export const IngestedSchema = z
  .object({
    run_id: z.string().describe('Of this ingest; contradictions that it found have it.'),
    dry_run: z.boolean().describe('Whether nothing of it was stored; ids are not kept then.'),
    counts: z.object(StoredFacts).describe('Of facts.'),
    lore,
    claims,
    sentences: z
      .array(ToldSentence)
      .describe('At most 200 sentences of the documents that were read, those that became more than a passage first.'),
    sentences_left_out: count.describe('How many further sentences there are.'),
    facts: z
      .array(
        z.object({
          index: count.describe('Of the fact, from 0.'),
          result: z.enum(['stored', 'updated', 'unchanged']).describe('What became of it.'),
          claim_id: z.string().describe('The claim that it is.'),
          warnings: z
            .array(WarningSchema)
            .optional()
            .describe('Present where the fact was not read or not compared whole; what it contradicts is a violation.'),
        }),
      )
      .describe('Each fact that is stored.'),
    documents: z
      .array(
        z.object({
          index: count.describe('Of the document, from 0.'),
          path: z.string().describe('What names it.'),
          result: z.enum(['stored', 'updated', 'unchanged', 'failed']).describe('What became of it.'),
          document_id: z.string().nullable().describe('Of the document; null: it is not stored.'),
          claims: z.enum(CLAIMS_MODES).nullable().describe('What of it becomes claims; null: it is not stored.'),
          sentences: z
            .object({
              claims: count.describe('That are claims.'),
              relations: count.describe('That tell of relations.'),
              passages_only: count.describe('That only tell something.'),
              skipped: count.describe('That were passed over: quotations, repetitions, what somebody closed.'),
            })
            .describe('What became of its sentences; all 0 where nothing was read: it is unchanged, or not parsed.'),
          warnings: z
            .array(
              z.object({
                code: z.enum(DOCUMENT_WARNINGS).describe('What is doubtful.'),
                reason: z.string().describe('Why, in words.'),
              }),
            )
            .describe(
              'What of a stored document was read in another way than it should be. Sent again, it is read again.',
            ),
        }),
      )
      .describe('Each document that could be read.'),
    errors: z
      .array(
        z.object({
          index: count.describe('Of the item, from 0.'),
          code: z.enum(PROBLEM_CODES).describe('The problem.'),
          path: z.string().describe('Dotted, from the root of the body.'),
          message: z.string().describe('What it must be.'),
          document: z
            .object({
              path: z.string().describe('What names the document.'),
              field: z.string().describe('The field of it.'),
              line: count.describe('From 1.'),
              column: count.describe('From 1.'),
            })
            .optional()
            .describe('Where in which document; lines and columns begin at 1.'),
        }),
      )
      .describe('One entry a wrong field; the facts, documents and items of these indexes are not stored.'),
    violations: z
      .array(
        z.object({
          id: z.string().describe('Of the violation.'),
          kind: z.enum(['contradiction', 'anachronism']).describe('What it is.'),
          sides: z
            .array(
              z.object({
                id: z.string().describe('Of the claim or the relation.'),
                statement: z.string().describe('What it says.'),
              }),
            )
            .describe('What can not stand together.'),
          code: z.enum(REASON_CODES).describe('What the contradiction is.'),
          reason: z.string().describe('The contradiction in words.'),
          detected_at: Timestamp.describe('When it was opened.'),
        }),
      )
      .describe('The contradictions that were found.'),
    repetitions: z
      .array(
        z.object({
          id: z.string().describe('Of the new relation.'),
          statement: z.string().describe('What it says.'),
          repeats: z.array(z.string()).describe('Older relations that say exactly the same.'),
        }),
      )
      .describe(
        'Warnings: at most 50 of the new relations that are stored already, as another document or claim tells them.',
      ),
    duration_ms: z.number().describe('How long it took, in milliseconds.'),
  })
  .describe('What became of an ingest.')
  .meta({ id: 'Ingested' });
