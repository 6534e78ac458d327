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
      warnings: warnings.map((warning) => (isQuoting(warning) ? unquoted(warning, warning.claim) : warning)),
    },
    request: { ...request, statement: ERASED, reason: null, source: null, entity: null, tags: [], relation: null },
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
          : isSaidBy(conflict, claimId)
            ? withoutQuotes(conflict, conflict.claim)
            : conflict,
      ),
      warnings: warnings.map((warning) => {
        if (warning.claim?.id === claimId) return unquoted(warning, named);
        return isSaidBy(warning, claimId) ? unquoted(warning, warning.claim) : warning;
      }),
    },
  };
}

/** Whether the decision holds words of this claim beside its own. */
export function cites({ decision: { conflicts, warnings } }: Recorded, claimId: string): boolean {
  return [...conflicts, ...warnings].some((found) => {
    const isCited = found.claim?.id === claimId && found.claim.statement !== ERASED;
    return isCited || isSaidBy(found, claimId);
  });
}

/** Whether the erased claim says one of the relations that are shown. */
function isSaidBy({ relations }: Pick<Conflict, 'relations'>, claimId: string): boolean {
  return relations?.stored.some((stored) => stored.claimId === claimId) === true;
}

/** Whether a warning has words of the statement, or of what it cites. */
function isQuoting({ claim, relations, code }: Warning): boolean {
  return claim !== null || relations !== undefined || code === 'ambiguous_entity';
}

/** Slots, spans and sentences quote both sides. */
function withoutQuotes({ tier, code, confidence, stage, score, shared }: Conflict, claim: Conflict['claim']): Conflict {
  const spans = { stored: [], incoming: [] };
  return { claim, tier, code, confidence, stage, score, shared, slots: {}, spans, reason: ERASED };
}

function unquoted({ code, confidence, stage }: Warning, claim: Warning['claim']): Warning {
  return { claim, code, confidence, stage, slots: {}, reason: ERASED };
}
