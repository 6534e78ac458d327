import type { Entity } from '../../../core/lore.js';
import { cursorId, pageOf } from '../../../store/queries/cursor.js';
import { getEntities } from '../../../store/queries/lore/entities.js';
import { provisionalEntities } from '../../../store/queries/lore/provisional.js';
import { saidBeside } from './beside.js';
import type { Envelope } from './envelope.js';
import { oneNamed } from './named.js';
import { type Asker, openQuestion } from './question.js';

export interface UnresolvedAsked {
  /** Only this one. */
  entity?: string | null | undefined;
  knownAt?: string | null | undefined;
  limit: number;
  cursor?: string | null | undefined;
}

export interface UnresolvedAnswer extends Envelope {
  items: Entity[];
  nextCursor: string | null;
}

/**
 * Entities that nobody vouches for, or vouched for then, oldest first.
 * @throws Problem `unknown_entity` or `ambiguous_entity`
 */
export async function unresolvedEntities(asker: Asker, asked: UnresolvedAsked): Promise<UnresolvedAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const { tenant, knownAt } = question;
  const named = asked.entity == null ? null : await oneNamed(asker, question, { path: 'entity', name: asked.entity });
  const after = asked.cursor == null ? null : cursorId(asked.cursor);
  const { limit } = asked;
  const page = await asker.deps.store.tenant(tenant.orgId, async (db) => {
    const filter = { knownAt, ids: named === null ? null : [named.id], after, limit: limit + 1 };
    const { items, nextCursor } = pageOf(
      (await provisionalEntities(db, tenant, filter)).map((id) => ({ id })),
      limit,
    );
    const ids = items.map(({ id }) => id);
    const entities = new Map((await getEntities(db, tenant, ids)).map((entity) => [entity.id, entity]));
    return { items: ids.flatMap((id) => entities.get(id) ?? []), nextCursor };
  });
  const items = page.items.map((entity) => ({ ...entity, loreVerified: false }));
  const about = named === null ? items.map(({ id }) => id) : [named.id];
  return { ...(await saidBeside(asker, question, { named: about })), items, nextCursor: page.nextCursor };
}
