import type { WriteRequest } from './claim.js';
import type { Conflict, Decision, Warning } from './decision.js';

/** Stands where a statement was. */
export const ERASED = '[erased]';

/** A recorded decision, as far as it holds words of claims. */
export interface Recorded {
  statement: string;
  decision: Decision;
  request: WriteRequest;
}

/**
 * A decision about the erased statement itself: what was compared and how it ended is left. Names what stays, so that
 * nothing that is added later stays by oversight.
 */
export function withoutStatement({ decision, request }: Recorded): Recorded {
  const { tier, conflicts, conflictsTotal, warnings, duplicateOf, compared, nli, versions, settings } = decision;
  return {
    statement: ERASED,
    decision: {
      ...{ tier, conflictsTotal, duplicateOf, norms: [], compared, nli, versions, settings },
      conflicts: conflicts.map((conflict) => withoutQuotes(conflict, conflict.claim)),
      warnings: warnings.map((warning) => (warning.claim === null ? warning : unquoted(warning, warning.claim))),
    },
    request: { ...request, statement: ERASED, reason: null, source: null, entity: null, tags: [] },
  };
}

/** A decision about another statement, without the words of the erased claim that it cites. */
export function withoutCitation(recorded: Recorded, claimId: string): Recorded {
  const { conflicts, warnings } = recorded.decision;
  const named = { id: claimId, statement: ERASED };
  return {
    ...recorded,
    decision: {
      ...recorded.decision,
      conflicts: conflicts.map((conflict) =>
        conflict.claim?.id === claimId
          ? withoutQuotes(conflict, { ...conflict.claim, ...named, reason: null })
          : conflict,
      ),
      warnings: warnings.map((warning) => (warning.claim?.id === claimId ? unquoted(warning, named) : warning)),
    },
  };
}

/** Whether the decision holds words of this claim beside its own. */
export function cites({ decision: { conflicts, warnings } }: Recorded, claimId: string): boolean {
  return [...conflicts, ...warnings].some(({ claim }) => claim?.id === claimId && claim.statement !== ERASED);
}

/** Slots, spans and sentences quote both sides. */
function withoutQuotes({ tier, code, confidence, stage, score, shared }: Conflict, claim: Conflict['claim']): Conflict {
  const spans = { stored: [], incoming: [] };
  return { claim, tier, code, confidence, stage, score, shared, slots: {}, spans, reason: ERASED };
}

function unquoted({ code, confidence, stage }: Warning, claim: Warning['claim']): Warning {
  return { claim, code, confidence, stage, slots: {}, reason: ERASED };
}
