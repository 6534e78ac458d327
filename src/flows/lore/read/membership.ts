import type { RecordedRelation } from '../../../core/record.js';
import type { RelationType } from '../../../core/relation-type.js';
import type { Candidate } from '../../../core/resolution.js';
import type { Recorded } from '../../../lore/recorded.js';
import { wholeTypes } from '../../../lore/rules/parts.js';
import { holderEnd } from '../../../lore/rules/world.js';
import { wholesOf } from '../../../store/queries/lore/wholes.js';
import type { Asker, Question } from './question.js';

/**
 * Rivals that exclude a relation: a member of a guild is one of its chapter too, who was born in a town was born in its
 * realm, and a lineage is no membership.
 */
export async function withoutParts(
  { deps }: Asker,
  { tenant }: Question,
  { subject, object, type }: { subject: Candidate; object: Candidate | null; type: RelationType },
  rivals: readonly RecordedRelation[],
  recorded: Recorded,
): Promise<RecordedRelation[]> {
  const end = holderEnd(type);
  const holder = end === 'from' ? subject : object;
  const endOf = ({ fromId, toId }: RecordedRelation) => (end === 'from' ? fromId : (toId ?? ''));
  const idOf = (relation: RecordedRelation) => recorded.idOf(endOf(relation));
  const real = rivals.filter((relation) => recorded.entity(endOf(relation)).type !== 'Lineage');
  if (holder === null || holder.type === 'Lineage' || real.length === 0) return [];
  const parts = [holder.id, ...real.map(idOf)];
  const wholes = await deps.store.tenant(tenant.orgId, (db) => wholesOf(db, tenant, parts, wholeTypes(type)));
  const isPart = (one: string, other: string) => wholes.get(one)?.has(other) === true;
  return real.filter((relation) => !isPart(holder.id, idOf(relation)) && !isPart(idOf(relation), holder.id));
}

const INSIDE = { always: ['PART_OF', 'LOCATED_IN'], lying: [], places: [] };

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
