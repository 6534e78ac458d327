import { grouped } from '../../../core/grouped.js';
import type { EntityRef } from '../../../core/lore.js';
import type { RecordedRelation } from '../../../core/record.js';
import type { Candidate } from '../../../core/resolution.js';
import type { StoryWindow } from '../../../core/story-time.js';
import { Recorded } from '../../../lore/recorded.js';
import { cursorId, cursorOf } from '../../../store/queries/cursor.js';
import { readOffspring } from '../../../store/queries/records/life-record.js';
import { mayStand } from '../types.js';
import { type Envelope, envelope } from './envelope.js';
import { type ShownFact, showFact } from './fact.js';
import { livesOf } from './lives.js';
import { oneNamed } from './named.js';
import { type Asker, openQuestion, recordInput } from './question.js';

export interface ShownChild {
  child: EntityRef;
  lives: StoryWindow[];
  otherParents: EntityRef[];
  facts: ShownFact[];
}

export interface OffspringAnswer extends Envelope {
  person: Candidate;
  children: ShownChild[];
  nextCursor: string | null;
}

/**
 * The children of a person, with who else is their parent.
 * @throws Problem `unknown_entity`, `ambiguous_entity` or `invalid_request`
 */
export async function offspringOf(
  asker: Asker,
  asked: { person: string; knownAt?: string | null | undefined; limit: number; cursor?: string | null | undefined },
): Promise<OffspringAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const person = await oneNamed(asker, question, { path: 'person', name: asked.person });
  const after = asked.cursor == null ? null : cursorId(asked.cursor);
  const named = [person.id];
  const record = await asker.deps.store.tenant(question.tenant.orgId, (db) =>
    readOffspring(db, recordInput(question, named), { parent: person.id, after, limit: asked.limit + 1 }),
  );
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const byChild = grouped(record.facts.map((fact) => [fact.toId ?? '', fact]));
  const page = [...byChild].slice(0, asked.limit);
  const last = page.at(-1);
  const isFitting = mayStand(question.types, person.type, ['creature', 'deity', 'person']);
  const hint = isFitting ? null : `${person.name} is of type ${person.type}, which has no children.`;
  const used = page.flatMap(([, facts]) => facts);
  return {
    ...envelope({ question, recorded, session: asker.session, time: null, named, used, hint }),
    person,
    children: page.map(([id, facts]) => ({
      child: recorded.entity(id),
      lives: livesOf(recorded.idOf(id), recorded),
      otherParents: others(facts, person.id, recorded),
      facts: facts.map((relation) => showFact(relation, recorded, question, null)),
    })),
    nextCursor: byChild.size > asked.limit && last !== undefined ? cursorOf(last[0]) : null,
  };
}

function others(facts: readonly RecordedRelation[], person: string, recorded: Recorded): EntityRef[] {
  const parents = facts.filter(({ prophetic }) => !prophetic).map(({ fromId }) => recorded.entity(fromId));
  return [...new Map(parents.filter(({ id }) => id !== person).map((one) => [one.id, one])).values()];
}
