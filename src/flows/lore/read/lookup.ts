import type { Candidate } from '../../../core/resolution.js';
import { type StoryWindow, storyWindow } from '../../../core/story-time.js';
import { findMentioned } from '../../../store/queries/lore/resolve.js';
import { type LookedUp, readLookedUp } from '../../../store/queries/records/looked-up-record.js';
import type { Db } from '../../../store/store.js';
import { datedEntities, datingTypes, periodsOf } from '../periods.js';
import { requireEntityType } from '../types.js';
import { saidBesideOn, sayBeside } from './beside.js';
import type { Envelope } from './envelope.js';
import { allSpokenOf } from './named.js';
import { type Asker, openQuestion, type Question, recordInput } from './question.js';

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
  const type = asked.type == null ? undefined : requireEntityType(question.types, 'type', asked.type);
  const probe = { type, dating: datingTypes(question.types.relations) };
  const read = await asker.deps.store.tenant(question.tenant.orgId, (db) =>
    readLookedUp(db, recordInput(question, [asked.query]), probe),
  );
  const [called = []] = read.called;
  if (called.length === 0) return lookedFurther(asker, question, asked.query, type);
  if (called.length === 1) asker.session?.speakOf(called[0]?.id ?? '');
  const named = called.map(({ id }) => id);
  return {
    ...sayBeside(asker, question, { named }, { record: read.record, open: null, sources: [] }),
    items: datedBy(called, read, question),
  };
}

/** What nobody is called: what it stands for in the session, or what is called much alike. */
async function lookedFurther(
  asker: Asker,
  question: Question,
  query: string,
  type: string | undefined,
): Promise<LookupAnswer> {
  const { tenant, types } = question;
  const spoken = await allSpokenOf(asker, types, query, type);
  const [like = []] =
    spoken.length > 0
      ? [spoken]
      : await asker.deps.store.tenant(tenant.orgId, (db) => findMentioned(db, tenant, [{ name: query, type }]));
  const [only] = like;
  if (like.length === 1 && only?.by !== 'typo') asker.session?.speakOf(only?.id ?? '');
  const named = like.map(({ id }) => id);
  return asker.deps.store.tenant(tenant.orgId, async (db) => {
    const [said, items] = await Promise.all([saidBesideOn(db, asker, question, { named }), dated(db, question, like)]);
    return { ...said, items };
  });
}

/** By what was read of those who are called so. */
function datedBy(
  called: readonly Candidate[],
  { names, dates }: LookedUp,
  { types, calendar }: Question,
): FoundEntity[] {
  const aliasesOf = ({ id, name }: Candidate) => (names.get(id) ?? []).filter((other) => other !== name);
  const entities = called.map((candidate) => ({ ...candidate, aliases: aliasesOf(candidate) }));
  const periods = periodsOf(entities, dates, { types: types.relations, calendar });
  return called.map((candidate, at) => {
    const period = periods.get(candidate.id) ?? null;
    return {
      candidate,
      aliases: entities[at]?.aliases ?? [],
      period: period === null ? null : storyWindow(period.possible, calendar),
    };
  });
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
