import { z } from 'zod';
import { FINDING_ANSWERS, FINDING_KINDS, FINDING_STATUSES } from '../../core/finding.js';
import { Timestamp } from '../time-schemas.js';

/** Findings as they stand on the wire. */

export const FindingSchema = z
  .object({
    id: z.string().describe('Of the finding.'),
    kind: z
      .enum(FINDING_KINDS)
      .describe(
        '`reversal`: it was so, then otherwise, then so again. `ambiguity`: two claims point apart. `stale`: a claim that newer ones have left behind.',
      ),
    status: z.enum(FINDING_STATUSES).describe('`open`: nobody has answered.'),
    claim_ids: z.array(z.string()).describe('Of all claims that it is about, in the order in which they were said.'),
    question: z.string().describe('To be answered by yes or no.'),
    reader: z.string().describe('Who found it: `rules`, or `llm:` and the model.'),
    contradiction_id: z.string().nullable().describe('The contradiction whose sides it is about; null: none.'),
    found_at: Timestamp.describe('When it was raised.'),
    answer: z.enum(FINDING_ANSWERS).nullable().describe('What was answered; null: nothing.'),
    settled_at: Timestamp.nullable().describe('When it was settled; null: it is open.'),
    settled_by: z.string().nullable().describe('Who settled it; null: nobody did.'),
    settled_reason: z.string().nullable().describe('Why, in their words; null: not said.'),
  })
  .describe('What may confuse whoever reads the claims from the first to the last.')
  .meta({ id: 'Finding' });
