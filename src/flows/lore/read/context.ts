import type { Entity } from '../../../core/lore.js';
import type { RecordedRelation } from '../../../core/record.js';
import { VIOLATION_KINDS } from '../../../core/violation.js';
import { Recorded } from '../../../lore/recorded.js';
import { cursorId } from '../../../store/queries/cursor.js';
import { getChunks } from '../../../store/queries/documents/chunks.js';
import { getEntities } from '../../../store/queries/lore/entities.js';
import { readTouching } from '../../../store/queries/records/touching-record.js';
import type { Db } from '../../../store/store.js';
import { type OpenAbout, openAbout } from '../../consistency/open-about.js';
import type { Deps } from '../../deps.js';
import type { WorldTypes } from '../types.js';
import { askedTime } from './asked-time.js';
import { paged } from './at-ends.js';
import { type Envelope, envelope } from './envelope.js';
import { type ShownFact, showFactSince } from './fact.js';
import { type ShownLife, showLife } from './lives.js';
import { readOneNamed } from './named.js';
import { type Asker, openQuestion, type Question } from './question.js';

export interface AllAsked {
  entity: string;
  atTime?: string | null | undefined;
  knownAt?: string | null | undefined;
  limit: number;
  cursor?: string | null | undefined;
}

/** A passage of a document that says something of the answer. */
export interface SaidIn {
  chunkId: string;
  document: string | null;
  heading: string | null;
  text: string;
  /** Whether the passage goes on. */
  isCut: boolean;
}

export interface AllAnswer extends Envelope, ShownLife {
  entity: Entity;
  relations: ShownFact[];
  prophecies: ShownFact[];
  passages: SaidIn[];
  open: OpenAbout[];
  nextCursor: string | null;
}

/** Passages of an answer, and letters of each. */
const PASSAGES_MAX = 20;
const PASSAGE_LETTERS = 1000;
/** Violations of each kind. */
const OPEN_MAX = 20;

/**
 * Everything about an entity at a time: what held, or had happened by then; the passages that say so; and what is open
 * about it, on the first page.
 * @throws Problem `unknown_entity`, `ambiguous_entity`, `invalid_date` or `invalid_request`
 */
export async function contextOf(asker: Asker & { deps: Deps }, asked: AllAsked): Promise<AllAnswer> {
  const question = await openQuestion(asker, asked.knownAt);
  const after = asked.cursor == null ? null : cursorId(asked.cursor);
  const time = await askedTime(asker, question, 'at_time', asked.atTime);
  const probe = { asked: time.unit, once: onceTypes(question.types), after, limit: asked.limit + 1 };
  const { tenant } = question;
  const mention = { path: 'entity', name: asked.entity };
  const found = await readOneNamed(asker, question, mention, (db, input) => readTouching(db, input, probe));
  const { record } = found;
  const { id, name } = found.entity;
  const [entity, passages] = await asker.deps.store.tenant(tenant.orgId, (db) =>
    Promise.all([
      getEntities(db, tenant, [id]).then(([one]) => one),
      saidIn(db, question, record.facts.slice(0, asked.limit), record.paths),
    ]),
  );
  if (entity === undefined) throw new Error(`entity ${id} was found and is not there`);
  const recorded = new Recorded(record, question.types.relations, question.calendar);
  const { page, nextCursor } = paged(record.facts, asked.limit);
  const shown = page.map((relation) => ({ relation, fact: showFactSince(relation, recorded, question, time.unit) }));
  const kept = shown.filter(({ fact }) => fact.held !== 'false');
  const facts = kept.map(({ fact }) => fact);
  const used = kept.map(({ relation }) => relation);
  const which = { kinds: after === null ? VIOLATION_KINDS : [], knownAt: question.knownAt, limit: OPEN_MAX };
  const open = await openAbout(asker.deps, tenant, { entity: id, name }, which);
  return {
    ...envelope({ question, recorded, session: asker.session, time, named: [id], used }),
    ...showLife(id, recorded, time.unit),
    ...{ entity, passages, nextCursor, open },
    relations: facts.filter(({ prophetic }) => !prophetic),
    prophecies: facts.filter(({ prophetic }) => prophetic),
  };
}

/** Types of what happens once, dates among them. */
export function onceTypes({ relations }: Pick<WorldTypes, 'relations'>): string[] {
  return [...relations.values()].filter(({ isEvent }) => isEvent).map(({ name }) => name);
}

/** The passages that say these relations, in the order of the relations. */
async function saidIn(
  db: Db,
  { tenant }: Question,
  relations: readonly RecordedRelation[],
  paths: ReadonlyMap<string, string>,
): Promise<SaidIn[]> {
  const cited = relations.flatMap(({ citation: { chunkId } }) => chunkId ?? []);
  const ids = [...new Set(cited)].slice(0, PASSAGES_MAX);
  const chunks = new Map((await getChunks(db, tenant, ids)).map((chunk) => [chunk.id, chunk]));
  return ids.flatMap((id) => {
    const chunk = chunks.get(id);
    if (chunk === undefined) return [];
    const { documentId, heading, text } = chunk;
    const isCut = text.length > PASSAGE_LETTERS;
    const shown = isCut ? text.slice(0, PASSAGE_LETTERS) : text;
    return [{ chunkId: id, document: paths.get(documentId) ?? null, heading, text: shown, isCut }];
  });
}
