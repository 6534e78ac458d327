import { z } from 'zod';
import { CLAIM_KINDS, CLAIM_STATUSES } from '../core/claim.js';
import { RESOLUTION_ACTIONS } from '../core/decision.js';
import { PROBLEMS, type ProblemCode } from '../core/errors.js';
import { REASON_CODES } from '../core/verdict.js';
import { relatedLines } from './related.js';
import { nextCursorField, TierSchema } from './schemas.js';
import { WARNING_CODES } from './warning-codes.js';

/** Short answers as they stand on the wire, for those who pay for every word. */

/** Of an answer in full that there is a short one of as well. */
export const fullView = z.literal('full').describe('The whole answer.');
export const minimalView = z.literal('minimal').describe('The short answer that was preferred.');
export const compactView = z.literal('compact').describe('The short answer that was asked for.');

const STATEMENT = 'The statement; a long one is cut, and ends with “…”.';

export const CompactClaimSchema = z
  .object({
    id: z.string().describe('Of the claim.'),
    statement: z.string().describe(STATEMENT),
    kind: z.enum(CLAIM_KINDS).describe('What sort of claim it is.'),
    who: z.string().describe('Who says so.'),
    status: z.enum(CLAIM_STATUSES).optional().describe('Absent: active.'),
    valid_from: z.string().optional().describe('When it begins to hold; absent: it always did.'),
    valid_until: z.string().optional().describe('When it ceases to hold, which may be over; absent: it goes on.'),
    is_disputed: z.literal(true).optional().describe('Present where another claim contradicts it.'),
    unsupported: z.literal(true).optional().describe('Present where a claim that it rests on was closed.'),
    guarded: z.literal(false).optional().describe('Present where the guard did not vouch for it.'),
    prophetic: z.literal(true).optional().describe('Present where a prophetic source says it.'),
  })
  .describe('A claim in short.')
  .meta({ id: 'CompactClaim' });

export const MinimalWarningSchema = z
  .object({
    code: z.enum(WARNING_CODES).describe('What is doubtful.'),
    id: z.string().nullable().describe('The claim that it is doubtful beside; null: none in particular.'),
    sentence: z.string().describe('Why, in words.'),
  })
  .describe('A warning in short.')
  .meta({ id: 'MinimalWarning' });

export const MinimalStoredSchema = z
  .object({
    view: minimalView,
    result: z.enum(['stored', 'unchanged']).describe('Whether it is new.'),
    tier: TierSchema,
    claim_id: z.string().describe('The claim that is stored.'),
    decision_id: z.string().describe('The decision on the record.'),
    warnings: z.array(MinimalWarningSchema).optional().describe('Absent: none.'),
    related: relatedLines,
    unsupported: z.array(z.string()).optional().describe('Active claims that rest on what was closed; absent: none.'),
  })
  .describe('What became of a write, in short.')
  .meta({ id: 'MinimalStored' });

const MinimalConflictSchema = z
  .object({
    id: z.string().nullable().describe('The stored claim; null where relations conflict that no claim says.'),
    statement: z.string().describe(STATEMENT),
    code: z.enum(REASON_CODES).describe('What the contradiction is.'),
    sentence: z.string().describe('The contradiction in words.'),
  })
  .describe('A conflict in short.')
  .meta({ id: 'MinimalConflict' });

export const minimalConflictFields = {
  conflicts: z.array(MinimalConflictSchema).describe('Strongest first, at most 20.'),
  ways: z.array(z.enum(RESOLUTION_ACTIONS)).describe('Ways out; the answer in full has them as requests.'),
};

export const MinimalConflictProblemSchema = z
  .object({
    view: minimalView,
    ...minimalProblem('conflict'),
    decision_id: z.string().describe('The decision on the record: `/v1/decisions/{decision_id}`.'),
    ...minimalConflictFields,
  })
  .describe('The refusal of a write, in short.')
  .meta({ id: 'MinimalConflictProblem' });

/** By what a client tells the problem. */
export function minimalProblem(code: ProblemCode) {
  return {
    status: z.literal(PROBLEMS[code].status).describe('That of the answer.'),
    code: z.literal(code).describe('Stable; switch on this one.'),
  };
}

/** What a list answers that has a short form as well. */
export function fullPage(item: z.ZodObject, id: string, more: z.ZodRawShape = {}) {
  return z
    .object({ view: fullView, ...page(item), ...more })
    .describe('One page.')
    .meta({ id });
}

/** Its short form. */
export function compactPage(item: z.ZodObject, id: string, more: z.ZodRawShape = {}) {
  return z
    .object({ view: compactView, ...page(item), ...more })
    .describe('One page, in short.')
    .meta({ id });
}

function page(item: z.ZodObject) {
  return {
    items: z.array(item).describe('In the order of the list.'),
    next_cursor: nextCursorField,
  };
}
