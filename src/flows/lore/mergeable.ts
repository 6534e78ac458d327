import { Problem } from '../../core/errors.js';
import type { Entity, StoredRelation } from '../../core/lore.js';
import type { RelationType } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import type { Db } from '../../store/store.js';
import { sentence } from './contradictions.js';
import { describe } from './describe.js';
import { mayStand, type WorldTypes } from './types.js';

/** A relation, in words. */
export interface StatedRelation {
  id: string;
  statement: string;
}

/** Most relations that a refusal names. */
const NAMED_MAX = 5;

/**
 * The type of what nobody vouches for was only guessed.
 * @throws Problem `invalid_request` where somebody vouches for both, and they are of different types
 */
export function requireOneKind(types: WorldTypes, into: Entity, alias: Entity): void {
  const isOne = mayBeKind(types, into.type, alias.type) || mayBeKind(types, alias.type, into.type);
  if (isOne || !into.loreVerified || !alias.loreVerified) return;
  const message = `is of type ${alias.type}, and ${into.name} of type ${into.type}`;
  throw new Problem('invalid_request', 'Things of different types are not one.', [{ path: 'alias', message }]);
}

function mayBeKind(types: WorldTypes, type: string, kind: string): boolean {
  return mayStand(types, type, [kind.toLowerCase()]);
}

/**
 * The relations of this part that are between the two, and so are taken back.
 * @throws Problem `invalid_request` with those by which the two can't be one, and with those that would mean nothing
 */
export async function requireMeaning(
  db: Db,
  tenant: Tenant,
  types: WorldTypes,
  { into, alias }: { into: Entity; alias: Entity },
  part: readonly StoredRelation[],
): Promise<StatedRelation[]> {
  const active = part.filter(({ status }) => status === 'active');
  const between = active.filter(({ fromId, toId }) =>
    [fromId, toId].every((end) => end === alias.id || end === into.id),
  );
  const apart = between.filter(({ type }) => types.relations.get(type)?.acyclic === true);
  const odd = active.filter((one) => !fits(types, one, alias.id, into));
  const stated = new Map<string, string>();
  for (const one of await describe(db, tenant, [...new Set([...between, ...odd])])) {
    // The one that goes is called as the one that stays by now.
    const ends = {
      from: one.relation.fromId === alias.id ? alias : one.from,
      to: one.relation.toId === alias.id ? alias : one.to,
    };
    stated.set(one.relation.id, sentence({ ...one, ...ends }));
  }
  const inWords = (relations: readonly StoredRelation[]) =>
    relations.map((one): StatedRelation => ({ id: one.id, statement: stated.get(one.id) ?? one.type }));
  refuse('can not be the same', inWords(apart));
  refuse(`would not fit a ${into.type}`, inWords(odd));
  return inWords(between);
}

function fits(types: WorldTypes, { type: name, fromId, toId }: StoredRelation, id: string, into: Entity): boolean {
  const type: RelationType | undefined = types.relations.get(name);
  if (type === undefined) return true;
  const ends = [...(fromId === id ? [type.domain] : []), ...(toId === id ? [type.range] : [])];
  return ends.every((allowed) => mayStand(types, into.type, allowed));
}

function refuse(why: string, relations: readonly StatedRelation[]): void {
  if (relations.length === 0) return;
  const errors = relations.slice(0, NAMED_MAX).map(({ id, statement }) => {
    return { path: 'alias', message: `${statement} (relation ${id}): ${why}` };
  });
  const detail = `${relations.length} relations stand against it; retcon them first, or merge the other way round.`;
  throw new Problem('invalid_request', detail, errors);
}
