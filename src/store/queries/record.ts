import { UNKNOWN_DATE, type Unit } from '../../core/period.js';
import type { LoreRecord, PassagePlace, RecordedEntity, RecordedRelation } from '../../core/record.js';
import type { Tenant } from '../../core/scope.js';
import type { LoreSource } from '../../core/source.js';
import { parseRange, rangeText } from '../columns.js';
import type { Db } from '../tenant.js';
import { toInstant } from '../text.js';
import { OPEN_VIOLATIONS, type OpenCounted, openViolationsCtes, toOpenViolations } from './open-violations.js';
import { periodOf } from './period-row.js';

/**
 * What every question about the world needs beside the relations that it asks for, in one statement with them: when
 * those live who must, what disputes and replaced them, names, sources, and what is open against whom.
 */

/** Which relations tell of what, as the types of the project say. */
export interface LifeTypes {
  /** Relations from an entity that tell when it exists, or when an event took place. */
  from: readonly string[];
  /** Relations to an entity that tell when it came to be. */
  to: readonly string[];
  /** Types whose open ends are those of the life of their `from`, or of their `to`. */
  clippedFrom: readonly string[];
  clippedTo: readonly string[];
  /** Types that take place, where they say no time of their own, when an event on one of their ends does. */
  events: readonly string[];
}

/** What is asked of the record. */
export interface RecordQuery {
  /** Name of the prepared statement. */
  name: string;
  /**
   * CTEs, the last of which is `facts`: whole rows of `relations`, and `ord`, by which they are in order. Its parameters
   * begin at `$10`; `believed` holds them to what was believed.
   */
  ctes: string;
  values: readonly unknown[];
  /** A query for ids of further entities whose lives are read. */
  mortal?: string;
}

/** What is asked beside the record: SQL of a json. */
export interface WiderQuery extends RecordQuery {
  more: string;
}

export interface RecordInput {
  tenant: Tenant;
  /** ISO 8601; null is now. */
  knownAt: string | null;
  lifeTypes: LifeTypes;
  /** The entities that the question names. */
  named: readonly string[];
}

/**
 * Versions that are believed at the time of the question, $3. No index is to be walked for it: all that the project has
 * was stored before now.
 */
export const believed = (alias: string) =>
  `${alias}.org_id = $1 AND ${alias}.project = $2 AND coalesce(${alias}.system_from <= $3::timestamptz, false) ` +
  `AND (${alias}.system_until IS NULL OR ${alias}.system_until > $3::timestamptz)`;

/**
 * What a look-up at one entity ends with. It is never reached; but without a bound the planner may take the look-up for
 * a join, and read all that the project has.
 */
export const AT_ONE = 'LIMIT 100000';

/** Whether a row of relations may hold at the ticks of a question, or where one moment in them is meant, at it. */
export const mayHold = (alias: string, asked: string, isPoint: string) =>
  `(${asked}::int8range IS NULL OR time_in_window(${asked}::int8range, ${isPoint}::boolean, ${alias}.valid_certain, ` +
  `${alias}.valid_possible, ${alias}.valid_tail) IS DISTINCT FROM false)`;

/** The same, but what happens once ($once are those types) is asked for from when it may have happened. */
export const mayHoldSince = (alias: string, asked: string, isPoint: string, once: string) =>
  `CASE WHEN ${alias}.type = ANY (${once}::text[]) ` +
  `THEN coalesce(lower(${alias}.valid_possible) < upper(${asked}::int8range), true) ELSE ${mayHold(alias, asked, isPoint)} END`;

/** The ticks of a question and whether one moment in them is meant, as parameters; null for all time. */
export function askedValues(asked: Unit | null): [string | null, boolean] {
  if (asked === null) return [null, false];
  const known = (tick: number) => (Math.abs(tick) >= UNKNOWN_DATE.end ? null : tick);
  return [rangeText({ from: known(asked.start), until: known(asked.end) }), asked.isPoint === true];
}

/** Ids by which relations name an entity: its own, and those of what was merged into it. */
export const idsOf = (parameter: string) => `
  SELECT ${parameter}::uuid AS id
  UNION ALL
  SELECT m.id FROM entities m WHERE m.org_id = $1 AND m.project = $2 AND m.merged_into = ${parameter}::uuid`;

/** The same of whatever an expression names. */
export const idsAt = (thing: string) => `
    SELECT ${thing} AS id
    UNION ALL
    (SELECT m.id FROM entities m WHERE m.org_id = $1 AND m.project = $2 AND m.merged_into = ${thing} LIMIT 1000)`;

/** What an id turned out to name, by an expression. */
export const turnedOut = (id: string) => `
    SELECT coalesce(e.merged_into, e.id) AS id FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND e.id = ${id} LIMIT 1`;

/** The last of the parameters that every statement has. */
export const FIRST_OWN = 10;

const LIVES_MAX = 40;
const OPEN = '(lower_inf(f.valid_possible) OR upper_inf(f.valid_possible))';
const UNDATED = 'lower_inf(f.valid_possible) AND upper_inf(f.valid_possible)';

/**
 * What is read of a row of relations. It comes as a list in this order: with its names a row would be twice as long, and
 * take the server twice as long to write.
 */
const FIELDS = {
  ...{ id: 'r.id', type: 'r.type', fromId: 'r.from_id', toId: 'r.to_id', value: 'r.value' },
  ...{ validFrom: 'r.valid_from', validUntil: 'r.valid_until' },
  ...{ certain: 'r.valid_certain', possible: 'r.valid_possible', tail: 'r.valid_tail' },
  ...{ extraction: 'r.extraction', prophetic: 'r.prophetic', sourceId: 'r.source_id', documentId: 'r.document_id' },
  ...{ chunkId: 'r.chunk_id', spanStart: 'r.span_start', spanEnd: 'r.span_end', claimId: 'r.claim_id' },
  ...{ supersedes: 'r.supersedes', status: 'r.status', isDisputed: 'r.is_disputed', disputedWith: 'r.disputed_with' },
  ...{ supersededBy: 'r.superseded_by', who: 'r.who', systemFrom: 'r.system_from', systemUntil: 'r.system_until' },
} as const satisfies Record<keyof Row, string>;
const NAMES = Object.keys(FIELDS) as (keyof Row)[];
const RELATION = `json_build_array(${Object.values(FIELDS).join(', ')})`;

/** Open versions of relations, by ids of `wanted`. */
const standing = (wanted: string) => `
  SELECT o.* FROM (${wanted}) w (id) CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE r.org_id = $1 AND r.project = $2 AND r.id = w.id AND r.system_until IS NULL LIMIT 1
  ) o`;

const livesAt = (end: 'from' | 'to', types: string) => `
  SELECT l.* FROM mortal m CROSS JOIN unnest(${types}::text[]) AS t (type) CROSS JOIN LATERAL (
    SELECT * FROM relations r WHERE ${believed('r')} AND r.${end}_id = m.id AND r.type = t.type COLLATE "C"
      AND r.status = 'active' LIMIT ${LIVES_MAX}
  ) l`;

const common = ({
  mortal = 'SELECT NULL::uuid',
  more = 'NULL',
}: Pick<RecordQuery, 'mortal'> & Partial<Pick<WiderQuery, 'more'>>) => `
, changed AS MATERIALIZED (${standing(`
    SELECT DISTINCT u.id FROM facts f CROSS JOIN LATERAL unnest(
      f.disputed_with || f.supersedes || ARRAY[f.superseded_by, CASE WHEN f.system_until IS NOT NULL THEN f.id END]
    ) AS u (id) WHERE u.id IS NOT NULL`)}
), others AS MATERIALIZED (
  SELECT * FROM changed
  UNION ALL
  SELECT s.* FROM (${standing('SELECT DISTINCT superseded_by FROM changed WHERE superseded_by IS NOT NULL EXCEPT SELECT id FROM changed')}) s
), mortal AS MATERIALIZED (
  SELECT f.from_id AS id FROM facts f WHERE ${OPEN} AND f.type = ANY ($7::text[])
  UNION
  SELECT f.to_id FROM facts f WHERE ${OPEN} AND f.to_id IS NOT NULL AND f.type = ANY ($8::text[])
  UNION
  SELECT e.id FROM facts f CROSS JOIN LATERAL unnest(ARRAY[f.from_id, f.to_id]) AS e (id)
  WHERE f.type = ANY ($9::text[]) AND ${UNDATED} AND e.id IS NOT NULL
  UNION
  SELECT unnest($4::uuid[])
  UNION
  ${mortal}
), lives AS MATERIALIZED (${livesAt('from', '$5')}
  UNION ALL ${livesAt('to', '$6')}
), ends AS (
  SELECT from_id AS id FROM facts UNION SELECT to_id FROM facts UNION SELECT from_id FROM others
  UNION SELECT to_id FROM others UNION SELECT to_id FROM lives UNION SELECT id FROM mortal
), ${openViolationsCtes('SELECT unnest($4::uuid[])', 'facts')}
SELECT json_build_object('facts', (
  SELECT json_agg(${RELATION} ORDER BY r.ord) FROM facts r
), 'lives', (
  SELECT json_agg(${RELATION} ORDER BY r.id) FROM lives r
), 'others', (
  SELECT json_agg(${RELATION} ORDER BY r.id) FROM others r
), 'entities', (
  SELECT json_agg(json_build_object('named', x.id, 'id', coalesce(i.id, e.id), 'name', coalesce(i.name, e.name),
    'type', coalesce(i.type, e.type), 'loreVerified', coalesce(i.lore_verified, e.lore_verified)))
  FROM ends x CROSS JOIN LATERAL (
    SELECT * FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND e.id = x.id LIMIT 1
  ) e LEFT JOIN LATERAL (
    SELECT * FROM entities i WHERE i.org_id = $1 AND i.project = $2 AND i.id = e.merged_into LIMIT 1
  ) i ON true
), 'sources', (
  SELECT json_agg(json_build_object('id', s.id, 'uri', s.uri, 'title', s.title, 'kind', s.kind))
  FROM (
    SELECT source_id AS id FROM facts UNION SELECT source_id FROM others UNION SELECT source_id FROM lives
  ) x CROSS JOIN LATERAL (
    SELECT * FROM lore_sources s WHERE s.org_id = $1 AND s.project = $2 AND s.id = x.id LIMIT 1
  ) s
), 'documents', (
  SELECT json_object_agg(d.id, d.path) FROM (
    SELECT document_id AS id FROM facts UNION SELECT document_id FROM others
  ) x CROSS JOIN LATERAL (
    SELECT * FROM documents d WHERE d.org_id = $1 AND d.project = $2 AND d.id = x.id LIMIT 1
  ) d
), 'passages', (
  SELECT json_object_agg(c.id, json_build_object('heading', c.heading, 'line', c.line)) FROM (
    SELECT chunk_id AS id FROM facts UNION SELECT chunk_id FROM others
  ) x CROSS JOIN LATERAL (
    SELECT * FROM chunks c WHERE c.org_id = $1 AND c.project = $2 AND c.id = x.id LIMIT 1
  ) c
), 'open', ${OPEN_VIOLATIONS}, 'more', ${more})::text AS json`;

/** Asks the record: one statement, whatever the question. */
export async function readRecord(db: Db, input: RecordInput, query: RecordQuery): Promise<LoreRecord> {
  return toRecord(await ask<null>(db, input, query));
}

/** The same, and what is asked beside it. */
export async function readRecordWith<More>(
  db: Db,
  input: RecordInput,
  query: WiderQuery,
): Promise<{ record: LoreRecord; more: More }> {
  const answer = await ask<More>(db, input, query);
  return { record: toRecord(answer), more: answer.more };
}

/** Texts by the names of their statements: they are long, and always the same. */
const texts = new Map<string, string>();

function textOf(query: RecordQuery | WiderQuery): string {
  const known = texts.get(query.name) ?? `${query.ctes}${common(query)}`;
  texts.set(query.name, known);
  return known;
}

async function ask<More>(db: Db, input: RecordInput, query: RecordQuery | WiderQuery): Promise<Answer<More>> {
  const { tenant, knownAt, lifeTypes, named } = input;
  const values = [
    ...[tenant.orgId, tenant.project, knownAt ?? 'infinity', named],
    ...[lifeTypes.from, lifeTypes.to, lifeTypes.clippedFrom, lifeTypes.clippedTo, lifeTypes.events],
    ...query.values,
  ];
  const [row] = await db.run<{ json: string }>({ name: query.name, text: textOf(query), values });
  return JSON.parse(row?.json ?? '{}') as Answer<More>;
}

interface Row extends Omit<RecordedRelation, 'period' | 'citation' | 'toId' | 'value'> {
  toId: string | null;
  value: string | null;
  certain: string;
  possible: string;
  tail: number;
  sourceId: string | null;
  documentId: string | null;
  chunkId: string | null;
  spanStart: number | null;
  spanEnd: number | null;
}

/** The fields of a row in order. */
type Listed = readonly unknown[];

interface Answer<More> {
  facts?: Listed[] | null;
  lives?: Listed[] | null;
  others?: Listed[] | null;
  entities?: (RecordedEntity & { named: string })[] | null;
  sources?: LoreSource[] | null;
  documents?: Record<string, string> | null;
  passages?: Record<string, PassagePlace> | null;
  open?: OpenCounted;
  more: More;
}

function toRecord({ facts, lives, others, entities, sources, documents, passages, open }: Answer<unknown>): LoreRecord {
  return {
    facts: (facts ?? []).map(toRelation),
    lives: (lives ?? []).map(toRelation),
    others: (others ?? []).map(toRelation),
    entities: new Map((entities ?? []).map(({ named, ...entity }) => [named, entity])),
    sources: new Map((sources ?? []).map((source) => [source.id, source])),
    paths: new Map(Object.entries(documents ?? {})),
    passages: new Map(Object.entries(passages ?? {})),
    open: toOpenViolations(open ?? null),
  };
}

function toRelation(listed: Listed): RecordedRelation {
  const { certain, possible, tail, sourceId, documentId, chunkId, spanStart, spanEnd, ...relation } = toRow(listed);
  const stored = { validCertain: parseRange(certain), validPossible: parseRange(possible), validTail: tail };
  const span = spanStart === null || spanEnd === null ? null : { start: spanStart, end: spanEnd };
  return {
    ...relation,
    period: periodOf(stored),
    citation: { sourceId, documentId, chunkId, span },
    systemFrom: toInstant(relation.systemFrom),
    systemUntil: relation.systemUntil === null ? null : toInstant(relation.systemUntil),
  } as RecordedRelation;
}

function toRow(listed: Listed): Row {
  const row: Partial<Record<keyof Row, unknown>> = {};
  for (const [at, name] of NAMES.entries()) row[name] = listed[at];
  return row as Row;
}
