import type { Calendar } from '../../core/calendar.js';
import type { Claim } from '../../core/claim.js';
import { PROBLEMS } from '../../core/errors.js';
import type { WriteOutcome } from '../../flows/guarded-write.js';
import type { SessionUse } from '../../flows/lore/sessions.js';
import { minimalConflicts, minimalWarnings, unsupportedIds } from '../compact.js';
import type { ToolAnswer } from '../define.js';
import { presentClaim, presentConflict, presentStated, presentWarning, presentWay } from '../present.js';
import { minimalRelated, presentRelated, relatedOf } from '../related.js';

/**
 * Turns the outcome of a guarded write into its answer. The session then knows of the claim, or of what it contradicts.
 * @param wanted how many related claims are shown; null for as many as there are
 */
export function answerWrite(
  outcome: WriteOutcome,
  calendar: Calendar,
  session: SessionUse | null,
  wanted: number | null | undefined = null,
): ToolAnswer {
  const { decision, decisionId, timings } = outcome;
  if (session !== null) note(session, outcome);
  const answer = answerOutcome(outcome, calendar, wanted);
  const location =
    answer.status === 201 && outcome.result !== 'conflict' ? { location: `/v1/claims/${outcome.claim.id}` } : {};
  return { ...answer, headers: location, trace: { decisionId, tier: decision.tier, timings } };
}

function note(session: SessionUse, outcome: WriteOutcome): void {
  if (outcome.result === 'conflict') {
    session.touch(outcome.decision.conflicts.flatMap(({ claim }) => claim?.id ?? []));
    return;
  }
  session.touch([outcome.claim.id]);
  for (const { from, to } of outcome.decision.relations?.stated ?? []) {
    session.speakOf(from.id);
    if (to !== null) session.speakOf(to.id);
  }
}

function answerOutcome(outcome: WriteOutcome, calendar: Calendar, wanted: number | null | undefined): ToolAnswer {
  if (outcome.result === 'conflict') return answerConflict(outcome, calendar);
  const { result, decision, decisionId, claim, closed, unsupported } = outcome;
  const { tier, warnings } = decision;
  const related = relatedOf(decision, wanted);
  const body = {
    ...{ view: 'full', result, tier, claim: presentClaim(claim, calendar) },
    ...(decision.relations === undefined || result === 'unchanged'
      ? {}
      : { relations: decision.relations.stated.map((relation) => presentStated(relation, calendar)) }),
    warnings: warnings.map((warning) => presentWarning(warning, calendar)),
    related: presentRelated(related),
    decisionId,
  };
  const short = () => ({
    ...{ view: 'minimal', result, tier, claimId: claim.id, decisionId },
    ...minimalWarnings(warnings),
    ...minimalRelated(related),
    ...unsupportedIds(unsupported),
  });
  if (result === 'unchanged') return { status: 200, body, short };
  if (closed.length === 0) return { status: 201, body, short };
  const present = (shown: Claim) => presentClaim(shown, calendar);
  return { status: 201, body: { ...body, closed: closed.map(present), unsupported: unsupported.map(present) }, short };
}

function answerConflict(
  { decision, decisionId, resolutions }: Extract<WriteOutcome, { result: 'conflict' }>,
  calendar: Calendar,
): ToolAnswer {
  const many = decision.conflictsTotal !== 1;
  const code = 'conflict';
  return {
    status: PROBLEMS[code].status,
    body: {
      code,
      detail: `${decision.conflictsTotal} active claim${many ? 's contradict' : ' contradicts'} this statement.`,
      view: 'full',
      result: 'conflict',
      decisionId,
      conflictsTotal: decision.conflictsTotal,
      conflicts: decision.conflicts.map((conflict) => presentConflict(conflict, calendar)),
      resolutions: resolutions.map(presentWay),
    },
    short: () => ({
      ...{ view: 'minimal', status: PROBLEMS[code].status, code, decisionId },
      ...minimalConflicts(decision.conflicts, resolutions),
    }),
  };
}
