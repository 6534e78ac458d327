import type { Tenant } from '../../core/scope.js';
import { repeatsOf } from '../../lore/rules/repeats.js';
import type { World } from '../../lore/rules/world.js';
import { getRelations } from '../../store/queries/lore/relations.js';
import { sentence } from '../lore/contradictions.js';
import { describe } from '../lore/describe.js';
import type { StoringDeps } from './lore-deps.js';

/** A stored relation, and older ones that say exactly the same. */
export interface Repetition {
  id: string;
  repeats: string[];
}

/** The same with what it says. */
export interface ToldRepetition extends Repetition {
  statement: string;
}

/** Most of them that an answer shows. */
export const REPETITIONS_MAX = 50;

/** Those of these relations that an older one says as well: of two that came together, the later one. */
export function repetitionsAmong(ids: readonly string[], world: World): Repetition[] {
  return ids.flatMap((id) => {
    const fact = world.fact(id);
    const repeats = fact === undefined ? [] : repeatsOf(fact, world).filter((other) => other < id);
    return repeats.length === 0 ? [] : [{ id, repeats }];
  });
}

/** What the first of them say; one that is gone by now says nothing. */
export async function toldRepetitions(
  { store }: Pick<StoringDeps, 'store'>,
  tenant: Tenant,
  repetitions: readonly Repetition[],
): Promise<ToldRepetition[]> {
  const shown = repetitions.slice(0, REPETITIONS_MAX);
  if (shown.length === 0) return [];
  const described = await store.tenant(tenant.orgId, async (db) => {
    const ids = shown.map(({ id }) => id);
    return describe(db, tenant, await getRelations(db, tenant, ids));
  });
  const byId = new Map(described.map((one) => [one.relation.id, one]));
  return shown.flatMap((one) => {
    const told = byId.get(one.id);
    return told === undefined ? [] : [{ ...one, statement: sentence(told) }];
  });
}
