import type { Calendar } from '../../../core/calendar.js';
import type { Candidate } from '../../../core/resolution.js';
import { cursorId, cursorOf } from '../../../store/queries/cursor.js';
import { type PagedRelation, readPage } from '../../../store/queries/records/page-record.js';
import { type DescribedRelation, describedBy } from '../describe.js';
import { requireRelationType } from '../types.js';
import { sayBeside, timeOrAll } from './beside.js';
import type { Envelope } from './envelope.js';
import { readOneNamed } from './named.js';
import { type Asker, openQuestion } from './question.js';

export interface RelationsAsked {
  entity: string;
  type?: string | null | undefined;
  /** Those too that no longer stand. */
  includesInactive: boolean;
  atTime?: string | null | undefined;
  knownAt?: string | null | undefined;
  limit: number;
  cursor?: string | null | undefined;
}

export interface RelationsAnswer extends Envelope {
  entity: Candidate;
  items: DescribedRelation<PagedRelation>[];
  calendar: Calendar;
  nextCursor: string | null;
}

/**
 * A page of the relations with an entity on either end, oldest first.
 * @throws Problem `unknown_entity`, `ambiguous_entity`, `invalid_date` or `invalid_request`
 */
export async function relationsOf(asker: Asker, asked: RelationsAsked): Promise<RelationsAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const { types, calendar } = question;
  const time = await timeOrAll(asker, question, asked.atTime);
  const { includesInactive, limit, cursor } = asked;
  const probe = {
    ...(asked.type == null ? {} : { types: [requireRelationType(types, 'type', asked.type).type.name] }),
    ...(includesInactive ? { includesInactive } : {}),
    ...{ after: cursor == null ? undefined : cursorId(cursor), atTime: asked.atTime == null ? undefined : time.unit },
    limit,
  };
  const mention = { path: 'entity', name: asked.entity };
  const page = await readOneNamed(asker, question, mention, (db, input) => readPage(db, input, probe));
  const { entity, items, record, hasMore } = page;
  // What was erased is shown as such, and nothing else is said of it.
  const told = { ...record, facts: record.facts.filter(({ status }) => status !== 'erased') };
  const said = sayBeside(asker, question, { named: [entity.id], time }, { record: told, open: null, sources: [] });
  const last = items.at(-1);
  const nextCursor = hasMore && last !== undefined ? cursorOf(last.id) : null;
  return { ...said, entity, items: describedBy(items, record), nextCursor, calendar };
}
