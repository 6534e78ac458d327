import { z } from 'zod';
import { HIT_KINDS, HIT_MARKS, MATCHED_FIELDS } from '../flows/asking/hit.js';
import { FindingNoteSchema } from './detective/finding-schemas.js';
import { EntityRefSchema, RelationSchema } from './lore-schemas.js';
import { ClaimSchema } from './schemas.js';

/** What recall finds, as it stands on the wire. */

const kind = z
  .enum(HIT_KINDS)
  .describe(
    '`triplet`: a relation. `temporal`: a claim or a relation with a window, which holds at the time asked about.',
  );
const score = z.number().describe('How well it fits the question, from 0 to 1; compare scores of one answer only.');
const marks = z
  .array(z.enum(HIT_MARKS))
  .describe(
    'What to know before you rely on it. `unsupported`: a claim that it rests on was closed. `ending`: it ceases to hold ' +
      'within 30 days of the time asked about; `ended`, `not_yet`: it does not hold then. `prophetic`, `unreliable_source`: ' +
      'its source foretells it, or is rumour, talk or invention. `in_question`: the detective asks something about it. `rejected`: it was ' +
      'turned down: it is not so, or not to be done.',
  );

const PassageSchema = z
  .object({
    document_id: z.string().describe('Of its document.'),
    path: z.string().describe('Of its document.'),
    heading: z.string().nullable().describe('The headings that it stands under; null: none.'),
    text: z.string().describe('The passage, whole.'),
    starts: z.number().int().describe('Where it begins in the document, in characters.'),
  })
  .describe('A passage of a document as it is now.')
  .meta({ id: 'FoundPassage' });

export const HitSchema = z
  .object({
    kind,
    id: z.string().describe('Of the claim, passage, entity or relation.'),
    score,
    matched: z
      .array(z.enum(MATCHED_FIELDS))
      .describe(
        'What of it has words of the question, or says the same of the same; `session`: your session raised it.',
      ),
    words: z
      .array(z.string())
      .describe('Words of it that met words of the question, in lower case, the rarest first; at most 8.'),
    marks,
    holds: z
      .enum(['true', 'false', 'unknown'])
      .nullable()
      .describe('Whether it holds at the time asked about, or now; null: it has no time.'),
    superseded_by_hit: z.string().nullable().describe('The hit of this answer that took its place; null: none did.'),
    claim: ClaimSchema.optional().describe('Present of a claim.'),
    findings: z.array(FindingNoteSchema).optional().describe('Present of a claim about which questions are open.'),
    passage: PassageSchema.optional().describe('Present of a passage.'),
    entity: EntityRefSchema.optional().describe('Present of an entity.'),
    relation: RelationSchema.optional().describe('Present of a relation.'),
  })
  .describe('Something that fits the question.')
  .meta({ id: 'Hit' });

export const CompactHitSchema = z
  .object({
    kind,
    id: z.string().describe('Of the claim, passage, entity or relation.'),
    text: z.string().describe('What it says; cut at 80 characters.'),
    words: z.array(z.string()).optional().describe('Words of it that met the question, the rarest first; a few.'),
    score,
    marks: marks.optional(),
  })
  .describe('Something that fits the question, in short.')
  .meta({ id: 'CompactHit' });
