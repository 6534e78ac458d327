import { endAt } from '../../core/period.js';
import type { NeighbourRelation } from '../../store/queries/lore/neighbourhood.js';
import type { Draft } from '../draft.js';

/** What is stored as it will be when the claims that the draft replaces are closed. */
export function afterClosing(
  relations: readonly NeighbourRelation[],
  { request, window }: Pick<Draft, 'request' | 'window'>,
): NeighbourRelation[] {
  const isReplaced = ({ claimId }: NeighbourRelation) => claimId !== null && request.targets.includes(claimId);
  const { from } = window;
  if (request.reasonKind !== 'update' || from === null) return relations.filter((one) => !isReplaced(one));
  return relations.map((one) =>
    isReplaced(one) ? { ...one, validUntil: request.validFrom, period: endAt(one.period, from) } : one,
  );
}
