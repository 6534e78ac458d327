import type { Candidate } from '../../../core/resolution.js';
import { type StoryWindow, storyWindow } from '../../../core/story-time.js';
import { findMentioned } from '../../../store/queries/lore/resolve.js';
import type { Db } from '../../../store/store.js';
import { datedEntities } from '../periods.js';
import { requireEntityType } from '../types.js';
import { saidBesideOn } from './beside.js';
import type { Envelope } from './envelope.js';
import { allSpokenOf } from './named.js';
import { type Asker, openQuestion, type Question } from './question.js';

export interface LookupAsked {
  query: string;
  type?: string | null | undefined;
  knownAt?: string | null | undefined;
}

/** Something that is called so. */
export interface FoundEntity {
  candidate: Candidate;
  aliases: readonly string[];
  /** Its lifespan, the date of an event, the span of an era; null: nothing is stated. */
  period: StoryWindow | null;
}

export interface LookupAnswer extends Envelope {
  items: FoundEntity[];
}

/**
 * Whatever bears a name, best first; where nothing does, what is called much alike.
 * @throws Problem `invalid_request` for a type that there is not
 */
export async function lookedUp(asker: Asker, asked: LookupAsked): Promise<LookupAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const found = await candidatesOf(asker, question, asked);
  if (found.length === 1 && found[0]?.by !== 'typo') asker.session?.speakOf(found[0]?.id ?? '');
  const named = found.map(({ id }) => id);
  return asker.deps.store.tenant(question.tenant.orgId, async (db) => {
    const [said, items] = await Promise.all([saidBesideOn(db, asker, question, { named }), dated(db, question, found)]);
    return { ...said, items };
  });
}

async function candidatesOf(
  asker: Asker,
  { tenant, types }: Question,
  { query, type }: LookupAsked,
): Promise<readonly Candidate[]> {
  const wanted = type == null ? undefined : requireEntityType(types, 'type', type);
  const spoken = await allSpokenOf(asker, types, query, wanted);
  const [called = []] = await asker.deps.store.tenant(tenant.orgId, (db) =>
    findMentioned(db, tenant, [{ name: query, type: wanted }]),
  );
  const isCalledSo = called.some(({ by }) => by !== 'typo');
  return isCalledSo || spoken.length === 0 ? called : spoken;
}

async function dated(
  db: Db,
  { tenant, types, calendar, knownAt }: Question,
  found: readonly Candidate[],
): Promise<FoundEntity[]> {
  const ids = found.map(({ id }) => id);
  const world = { types: types.relations, calendar, knownAt: knownAt ?? undefined };
  const { entities, periods } = await datedEntities(db, tenant, world, ids);
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  return found.map((candidate) => {
    const period = periods.get(candidate.id) ?? null;
    return {
      ...{ candidate, aliases: byId.get(candidate.id)?.aliases ?? [] },
      period: period === null ? null : storyWindow(period.possible, calendar),
    };
  });
}
