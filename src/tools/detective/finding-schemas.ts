import { z } from 'zod';
import { CLAIM_STATUSES } from '../../core/claim.js';
import { FINDING_ANSWERS, FINDING_KINDS, FINDING_STATUSES } from '../../core/finding.js';
import { idField, tenantShape } from '../schemas.js';
import { Timestamp } from '../time-schemas.js';

/** Findings as they stand on the wire. */

const EvidenceSchema = z
  .object({
    id: z.string().describe('Of the claim.'),
    statement: z.string().describe('What it claims, verbatim.'),
    who: z.string().describe('Who said so.'),
    said_at: z.string().describe('When it was said; ISO 8601.'),
    env: z.string().nullable().describe('Its environment; null: all.'),
    team: z.string().nullable().describe('Its team; null: all.'),
    status: z.enum(CLAIM_STATUSES).describe('As it stands now.'),
  })
  .describe('A claim that a finding is about.')
  .meta({ id: 'FindingEvidence' });

const AnswerDraft = z
  .strictObject({ ...tenantShape, answer: z.enum(FINDING_ANSWERS).describe('The answer to the question.') })
  .describe('An answer that lacks its reason.')
  .meta({ id: 'FindingAnswerDraft' });

const ReplacementDraft = z
  .strictObject({
    ...tenantShape,
    claim_ids: z.array(idField).describe('Claims that it takes the place of.'),
    statement: z.string().describe('What is true now, in the words of one of them.'),
  })
  .describe('A statement that takes the place of all of them, and lacks its reason.')
  .meta({ id: 'FindingReplacementDraft' });

const DismissalDraft = z
  .strictObject({ ...tenantShape })
  .describe('A dismissal that lacks its reason.')
  .meta({ id: 'FindingDismissalDraft' });

const way = { method: z.literal('POST').describe('Method of the request.') };
const needs = z.array(z.literal('reason')).describe('Fields of the body that only you can fill in.');

export const FindingWaySchema = z
  .discriminatedUnion('action', [
    z.object({
      action: z.literal('answer').describe('Answer the question; the claims stay as they are.'),
      answer: z.enum(FINDING_ANSWERS).describe('The answer that the request gives.'),
      ...{ ...way, path: z.string().describe('Path of the request.'), body: AnswerDraft, needs },
    }),
    z.object({
      action: z.literal('supersede').describe('Make one statement of what is active of them, which settles it.'),
      answer: z.enum(FINDING_ANSWERS).describe('The answer that this follows from.'),
      ...{ ...way, path: z.literal('/v1/supersede').describe('Path of the request.'), body: ReplacementDraft, needs },
    }),
    z.object({
      action: z.literal('dismiss').describe('There is nothing to answer; it is never raised again.'),
      ...{ ...way, path: z.string().describe('Path of the request.'), body: DismissalDraft, needs },
    }),
  ])
  .describe('A way out of a finding: a request.')
  .meta({ id: 'FindingWay' });

export const FindingSchema = z
  .object({
    id: z.string().describe('Of the finding.'),
    kind: z
      .enum(FINDING_KINDS)
      .describe(
        '`reversal`: it was so, then otherwise, then so again. `ambiguity`: two claims point apart, and neither came later. ' +
          '`stale`: a claim that newer ones have left behind.',
      ),
    status: z
      .enum(FINDING_STATUSES)
      .describe(
        '`open`: nobody has answered. `linked`: a contradiction with the same sides tells of it. `gone`: what was said since ' +
          'settles it.',
      ),
    question: z.string().describe('To be answered by yes or no, without having read the claims.'),
    evidence: z.array(EvidenceSchema).describe('All claims that it is about, in the order in which they were said.'),
    reader: z.string().describe('Who found it: `rules`, or `llm:` and the model.'),
    contradiction_id: z.string().nullable().describe('The contradiction whose sides it is about; null: none.'),
    found_at: Timestamp.describe('When it was raised.'),
    answer: z.enum(FINDING_ANSWERS).nullable().describe('What was answered; null: nothing.'),
    settled_at: Timestamp.nullable().describe('When it was settled; null: it is open.'),
    settled_by: z.string().nullable().describe('Who settled it; null: nobody did.'),
    settled_reason: z.string().nullable().describe('Why, in their words; null: not said.'),
    resolutions: z.array(FindingWaySchema).describe('Ways out, as requests; empty: it is not open.'),
  })
  .describe('What may confuse whoever reads the claims from the first to the last.')
  .meta({ id: 'Finding' });

/** A finding beside an answer about one of its claims. */
export const FindingNoteSchema = z
  .object({
    id: z.string().describe('Of the finding; list_findings tells more.'),
    kind: z.enum(FINDING_KINDS).describe('What confuses.'),
    question: z.string().describe('What is asked, and nobody has answered.'),
    claim_ids: z.array(z.string()).describe('All claims that it is about, in the order in which they were said.'),
  })
  .describe('A question that is open about a claim.')
  .meta({ id: 'FindingNote' });

export const CoverageSchema = z
  .object({
    claims_read: z.number().int().describe('Claims whose story was read.'),
    pairs_examined: z.number().int().describe('Pairs of claims that were laid side by side.'),
    pairs_left_out: z.number().int().describe('Pairs that share something and were not, being too many.'),
    claims_failed: z.number().int().describe('Claims whose story could not be read.'),
  })
  .describe('How much of the story was read.')
  .meta({ id: 'StoryCoverage' });
