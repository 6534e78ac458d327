import type { RecordedRelation } from '../../../core/record.js';
import type { Candidate } from '../../../core/resolution.js';
import type { Recorded } from '../../../lore/recorded.js';
import { wholesOf } from '../../../store/queries/lore/wholes.js';
import type { Asker, Question } from './question.js';

/**
 * Rivals of a membership that exclude it: a member of a guild is one of its chapter too, and a lineage is no
 * membership.
 */
export async function withoutParts(
  { deps }: Asker,
  { tenant }: Question,
  { object }: { object: Candidate | null },
  rivals: readonly RecordedRelation[],
  recorded: Recorded,
): Promise<RecordedRelation[]> {
  const idOf = (relation: RecordedRelation) => recorded.idOf(relation.toId ?? '');
  const real = rivals.filter((relation) => recorded.entity(relation.toId ?? '').type !== 'Lineage');
  if (object === null || object.type === 'Lineage' || real.length === 0) return [];
  const wholes = await deps.store.tenant(tenant.orgId, (db) => wholesOf(db, tenant, [object.id, ...real.map(idOf)]));
  const isPart = (one: string, other: string) => wholes.get(one)?.has(other) === true;
  return real.filter((relation) => !isPart(object.id, idOf(relation)) && !isPart(idOf(relation), object.id));
}

const INSIDE = ['PART_OF', 'LOCATED_IN'];

/**
 * Other places that exclude one where something happened: what was fought in a town was fought in its realm too, and what
 * was fought in a realm may have been in any of its towns.
 */
export async function elsewhere(
  { deps }: Asker,
  { tenant }: Question,
  place: string,
  rivals: readonly RecordedRelation[],
  recorded: Recorded,
): Promise<RecordedRelation[]> {
  if (rivals.length === 0) return [];
  const placeOf = ({ toId }: RecordedRelation) => recorded.idOf(toId ?? '');
  const places = [place, ...rivals.map(placeOf)];
  const wholes = await deps.store.tenant(tenant.orgId, (db) => wholesOf(db, tenant, places, INSIDE));
  const isIn = (one: string, other: string) => wholes.get(one)?.has(other) === true;
  return rivals.filter((rival) => !isIn(place, placeOf(rival)) && !isIn(placeOf(rival), place));
}
