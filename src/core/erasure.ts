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

/** A decision about the erased statement itself: what was compared and how it ended is left. */
export function withoutStatement({ decision, request }: Recorded): Recorded {
  const { reading: _reading, ...rest } = decision;
  return {
    statement: ERASED,
    decision: {
      ...rest,
      norms: [],
      conflicts: decision.conflicts.map((conflict) => ({ ...conflict, ...NO_WORDS, spans: NO_SPANS })),
      warnings: decision.warnings.map((warning) => ({ ...warning, ...NO_WORDS })),
    },
    request: { ...request, statement: ERASED, reason: null, source: null, entity: null, tags: [] },
  };
}

/** A decision about another statement, without the words of the erased claim that it cites. */
export function withoutCitation(recorded: Recorded, claimId: string): Recorded {
  const { conflicts, warnings } = recorded.decision;
  return {
    ...recorded,
    decision: {
      ...recorded.decision,
      conflicts: conflicts.map((conflict) => (conflict.claim.id === claimId ? uncited(conflict) : conflict)),
      warnings: warnings.map((warning) => (warning.claim?.id === claimId ? unwarned(warning, claimId) : warning)),
    },
  };
}

/** Whether the decision holds words of this claim beside its own. */
export function cites({ decision: { conflicts, warnings } }: Recorded, claimId: string): boolean {
  const statements = [...conflicts, ...warnings].flatMap(({ claim }) =>
    claim?.id === claimId ? [claim.statement] : [],
  );
  return statements.some((statement) => statement !== ERASED);
}

/** Slots and sentences quote both sides. */
const NO_WORDS = { slots: {}, reason: ERASED };
const NO_SPANS = { stored: [], incoming: [] };

function uncited(conflict: Conflict): Conflict {
  return { ...conflict, ...NO_WORDS, spans: NO_SPANS, claim: { ...conflict.claim, statement: ERASED, reason: null } };
}

function unwarned(warning: Warning, id: string): Warning {
  return { ...warning, ...NO_WORDS, claim: { id, statement: ERASED } };
}
