import type { RecordedRelation } from '../../../core/record.js';
import type { Candidate } from '../../../core/resolution.js';
import { Recorded } from '../../../lore/recorded.js';
import { cursorId } from '../../../store/queries/cursor.js';
import { readAround } from '../../../store/queries/records/ends-record.js';
import { askedTime } from './asked-time.js';
import { paged, shownAt } from './at-ends.js';
import { type Envelope, envelope } from './envelope.js';
import type { ShownFact } from './fact.js';
import { type ShownLife, showLife } from './lives.js';
import { readOneNamed } from './named.js';
import { type Asker, openQuestion } from './question.js';

export interface StateAsked {
  entity: string;
  atTime?: string | null | undefined;
  knownAt?: string | null | undefined;
  limit: number;
  cursor?: string | null | undefined;
}

export interface StateAnswer extends Envelope, ShownLife {
  entity: Candidate;
  holders: ShownFact[];
  rulers: ShownFact[];
  location: ShownFact[];
  relations: ShownFact[];
  prophecies: ShownFact[];
  nextCursor: string | null;
}

const HOLDING = ['POSSESSES'];
const RULING = ['RULES', 'CONTROLS'];
const PLACING = ['LOCATED_IN'];

/**
 * All that was so of an entity at a time.
 * @throws Problem `unknown_entity`, `ambiguous_entity`, `invalid_date` or `invalid_request`
 */
export async function stateAt(asker: Asker, asked: StateAsked): Promise<StateAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const time = await askedTime(asker, question, 'at_time', asked.atTime);
  const after = asked.cursor == null ? null : cursorId(asked.cursor);
  const ends = { from: PLACING, to: [...HOLDING, ...RULING] };
  const probe = { ...ends, asked: time.unit, after, limit: asked.limit + 1 };
  const mention = { path: 'entity', name: asked.entity };
  const { record, entity } = await readOneNamed(asker, question, mention, (db, input) => readAround(db, input, probe));
  const named = [entity.id];
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const isFirst = keyed(entity.id, recorded);
  const first = record.facts.filter(isFirst);
  const { page, nextCursor } = paged(
    record.facts.filter((relation) => !isFirst(relation)),
    asked.limit,
  );
  const shown = shownAt([...first, ...page], recorded, question, time);
  const of = (types: readonly string[], end: 'from' | 'to') =>
    shown.facts.filter((fact) => types.includes(fact.type) && fact[end]?.id === entity.id);
  const lists = { holders: of(HOLDING, 'to'), rulers: of(RULING, 'to'), location: of(PLACING, 'from') };
  const listed = new Set(Object.values(lists).flat());
  return {
    ...envelope({ question, recorded, session: asker.session, time, named, used: shown.used }),
    ...{ entity, ...showLife(entity.id, recorded, time.unit), ...lists },
    relations: shown.facts.filter((fact) => !listed.has(fact)),
    ...{ prophecies: shown.prophecies, nextCursor },
  };
}

/** Whether a relation is one of those that the first page has all of. */
function keyed(id: string, recorded: Recorded) {
  return ({ type, fromId, toId }: RecordedRelation): boolean => {
    if (PLACING.includes(type)) return recorded.idOf(fromId) === id;
    return [...HOLDING, ...RULING].includes(type) && toId !== null && recorded.idOf(toId) === id;
  };
}
