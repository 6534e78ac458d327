import { z } from 'zod';
import type { Tenant } from '../../core/scope.js';
import { SEVERITIES, VIOLATION_KINDS, VIOLATION_RESOLUTIONS, VIOLATION_STATUSES } from '../../core/violation.js';
import type { Deps } from '../../flows/deps.js';
import { flagViolations, OPEN_COUNTED_MAX, type Violation } from '../../store/queries/consistency/violations.js';
import { cut } from '../compact.js';
import { Timestamp } from '../time-schemas.js';

/** What violations of every kind have in common, as they stand on the wire. */

export const severityField = z.enum(SEVERITIES).nullish().describe('At least so severe; default: any.');

export const statusField = z
  .enum([...VIOLATION_STATUSES, 'all'])
  .nullish()
  .describe('Default: open.');

export const openTotal = z
  .number()
  .int()
  .describe(`How many are open in the project, whatever is asked for; counted up to ${OPEN_COUNTED_MAX}.`);

export const lifecycleFields = {
  rule_id: z.string().nullable().describe('The rule that it breaks; null of an old one.'),
  also_rule_ids: z.array(z.string()).describe('Rules that somebody wrote and that find the same.'),
  severity: z.enum(SEVERITIES).describe('`warn`, unless somebody raised it to `error`.'),
  flagged: z.boolean().describe('Whether an answer has delivered it before.'),
  status: z
    .enum(VIOLATION_STATUSES)
    .describe('`open`: it is to be settled. `suspected`: a curator has yet to say that it is one.'),
  resolution: z
    .enum(VIOLATION_RESOLUTIONS)
    .nullable()
    .describe('How it was settled; `gone`: its cause is; null: open.'),
  acknowledged_at: Timestamp.nullable().describe(
    'When a curator said that it is known and stays open; null: nobody did.',
  ),
  run_id: z.string().nullable().describe('The run that found it; null: a write opened it.'),
  detected_at: Timestamp.describe('When it was opened.'),
  resolved_at: Timestamp.nullable().describe('When it was settled; null: it is open.'),
};

export function presentLifecycle(violation: Violation) {
  const { ruleId, severity, flagged, status, resolution, acknowledgedAt, runId, detectedAt, resolvedAt } = violation;
  const { alsoRuleIds } = violation;
  return { ruleId, alsoRuleIds, severity, flagged, status, resolution, acknowledgedAt, runId, detectedAt, resolvedAt };
}

/** A violation in a line. */
export const CompactViolationSchema = z
  .object({
    id: z.string().describe('Of the violation: explain_violation tells more.'),
    rule_id: lifecycleFields.rule_id,
    sentence: z.string().describe('What it is, in words; a long one is cut, and ends with “…”.'),
    severity: z.literal('error').optional().describe('Present where somebody raised it.'),
    status: z.enum(VIOLATION_STATUSES).optional().describe('Absent: open.'),
  })
  .describe('A violation in short.')
  .meta({ id: 'CompactViolation' });

export function compactViolation(
  shown: Pick<Violation, 'id' | 'ruleId' | 'severity' | 'status'> & { sentence: string },
) {
  const { id, ruleId, sentence, severity, status } = shown;
  return {
    ...{ id, ruleId, sentence: cut(sentence) },
    ...(severity === 'error' ? { severity } : {}),
    ...(status === 'open' ? {} : { status }),
  };
}

/** Says that violations were delivered. Not waited for: the answer does not depend on it. */
export function flagDelivered(
  { store }: Pick<Deps, 'store'>,
  tenant: Tenant,
  delivered: readonly Violation[],
  report: (error: unknown) => void,
): void {
  const ids = delivered.filter(({ flagged }) => !flagged).map(({ id }) => id);
  if (ids.length === 0) return;
  store.tenant(tenant.orgId, (db) => flagViolations(db, tenant, ids)).catch(report);
}

/** A violation that stays what it is, but for what was said of it. */
export const AmendedViolation = z
  .object({
    id: z.string().describe('Of the violation.'),
    kind: z.enum(VIOLATION_KINDS).describe('What it is.'),
    ...lifecycleFields,
  })
  .describe('A violation, as it is now.')
  .meta({ id: 'AmendedViolation' });

export function presentAmended(violation: Violation) {
  return { id: violation.id, kind: violation.kind, ...presentLifecycle(violation) };
}
