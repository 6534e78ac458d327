import type { RecordedRelation } from '../../../core/record.js';
import type { RelationType } from '../../../core/relation-type.js';
import type { Candidate } from '../../../core/resolution.js';
import { Recorded } from '../../../lore/recorded.js';
import { cursorId } from '../../../store/queries/cursor.js';
import { readEnds } from '../../../store/queries/records/ends-record.js';
import type { RecordInput } from '../../../store/queries/records/record.js';
import { readTruth } from '../../../store/queries/records/truth-record.js';
import type { Db } from '../../../store/store.js';
import { requireRelationType } from '../types.js';
import { type AskedSpan, askedSpan, type SpanGiven } from './asked-time.js';
import { paged } from './at-ends.js';
import { type Envelope, envelope } from './envelope.js';
import { type ShownFact, showFact } from './fact.js';
import { readNamedIn } from './named.js';
import { type Asker, openQuestion, type Question } from './question.js';

export interface DuringAsked extends SpanGiven {
  relation: string;
  subject: string;
  object?: string | null | undefined;
  knownAt?: string | null | undefined;
  limit: number;
  cursor?: string | null | undefined;
}

export interface DuringAnswer extends Envelope {
  subject: Candidate;
  object: Candidate | null;
  /** In the order of time; those of which nobody knows when at the end. */
  intervals: ShownFact[];
  prophecies: ShownFact[];
  nextCursor: string | null;
}

interface Ends {
  type: RelationType;
  isInverse: boolean;
  /** Whether both ends are named. */
  isPair: boolean;
}

/**
 * When a relation was so within a stretch of time.
 * @throws Problem `unknown_entity`, `ambiguous_entity`, `invalid_date`, `invalid_period` or `invalid_request`
 */
export async function trueDuring(asker: Asker, asked: DuringAsked): Promise<DuringAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const { type, isInverse } = requireRelationType(question.types, 'relation', asked.relation);
  const mentions = [{ path: 'subject', name: asked.subject }];
  // The value of an attribute is no entity: all that were given are shown.
  const isPair = asked.object != null && type.value === null;
  if (isPair) mentions.push({ path: 'object', name: asked.object ?? '' });
  const span = await askedSpan(asker, question, asked);
  const ends = { type, isInverse, isPair };
  const { record, named: both } = await readNamedIn(asker, question, mentions, reader(ends, span, asked));
  const [subject, object = null] = both as [Candidate, Candidate?];
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const active = record.facts.filter(({ status }) => status === 'active');
  const { page, nextCursor } = object === null ? paged(active, asked.limit) : { page: active, nextCursor: null };
  const shown = within(page, recorded, question, span);
  const named = object === null ? [subject.id] : [subject.id, object.id];
  const used = shown.map(({ relation }) => relation);
  const facts = shown.map(({ fact }) => fact);
  return {
    ...envelope({ question, recorded, session: asker.session, time: span, named, used }),
    ...{ subject, object, intervals: facts.filter(({ prophetic }) => !prophetic) },
    ...{ prophecies: facts.filter(({ prophetic }) => prophetic), nextCursor },
  };
}

function reader({ type, isInverse, isPair }: Ends, span: AskedSpan, { limit, cursor }: DuringAsked) {
  if (isPair) {
    const probe = { type: type.name, isInverse, ofOne: false, single: [], isSymmetric: type.symmetric };
    return (db: Db, input: RecordInput) => readTruth(db, input, probe);
  }
  const names = [type.name];
  const from = isInverse && !type.symmetric ? [] : names;
  const to = isInverse || type.symmetric ? names : [];
  const after = cursor == null ? null : cursorId(cursor);
  const probe = { from, to, asked: span.unit, after, limit: limit + 1 };
  return (db: Db, input: RecordInput) => readEnds(db, input, probe);
}

/** Those that held at some point of a time, surely or perhaps, in the order of time. */
export function within(
  relations: readonly RecordedRelation[],
  recorded: Recorded,
  question: Question,
  { unit }: Pick<AskedSpan, 'unit'>,
) {
  return relations
    .map((relation) => ({ relation, fact: showFact(relation, recorded, question, unit) }))
    .filter(({ fact }) => fact.prophetic || fact.held !== 'false')
    .sort((a, b) => startOf(a.fact) - startOf(b.fact) || (a.fact.id < b.fact.id ? -1 : 1));
}

function startOf({ when }: ShownFact): number {
  if (when === null) return Number.POSITIVE_INFINITY;
  return when.from?.from ?? Number.NEGATIVE_INFINITY;
}
