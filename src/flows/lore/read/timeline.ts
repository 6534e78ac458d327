import type { Candidate } from '../../../core/resolution.js';
import { Recorded } from '../../../lore/recorded.js';
import { cursorId } from '../../../store/queries/cursor.js';
import { readTimeline } from '../../../store/queries/records/timeline-record.js';
import { requireRelationType } from '../types.js';
import { askedSpan, type SpanGiven } from './asked-time.js';
import { paged } from './at-ends.js';
import { type Envelope, envelope } from './envelope.js';
import { type ShownFact, showFact } from './fact.js';
import { readOneNamed } from './named.js';
import { type Asker, openQuestion } from './question.js';

export interface TimelineAsked extends SpanGiven {
  entity: string;
  relation?: string | null | undefined;
  knownAt?: string | null | undefined;
  limit: number;
  cursor?: string | null | undefined;
}

export interface TimelineAnswer extends Envelope {
  entity: Candidate;
  items: ShownFact[];
  nextCursor: string | null;
}

/**
 * Everything that touches an entity, in the order of time; what nobody dates at the end.
 * @throws Problem `unknown_entity`, `ambiguous_entity`, `invalid_date`, `invalid_period` or `invalid_request`
 */
export async function timelineOf(asker: Asker, asked: TimelineAsked): Promise<TimelineAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const type =
    asked.relation == null ? null : requireRelationType(question.types, 'relation', asked.relation).type.name;
  const span = await askedSpan(asker, question, asked);
  const after = asked.cursor == null ? null : cursorId(asked.cursor);
  const within = span.isDefault ? null : span.unit;
  const mention = { path: 'entity', name: asked.entity };
  const probe = { type, asked: within, after, limit: asked.limit + 1 };
  const { entity, record } = await readOneNamed(asker, question, mention, (db, input) =>
    readTimeline(db, input, probe),
  );
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const { page, nextCursor } = paged(record.facts, asked.limit);
  const shown = page
    .map((relation) => ({ relation, fact: showFact(relation, recorded, question, within) }))
    .filter(({ fact }) => fact.held !== 'false');
  const used = shown.map(({ relation }) => relation);
  return {
    ...envelope({ question, recorded, session: asker.session, time: span, named: [entity.id], used }),
    ...{ entity, items: shown.map(({ fact }) => fact), nextCursor },
  };
}
