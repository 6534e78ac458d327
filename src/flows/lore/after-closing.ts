import type { Calendar } from '../../core/calendar.js';
import { overAt, type Period, type Unit } from '../../core/period.js';
import type { NeighbourRelation } from '../../store/queries/lore/neighbourhood.js';
import type { Draft } from '../draft.js';
import { readBound } from './around.js';

/** What is stored as it will be when the claims that the draft replaces are closed. */
export function afterClosing(
  relations: readonly NeighbourRelation[],
  { request, window }: Pick<Draft, 'request' | 'window'>,
  calendar: Calendar,
): NeighbourRelation[] {
  const isReplaced = ({ claimId }: NeighbourRelation) => claimId !== null && request.targets.includes(claimId);
  const { from } = window;
  if (request.reasonKind !== 'update' || from === null) return relations.filter((one) => !isReplaced(one));
  return relations.map((one) =>
    isReplaced(one) ? { ...one, validUntil: request.validFrom, period: overBy(one, from, calendar) } : one,
  );
}

/** When a relation was so that an update ends. */
export function overBy(
  { period, validFrom }: Pick<NeighbourRelation, 'period' | 'validFrom'>,
  until: Unit,
  calendar: Calendar,
): Period {
  return overAt(period, readBound(validFrom, calendar), until);
}
