import type { Calendar } from '../../core/calendar.js';
import type { Claim } from '../../core/claim.js';
import type { WriteOutcome } from '../../flows/guarded-write.js';
import type { ToolAnswer } from '../define.js';
import { presentClaim, presentConflict, presentStated, presentWarning } from '../present.js';

/** Turns the outcome of a guarded write into its answer. */
export function answerWrite(outcome: WriteOutcome, calendar: Calendar): ToolAnswer {
  const { decision, decisionId, timings } = outcome;
  return { ...answerOutcome(outcome, calendar), trace: { decisionId, tier: decision.tier, timings } };
}

function answerOutcome(outcome: WriteOutcome, calendar: Calendar): ToolAnswer {
  if (outcome.result === 'conflict') return answerConflict(outcome, calendar);
  const { result, decision, decisionId } = outcome;
  const body = {
    result,
    tier: decision.tier,
    claim: presentClaim(outcome.claim, calendar),
    ...(decision.relations === undefined || result === 'unchanged'
      ? {}
      : { relations: decision.relations.stated.map((relation) => presentStated(relation, calendar)) }),
    warnings: decision.warnings.map((warning) => presentWarning(warning, calendar)),
    decisionId,
  };
  if (result === 'unchanged') return { status: 200, body };
  if (outcome.closed.length === 0) return { status: 201, body };
  const present = (claim: Claim) => presentClaim(claim, calendar);
  const { closed, unsupported } = outcome;
  return { status: 201, body: { ...body, closed: closed.map(present), unsupported: unsupported.map(present) } };
}

function answerConflict(
  { decision, decisionId, resolutions }: Extract<WriteOutcome, { result: 'conflict' }>,
  calendar: Calendar,
): ToolAnswer {
  const many = decision.conflictsTotal !== 1;
  return {
    status: 409,
    body: {
      code: 'conflict',
      detail: `${decision.conflictsTotal} active claim${many ? 's contradict' : ' contradicts'} this statement.`,
      result: 'conflict',
      decisionId,
      conflictsTotal: decision.conflictsTotal,
      conflicts: decision.conflicts.map((conflict) => presentConflict(conflict, calendar)),
      resolutions,
    },
  };
}
