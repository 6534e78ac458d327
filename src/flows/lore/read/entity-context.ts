import type { Candidate } from '../../../core/resolution.js';
import { Recorded } from '../../../lore/recorded.js';
import { readEnds } from '../../../store/queries/records/ends-record.js';
import { askedTime } from './asked-time.js';
import { type Envelope, envelope } from './envelope.js';
import { type ShownFact, showFactSince } from './fact.js';
import { type ShownLife, showLife } from './lives.js';
import { readOneNamed } from './named.js';
import { type Asker, openQuestion } from './question.js';

export interface ContextAnswer extends Envelope, ShownLife {
  entity: Candidate;
  groups: Record<ContextGroup, ShownFact[]>;
  /** Whether there is more than could be read. */
  isCut: boolean;
}

/** What a summary tells of, by the relations from the entity that do. */
const GROUPS = {
  factions: ['MEMBER_OF', 'BELONGS_TO', 'DESCENDED_FROM', 'SERVES', 'VASSAL_OF', 'ALLIED_WITH', 'ENEMY_OF'],
  family: ['SPOUSE_OF', 'PARENT_OF'],
  places: ['LOCATED_IN', 'BORN_IN', 'DIED_IN', 'BURIED_AT', 'OCCURRED_AT', 'PART_OF', 'CAPITAL_OF', 'LOCATED_IN_PLANE'],
  holdings: ['POSSESSES', 'RULES', 'CONTROLS'],
  titles: ['CLAIMS_TITLE'],
} as const;
export type ContextGroup = keyof typeof GROUPS;

const FROM = Object.values(GROUPS).flat();
/** Of these the other end counts as well. */
const TO = ['SPOUSE_OF', 'PARENT_OF', 'ALLIED_WITH', 'ENEMY_OF'];

/** Relations that are read. */
const READ_MAX = 200;

/**
 * Who or what an entity is, in short: what it belonged to, was in, held and was called at a time.
 * @throws Problem `unknown_entity`, `ambiguous_entity` or `invalid_date`
 */
export async function entityContextAt(
  asker: Asker,
  asked: { entity: string; atTime?: string | null | undefined; knownAt?: string | null | undefined },
): Promise<ContextAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const time = await askedTime(asker, question, 'at_time', asked.atTime);
  const probe = { from: FROM, to: TO, asked: null, after: null, limit: READ_MAX + 1 };
  const mention = { path: 'entity', name: asked.entity };
  const { record, entity } = await readOneNamed(asker, question, mention, (db, input) => readEnds(db, input, probe));
  const named = [entity.id];
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const told = record.facts.slice(0, READ_MAX).filter(({ prophetic }) => !prophetic);
  const shown = told.map((relation) => ({ relation, fact: showFactSince(relation, recorded, question, time.unit) }));
  const kept = shown.filter(({ fact }) => fact.held !== 'false');
  const of = (group: ContextGroup) =>
    kept.map(({ fact }) => fact).filter(({ type }) => (GROUPS[group] as readonly string[]).includes(type));
  return {
    ...envelope({
      question,
      recorded,
      session: asker.session,
      time,
      named,
      used: kept.map(({ relation }) => relation),
    }),
    ...{ entity, ...showLife(entity.id, recorded, time.unit) },
    groups: {
      ...{ factions: of('factions'), family: of('family'), places: of('places') },
      ...{ holdings: of('holdings'), titles: of('titles') },
    },
    isCut: record.facts.length > READ_MAX,
  };
}
