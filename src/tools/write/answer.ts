import { isoCalendar } from '../../core/calendar.js';
import type { Claim } from '../../core/claim.js';
import type { WriteOutcome } from '../../flows/guarded-write.js';
import type { ToolAnswer } from '../define.js';
import { presentClaim, presentShared } from '../present.js';

/** Turns the outcome of a guarded write into its answer. */
export function answerWrite(outcome: WriteOutcome): ToolAnswer {
  const { decision, decisionId, timings } = outcome;
  return { ...answerOutcome(outcome), trace: { decisionId, tier: decision.tier, timings } };
}

function answerOutcome(outcome: WriteOutcome): ToolAnswer {
  if (outcome.result === 'conflict') return answerConflict(outcome);
  const { result, decision, decisionId } = outcome;
  const body = {
    result,
    tier: decision.tier,
    claim: presentClaim(outcome.claim, isoCalendar),
    warnings: decision.warnings,
    decisionId,
  };
  if (result === 'unchanged') return { status: 200, body };
  if (outcome.closed.length === 0) return { status: 201, body };
  const present = (claim: Claim) => presentClaim(claim, isoCalendar);
  const { closed, unsupported } = outcome;
  return { status: 201, body: { ...body, closed: closed.map(present), unsupported: unsupported.map(present) } };
}

function answerConflict({
  decision,
  decisionId,
  resolutions,
}: Extract<WriteOutcome, { result: 'conflict' }>): ToolAnswer {
  const many = decision.conflictsTotal !== 1;
  return {
    status: 409,
    body: {
      code: 'conflict',
      detail: `${decision.conflictsTotal} active claim${many ? 's contradict' : ' contradicts'} this statement.`,
      result: 'conflict',
      decisionId,
      conflictsTotal: decision.conflictsTotal,
      conflicts: decision.conflicts.map((conflict) => presentShared(conflict, isoCalendar)),
      resolutions,
    },
  };
}
