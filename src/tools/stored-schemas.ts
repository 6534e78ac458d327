import { z } from 'zod';
import { ShownRelationSchema, WarningSchema } from './conflict-schemas.js';
import { relatedField } from './related.js';
import { ClaimSchema, TierSchema } from './schemas.js';

/** What a write that is stored is answered, as it stands on the wire. */

export const StoredSchema = z
  .object({
    view: z.literal('full').describe('The whole answer.'),
    result: z.enum(['stored', 'unchanged']).describe('`unchanged`: exactly this was stored already.'),
    tier: TierSchema,
    claim: ClaimSchema.describe('The claim that is stored.'),
    relations: z
      .array(ShownRelationSchema)
      .optional()
      .describe('Present where the statement states relations: they are stored beside the claim.'),
    warnings: z.array(WarningSchema).describe('What is doubtful; empty: nothing.'),
    related: relatedField,
    decision_id: z.string().describe('The decision on the record: `/v1/decisions/{decision_id}`.'),
  })
  .describe('What became of a write.')
  .meta({ id: 'Stored' });

export const unsupportedField = z
  .array(ClaimSchema)
  .describe('Active claims that depend on what was closed; look at them again.');

export const closedField = z
  .array(ClaimSchema)
  .describe('Claims that said nothing but what was taken back, as they are now: they stand no longer.');

export const SupersededSchema = StoredSchema.extend({
  closed: z.array(ClaimSchema).describe('The claims that were replaced, as they are now.'),
  unsupported: unsupportedField,
})
  .describe('What became of a supersede.')
  .meta({ id: 'Superseded' });
