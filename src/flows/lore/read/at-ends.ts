import type { RecordedRelation } from '../../../core/record.js';
import type { Candidate } from '../../../core/resolution.js';
import { Recorded } from '../../../lore/recorded.js';
import { cursorId, cursorOf } from '../../../store/queries/cursor.js';
import { readEnds } from '../../../store/queries/records/ends-record.js';
import { mayStand } from '../types.js';
import { type AskedTime, askedTime } from './asked-time.js';
import { type Envelope, envelope } from './envelope.js';
import { type ShownFact, showFact } from './fact.js';
import { readOneNamed } from './named.js';
import { type Asker, openQuestion, type Question } from './question.js';

export interface EndsAsked {
  /** The field of the request that names the entity, and what it says. */
  path: string;
  name: string;
  from: readonly string[];
  to: readonly string[];
  /** Types of entities that this is asked of, and what to ask of others. */
  of: readonly string[];
  hint: string;
  atTime?: string | null | undefined;
  knownAt?: string | null | undefined;
  limit: number;
  cursor?: string | null | undefined;
}

export interface FactsAnswer extends Envelope {
  entity: Candidate;
  /** Those that held then, surely or perhaps. */
  facts: ShownFact[];
  prophecies: ShownFact[];
  nextCursor: string | null;
}

/**
 * The relations of some types at the ends of an entity that held at a time.
 * @throws Problem `unknown_entity`, `ambiguous_entity`, `invalid_date` or `invalid_request`
 */
export async function factsAt(asker: Asker, asked: EndsAsked): Promise<FactsAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const time = await askedTime(asker, question, 'at_time', asked.atTime);
  const { from, to, limit } = asked;
  const after = asked.cursor == null ? null : cursorId(asked.cursor);
  const probe = { from, to, asked: time.unit, after, limit: limit + 1 };
  const { record, entity } = await readOneNamed(asker, question, asked, (db, input) => readEnds(db, input, probe));
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const { page, nextCursor } = paged(record.facts, limit);
  const shown = shownAt(page, recorded, question, time);
  const isFitting = mayStand(question.types, entity.type, asked.of);
  const hint = isFitting || page.length > 0 ? null : misfit(entity, asked);
  const named = [entity.id];
  return {
    ...envelope({ question, recorded, session: asker.session, time, named, used: shown.used, hint }),
    ...{ entity, facts: shown.facts, prophecies: shown.prophecies, nextCursor },
  };
}

function misfit({ name, type }: Candidate, { of, hint }: EndsAsked): string {
  return `This is asked of ${of.join(', ')}; ${name} is of type ${type}. ${hint}`;
}

/** The first of the relations, and where the next page begins. */
export function paged(facts: readonly RecordedRelation[], limit: number) {
  const page = facts.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: facts.length > limit && last !== undefined ? cursorOf(last.id) : null };
}

/** Of relations that may hold at a time those that do, or perhaps do; and what is foretold for it. */
export function shownAt(
  relations: readonly RecordedRelation[],
  recorded: Recorded,
  question: Question,
  { unit }: AskedTime,
) {
  const all = relations.map((relation) => ({ relation, fact: showFact(relation, recorded, question, unit) }));
  const kept = all.filter(({ fact }) => fact.prophetic || (fact.held !== 'false' && fact.held !== null));
  return {
    used: kept.map(({ relation }) => relation),
    facts: kept.map(({ fact }) => fact).filter(({ prophetic }) => !prophetic),
    prophecies: kept.map(({ fact }) => fact).filter(({ prophetic }) => prophetic),
  };
}
