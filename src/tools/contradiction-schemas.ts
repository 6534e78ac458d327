import { z } from 'zod';
import { REASON_CODES } from '../core/verdict.js';
import { SEVERITIES, VIOLATION_RESOLUTIONS, VIOLATION_STATUSES } from '../core/violation.js';
import { SUSPECTING_STAGES } from '../flows/consistency/suspect.js';
import { SlotsSchema } from './conflict-schemas.js';
import { SourceSchema } from './lore-schemas.js';
import { SpanSchema } from './norm-schemas.js';
import { idField, reasonField, tenantShape } from './schemas.js';
import { Timestamp } from './time-schemas.js';

/** Contradictions as they stand on the wire. */

const SideSchema = z
  .object({
    id: z.string().describe('Of the claim or the relation.'),
    text: z.string().describe('What it says: the statement of a claim, a relation in words.'),
    who: z.string().nullable().describe('Who says so; null: it was erased.'),
    reason: z.string().nullable().describe('Why it is believed, in the words of who said it; null: not said.'),
    since: Timestamp.nullable().describe('When it was first stored; null: it was erased.'),
    source: SourceSchema.nullable().describe('The source that says a relation; null: none.'),
    claim_source: z
      .string()
      .nullable()
      .describe('Where a claim was learnt: file and line, URL, document; null: not said.'),
    document: z
      .object({ id: z.string().describe('Of the document.'), path: z.string().describe('What names it.') })
      .nullable()
      .describe('The document that says a relation; null: none.'),
  })
  .describe('One side of a contradiction, as it stands now.')
  .meta({ id: 'ContradictionSide' });

const ACTIONS = ['keep', 'merge', 'dismiss'] as const;
export const settlementField = z
  .enum(ACTIONS)
  .describe('`keep`: `keep` stands. `merge`: both say the same. `dismiss`: all stand, and it is no contradiction.');

const SettlementRequest = z
  .strictObject({
    ...tenantShape,
    id: idField.describe('The contradiction.'),
    action: settlementField,
    keep: z.array(idField).describe('The sides that stand; empty: all, or for a merge the earlier one.'),
  })
  .describe('A settlement that lacks its reason.')
  .meta({ id: 'SettlementDraft' });

const SuspicionRequest = z
  .strictObject({
    ...tenantShape,
    id: idField.describe('The contradiction.'),
    action: z.enum(['confirm', 'dismiss']).describe('`confirm`: it is one, and open. `dismiss`: it is none.'),
  })
  .describe('An answer to a suspicion that lacks its reason.')
  .meta({ id: 'SuspicionDraft' });

const SuspicionWay = z
  .object({
    action: SuspicionRequest.shape.action,
    method: z.literal('POST').describe('Method of the request.'),
    path: z.literal('/v1/lore/resolve-violation').describe('Path of the request.'),
    body: SuspicionRequest,
    needs: z.array(z.literal('reason')).describe('Fields of the body that only you can fill in.'),
  })
  .describe('A way out of a suspicion: a request.')
  .meta({ id: 'SuspicionWay' });

const SettlementWay = z
  .object({
    action: settlementField,
    method: z.literal('POST').describe('Method of the request.'),
    path: z.literal('/v1/lore/resolve-contradiction').describe('Path of the request.'),
    body: SettlementRequest,
    needs: z.array(z.literal('reason')).describe('Fields of the body that only you can fill in.'),
  })
  .describe('A way out of a contradiction: a request.')
  .meta({ id: 'SettlementWay' });

export const ContradictionSchema = z
  .object({
    id: z.string().describe('Of the contradiction.'),
    about: z.enum(['claim', 'relation']).describe('What its sides are.'),
    subject: z
      .object({
        id: z.string().nullable().describe('Of the entity; null: of claims that name none.'),
        name: z.string().describe('What both sides are about.'),
      })
      .nullable()
      .describe('What both sides are about; null: not known.'),
    predicate: z.string().nullable().describe('The type of relation, or the verb or modality of a claim.'),
    code: z.enum(REASON_CODES).nullable().describe('What the contradiction is; null of an old one.'),
    sentence: z.string().nullable().describe('The contradiction in words; null of an old one.'),
    slots: SlotsSchema,
    spans: z
      .object({
        stored: z.array(SpanSchema).describe('In the side that was stored first.'),
        incoming: z.array(SpanSchema).describe('In the other side.'),
      })
      .describe('Where what decided stands in the statements of two claims.'),
    sides: z.array(SideSchema).describe('What can not stand together; two, or more.'),
    holds: z
      .enum(['true', 'false', 'unknown'])
      .optional()
      .describe('With `at_time`: whether all sides hold at some point of that time.'),
    severity: z.enum(SEVERITIES).describe('`warn`, unless somebody raised it to `error`.'),
    flagged: z.boolean().describe('Whether an answer has delivered it before.'),
    status: z.enum(VIOLATION_STATUSES).describe('`open`: it is to be settled.'),
    resolution: z.enum(VIOLATION_RESOLUTIONS).nullable().describe('How it was settled; `gone`: a side is; null: open.'),
    stage: z
      .enum(SUSPECTING_STAGES)
      .nullable()
      .describe('Who suspected it; `reported`: somebody, for the reason that `sentence` tells. Null: a rule found it.'),
    judged: z
      .object({
        judge: z.enum(['llm', 'nli']).describe('`llm`: a language model; `nli`: a model of inference.'),
        model: z.string().describe('Its name, or the digest of its file.'),
        prompt_hash: z.string().describe('Of what it is told to do.'),
        certainty: z.number().describe('How sure it is, from 0 to 1.'),
        quotes: z
          .object({
            stored: z.string().describe('Of the side that was stored first.'),
            incoming: z.string().describe('Of the other side.'),
          })
          .nullable()
          .describe('The words that decide, verbatim; null: it quotes none.'),
      })
      .nullable()
      .describe('What a judge says of the two; null: no judge raised it.')
      .meta({ id: 'JudgedContradiction' }),
    decision_id: z.string().nullable().describe('The decision about the write that opened it; null: a comparison did.'),
    run_id: z.string().nullable().describe('The run that found it; null: a write opened it.'),
    detected_at: Timestamp.describe('When it was opened.'),
    resolved_at: Timestamp.nullable().describe('When it was settled; null: it is open.'),
    resolved_by: z.string().nullable().describe('Who settled it; null: nobody did.'),
    resolved_reason: z.string().nullable().describe('Why, in their words; null: not said.'),
    resolutions: z
      .array(z.discriminatedUnion('path', [SettlementWay, SuspicionWay]))
      .describe('Ways out, as requests; of what is suspected to confirm or dismiss it. Empty: it is settled.'),
  })
  .describe('What can not stand together, and why.')
  .meta({ id: 'Contradiction' });

export const CompactContradictionSchema = z
  .object({
    id: z.string().describe('Of the contradiction.'),
    code: z.enum(REASON_CODES).nullable().describe('What the contradiction is; null of an old one.'),
    sides: z
      .array(
        z.object({
          id: z.string().describe('Of the claim or the relation.'),
          text: z.string().describe('What it says; a long one is cut, and ends with “…”.'),
        }),
      )
      .describe('What can not stand together.'),
    status: z.enum(VIOLATION_STATUSES).describe('`open`: it is to be settled.'),
  })
  .describe('A contradiction in short.')
  .meta({ id: 'CompactContradiction' });

/** One settlement. */
export const settlementShape = {
  id: idField.describe('The contradiction.'),
  action: settlementField,
  keep: z
    .union([idField, z.array(idField).max(50)])
    .nullish()
    .describe(
      'Id of the side that stands, or of several. Required to keep; a merge is into the earlier side by default.',
    ),
  reason: reasonField.describe('Why.'),
};
