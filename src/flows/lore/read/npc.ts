import { Problem } from '../../../core/errors.js';
import { grouped } from '../../../core/grouped.js';
import type { RecordedRelation, WayToKnow } from '../../../core/record.js';
import type { Candidate } from '../../../core/resolution.js';
import type { SourceKind } from '../../../core/source.js';
import type { StoryTime } from '../../../core/story-time.js';
import { mayHaveBegun, upTo, type Witness, wayToKnow } from '../../../lore/knowledge.js';
import { Recorded } from '../../../lore/recorded.js';
import { cursorId } from '../../../store/queries/cursor.js';
import { wholesOf } from '../../../store/queries/lore/wholes.js';
import { readKnown } from '../../../store/queries/records/npc-record.js';
import { mayStand } from '../types.js';
import { type AskedTime, askedTime } from './asked-time.js';
import { paged } from './at-ends.js';
import { type Envelope, envelope } from './envelope.js';
import { type ShownFact, showFactSince } from './fact.js';
import { type ShownLife, showLife } from './lives.js';
import { mentionedIn } from './mentioned.js';
import { namedIn, oneNamed } from './named.js';
import { type Asker, openQuestion, type Question, recordInput } from './question.js';

export interface NpcAsked {
  npc: string;
  /** One of the two. */
  question?: string | null | undefined;
  entity?: string | null | undefined;
  atTime?: string | null | undefined;
  knownAt?: string | null | undefined;
  limit: number;
  cursor?: string | null | undefined;
}

/** Something that a person may know, and by what. */
export interface Known {
  fact: ShownFact;
  via: WayToKnow;
  /** How reliable who tells it is; null: no source is named for it. */
  tier: SourceKind | null;
}

export interface NpcAnswer extends Envelope, Pick<ShownLife, 'status'> {
  npc: Candidate;
  about: Candidate[];
  known: Known[];
  nextCursor: string | null;
}

/**
 * What a person could know of some entities at a time: what it did, saw, was present at, or may have been told by a
 * source; nothing of what came later, and nothing after its death.
 * @throws Problem `unknown_entity`, `ambiguous_entity`, `invalid_date` or `invalid_request`
 */
export async function knownTo(asker: Asker, asked: NpcAsked): Promise<NpcAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const after = asked.cursor == null ? null : cursorId(asked.cursor);
  const [npc, about] = await whoAndWhat(asker, question, asked);
  const time = await askedTime(asker, question, 'at_time', asked.atTime);
  const ids = about.map(({ id }) => id);
  const named = [npc.id, ...ids];
  const { record, page } = await asker.deps.store.tenant(question.tenant.orgId, (db) => {
    const probe = { npc: npc.id, about: ids, asked: time.unit, after, limit: asked.limit + 1 };
    return readKnown(db, recordInput(question, named), probe);
  });
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const life = showLife(npc.id, recorded, time.unit);
  const end = lastTick(npc.id, recorded, time);
  const listed = record.facts.filter(({ id }) => page.has(id));
  const { page: facts, nextCursor } = paged(listed, asked.limit);
  const witness = await witnessOf(asker, question, npc.id, recorded, end);
  const known = life.status === 'not_yet' ? [] : knownOf(facts, witness, recorded, question, { time, end });
  const used = known.map(({ relation }) => relation);
  const hint = hintOf(npc, about, life, question);
  return {
    ...envelope({ question, recorded, session: asker.session, time, named, used, hint }),
    // What became of it since is nothing that this person could know.
    ...{ retcons: [], npc, about, status: life.status, nextCursor },
    known: known.map(({ relation: _, ...one }) => one),
  };
}

async function whoAndWhat(asker: Asker, question: Question, asked: NpcAsked): Promise<[Candidate, Candidate[]]> {
  const { entity, question: text } = asked;
  if ((entity == null) === (text == null)) {
    const errors = [{ path: 'question', message: 'give either this or entity' }];
    throw new Problem('invalid_request', 'One of question and entity is needed.', errors);
  }
  if (entity != null) {
    const mentions = [
      { path: 'npc', name: asked.npc },
      { path: 'entity', name: entity },
    ];
    const [npc, about] = (await namedIn(asker, question, mentions)) as [Candidate, Candidate];
    return [npc, [about]];
  }
  const npc = await oneNamed(asker, question, { path: 'npc', name: asked.npc });
  return [npc, await mentionedIn(asker, 'question', text ?? '')];
}

function hintOf(npc: Candidate, about: readonly Candidate[], { status }: ShownLife, { types }: Question) {
  if (!mayStand(types, npc.type, ['creature', 'deity', 'person']))
    return `${npc.name} is of type ${npc.type}, and knows nothing.`;
  if (about.length === 0) return 'The question names nothing that is known by that name: name it as entity.';
  return status === 'not_yet' ? `${npc.name} did not exist yet.` : null;
}

/** The first tick of which the person knows nothing any more: after the time asked about, or after its death. */
function lastTick(npc: string, recorded: Recorded, { unit }: AskedTime): number {
  const ends = recorded
    .existence(npc)
    .map(({ possible, tail }) => (possible.until === null ? null : possible.until + tail));
  const last = ends.at(-1) ?? null;
  return last === null ? unit.end : Math.min(unit.end, last);
}

/** Who is in a quarter hears of its town. */
const PARTS = { always: ['PART_OF'], lying: [], places: [] };

async function witnessOf(
  { deps }: Asker,
  { tenant }: Question,
  npc: string,
  recorded: Recorded,
  end: number,
): Promise<Witness> {
  const own = recorded.record.facts.filter(
    (relation) => recorded.idOf(relation.fromId) === npc && mayHaveBegun(relation, end, recorded),
  );
  const of = (type: string) => own.filter((relation) => relation.type === type && relation.toId !== null);
  const to = ({ toId }: RecordedRelation) => recorded.idOf(toId ?? '');
  const located = of('LOCATED_IN');
  const wholes = await deps.store.tenant(tenant.orgId, (db) => wholesOf(db, tenant, located.map(to), PARTS));
  return {
    id: npc,
    events: new Map([
      ...of('WITNESSED').map((relation) => [to(relation), 'witnessed'] as const),
      ...of('PARTICIPATED_IN').map((relation) => [to(relation), 'took_part'] as const),
    ]),
    places: located.flatMap((relation) => {
      const when = recorded.times(relation).map((period) => upTo(period, end));
      return [to(relation), ...(wholes.get(to(relation)) ?? [])].map((place) => ({ place, when }));
    }),
  };
}

function knownOf(
  facts: readonly RecordedRelation[],
  witness: Witness,
  recorded: Recorded,
  question: Question,
  { time, end }: { time: AskedTime; end: number },
) {
  const placesOf = grouped(
    recorded.record.facts.flatMap(({ type, fromId, toId }) =>
      type === 'OCCURRED_AT' && toId !== null ? [[recorded.idOf(fromId), recorded.idOf(toId)] as const] : [],
    ),
  );
  return facts.flatMap((relation) => {
    const via = mayHaveBegun(relation, end, recorded) ? wayToKnow(relation, witness, placesOf, recorded) : null;
    if (via === null) return [];
    const { sourceId } = relation.citation;
    const tier = sourceId === null ? null : (recorded.record.sources.get(sourceId)?.kind ?? null);
    const fact = withoutLater(showFactSince(relation, recorded, question, time.unit), end);
    return [{ relation, fact, via, tier }];
  });
}

/** A relation without an end that was still to come. */
function withoutLater(fact: ShownFact, end: number): ShownFact {
  const isLater = (time: StoryTime | null) => time !== null && (time.until ?? Number.MAX_SAFE_INTEGER) > end;
  const { validUntil, when } = fact;
  return {
    ...fact,
    validUntil: isLater(validUntil) ? null : validUntil,
    when: when === null || !isLater(when.until) ? when : { ...when, until: null },
  };
}
