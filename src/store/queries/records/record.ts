import { UNKNOWN_DATE, type Unit } from '../../../core/period.js';
import type { LoreRecord, PassagePlace, RecordedEntity, RecordedRelation } from '../../../core/record.js';
import type { Candidate } from '../../../core/resolution.js';
import type { Tenant } from '../../../core/scope.js';
import type { LoreSource } from '../../../core/source.js';
import { parseRange, rangeText } from '../../columns.js';
import type { Db } from '../../tenant.js';
import { toInstant } from '../../text.js';
import { type OpenCounted, toOpenViolations } from '../consistency/open-violations.js';
import { asNames, type MeantBy, toCandidates } from '../lore/meant.js';
import { periodOf } from '../period-row.js';

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
  /** Whether `named` are names or ids, which the statement finds itself: its CTEs begin with WHO. */
  findsNamed?: true;
  /** A query for ids of further entities whose lives are read. */
  mortal?: string;
  /**
   * Whether the answer only names the facts, and does not say when they held: lives are read where a fact took the place of
   * another, as the answer shows such a pair.
   */
  tellsNoTimes?: true;
}

/** A question whose statement finds those that it names. */
export type NamedQuery = RecordQuery & { findsNamed: true };

/** What is asked beside the record: SQL of a json. */
export interface WiderQuery extends RecordQuery {
  more: string;
}

export interface RecordInput {
  tenant: Tenant;
  /** ISO 8601; null is now. */
  knownAt: string | null;
  lifeTypes: LifeTypes;
  /** The ids of the entities that the question names; or names as well, where the query finds them. */
  named: readonly string[];
}

/** What was read of entities that a question names, by names or ids, and who each of these may mean, best first. */
export interface NamedRecord {
  record: LoreRecord;
  called: Candidate[][];
}

/** The CTE that finds who is named. */
export const WHO = 'who AS MATERIALIZED (SELECT * FROM entities_meant($1, $2, $4::text[], NULL))';

/** The id of the n-th that is named, or of the best of those who may be meant; null where nobody is called so. */
export const whoIs = (n: number) => `(SELECT meant[${n}] FROM who)`;

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
export const idsOf = (id: string) => `
  SELECT ${id}::uuid AS id
  UNION ALL
  SELECT m.id FROM entities m WHERE m.org_id = $1 AND m.project = $2 AND m.merged_into = ${id}::uuid`;

/** The same of whatever an expression names. */
export const idsAt = (thing: string) => `
    SELECT ${thing} AS id
    UNION ALL
    (SELECT m.id FROM entities m WHERE m.org_id = $1 AND m.project = $2 AND m.merged_into = ${thing} LIMIT 1000)`;

/** What an id turned out to name, by an expression. */
export const turnedOut = (id: string) => `
    SELECT coalesce(e.merged_into, e.id) AS id FROM entities e WHERE e.org_id = $1 AND e.project = $2 AND e.id = ${id} LIMIT 1`;

const OPEN = '(lower_inf(r.valid_possible) OR upper_inf(r.valid_possible))';
const UNDATED = 'lower_inf(r.valid_possible) AND upper_inf(r.valid_possible)';
const DISPUTED = 'r.is_disputed AND r.source_id IS NOT NULL';
/** Whether there is something that disputes or replaced it, or was replaced. */
const CHANGED =
  "r.disputed_with <> '{}' OR r.supersedes <> '{}' OR r.superseded_by IS NOT NULL OR r.system_until IS NOT NULL";

/**
 * What is read of a row of relations. It comes as a list in this order: with its names a row would be twice as long, and
 * take the server twice as long to write.
 */
const FIELDS = [
  ...['r.id', 'r.type', 'r.from_id', 'r.to_id', 'r.value', 'r.valid_from', 'r.valid_until'],
  ...['r.valid_certain', 'r.valid_possible', 'r.valid_tail', 'r.extraction', 'r.prophetic', 'r.source_id'],
  ...['r.document_id', 'r.chunk_id', 'r.span_start', 'r.span_end', 'r.claim_id', 'r.supersedes', 'r.status'],
  ...['r.is_disputed', 'r.disputed_with', 'r.superseded_by', 'r.who', 'r.system_from', 'r.system_until'],
];
const RELATION = `json_build_array(${FIELDS.join(', ')})`;

/** Whether it is, or replaced, what is not believed any more. */
const RETOLD =
  "r.supersedes <> '{}' OR r.superseded_by IS NOT NULL OR r.system_until IS NOT NULL OR r.status <> 'active'";

/** Who must live for the facts: those who stand on open ends, and the events of what says no time of its own. */
const MORTAL = 't.clipped_from || t.clipped_to || t.undated_from || t.undated_to';

/**
 * One pass over the facts tells what else is needed; `record_beside_2` (migration 0051) looks up that, and nothing else. As
 * branches of this statement it would cost several times as much: each is begun whether rows come from it or not.
 */
function common(query: Omit<RecordQuery, 'name' | 'ctes' | 'values'> & { more?: string }): string {
  const { findsNamed, mortal, tellsNoTimes, more = 'NULL' } = query;
  const named = findsNamed ? '(SELECT meant FROM who)' : '$4::uuid[]';
  const living = `${MORTAL} || ${named}`;
  return `
SELECT json_build_object('facts', t.facts, 'beside', record_beside_2(
  $1, $2, $3::timestamptz, ${named}, $5::text[], $6::text[],
  ${tellsNoTimes ? `CASE WHEN t.is_retold THEN ${living} ELSE '{}' END` : living}${mortal === undefined ? '' : ` || ARRAY(${mortal})`},
  CASE WHEN t.is_changed THEN ARRAY(
    SELECT u.id FROM facts f CROSS JOIN LATERAL unnest(
      f.disputed_with || f.supersedes || ARRAY[f.superseded_by, CASE WHEN f.system_until IS NOT NULL THEN f.id END]
    ) AS u (id) WHERE u.id IS NOT NULL
  ) END,
  t.ends_from || t.ends_to || ${named}, t.sources, t.documents, t.chunks, t.disputed, t.disputed_sources, t.claims
), 'called', ${findsNamed ? '(SELECT to_json(candidates) FROM who)' : 'NULL'}, 'more', ${more})::text AS json
FROM (
  SELECT json_agg(${RELATION} ORDER BY r.ord) AS facts, array_agg(r.from_id) AS ends_from, array_agg(r.to_id) AS ends_to,
    array_agg(r.source_id) AS sources, array_agg(r.document_id) AS documents, array_agg(r.chunk_id) AS chunks,
    array_agg(r.claim_id) AS claims, array_agg(r.id) FILTER (WHERE ${DISPUTED}) AS disputed,
    array_agg(r.source_id) FILTER (WHERE ${DISPUTED}) AS disputed_sources,
    array_agg(r.from_id) FILTER (WHERE ${OPEN} AND r.type = ANY ($7::text[])) AS clipped_from,
    array_agg(r.to_id) FILTER (WHERE ${OPEN} AND r.type = ANY ($8::text[])) AS clipped_to,
    array_agg(r.from_id) FILTER (WHERE ${UNDATED} AND r.type = ANY ($9::text[])) AS undated_from,
    array_agg(r.to_id) FILTER (WHERE ${UNDATED} AND r.type = ANY ($9::text[])) AS undated_to,
    bool_or(${CHANGED}) AS is_changed, bool_or(${RETOLD}) AS is_retold
  FROM facts r
) t`;
}

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

/** The same of entities that the question names, by names or ids. */
export async function readNamed(db: Db, input: RecordInput, query: NamedQuery): Promise<NamedRecord> {
  return readNamedWith<null>(db, input, query);
}

/** The same, and what is asked beside it. */
export async function readNamedWith<More>(
  db: Db,
  input: RecordInput,
  query: NamedQuery & Partial<WiderQuery>,
): Promise<NamedRecord & { more: More }> {
  const answer = await ask<More>(db, input, query);
  return { record: toRecord(answer), called: (answer.called ?? []).map(toCandidates), more: answer.more };
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
    ...[tenant.orgId, tenant.project, knownAt ?? 'infinity', query.findsNamed ? asNames(named) : named],
    ...[lifeTypes.from, lifeTypes.to, lifeTypes.clippedFrom, lifeTypes.clippedTo, lifeTypes.events],
    ...query.values,
  ];
  const [row] = await db.run<{ json: string }>({ name: query.name, text: textOf(query), values });
  return JSON.parse(row?.json ?? '{}') as Answer<More>;
}

/** The values of FIELDS, in their order. */
type Listed = readonly [
  ...[id: string, type: string, fromId: string, toId: string | null, value: string | null],
  ...[validFrom: string | null, validUntil: string | null, certain: string, possible: string, tail: number],
  ...[extraction: number, prophetic: boolean, sourceId: string | null, documentId: string | null],
  ...[chunkId: string | null, spanStart: number | null, spanEnd: number | null, claimId: string | null],
  ...[supersedes: string[], status: string, isDisputed: boolean, disputedWith: string[]],
  ...[supersededBy: string | null, who: string, systemFrom: string, systemUntil: string | null],
];

interface Answer<More> {
  facts?: Listed[] | null;
  beside?: Beside;
  called?: MeantBy[][] | null;
  more: More;
}

type ListedEntity = readonly [id: string, mergedInto: string | null, name: string, type: string, loreVerified: boolean];

/** What `record_beside_2` answers. */
export interface Beside {
  lives?: Listed[] | null;
  others?: Listed[] | null;
  /** Id, what it turned out to be, name, type, and whether somebody vouches for it. */
  entities?: ListedEntity[] | null;
  /** What some of them turned out to be. */
  meant?: ListedEntity[] | null;
  sources?: LoreSource[] | null;
  documents?: Record<string, string> | null;
  passages?: Record<string, PassagePlace> | null;
  open?: OpenCounted;
}

export function toRecord({ facts, beside = {} }: { facts?: Listed[] | null; beside?: Beside }): LoreRecord {
  const { lives, others, entities, meant, sources, documents, passages, open } = beside;
  return {
    facts: (facts ?? []).map(toRelation),
    lives: (lives ?? []).map(toRelation),
    others: (others ?? []).map(toRelation),
    entities: entitiesBy(entities ?? [], meant ?? []),
    sources: new Map((sources ?? []).map((source) => [source.id, source])),
    paths: new Map(Object.entries(documents ?? {})),
    passages: new Map(Object.entries(passages ?? {})),
    open: toOpenViolations(open ?? null),
  };
}

/** By every id that names one; one that was merged is what it turned out to be. */
function entitiesBy(named: readonly ListedEntity[], meant: readonly ListedEntity[]): Map<string, RecordedEntity> {
  const entity = ([id, , name, type, loreVerified]: ListedEntity) => ({ id, name, type, loreVerified });
  const known = new Map(meant.map((one) => [one[0], entity(one)]));
  return new Map(named.map((one) => [one[0], known.get(one[1] ?? '') ?? entity(one)]));
}

/** By the places of FIELDS, and written out key by key, as that of relation-row.ts is: a page makes hundreds. */
function toRelation(row: Listed): RecordedRelation {
  const stored = { validCertain: parseRange(row[7]), validPossible: parseRange(row[8]), validTail: row[9] };
  const [spanStart, spanEnd] = [row[15], row[16]];
  const span = spanStart === null || spanEnd === null ? null : { start: spanStart, end: spanEnd };
  return {
    id: row[0],
    type: row[1],
    fromId: row[2],
    toId: row[3],
    value: row[4],
    validFrom: row[5],
    validUntil: row[6],
    extraction: row[10],
    prophetic: row[11],
    claimId: row[17],
    supersedes: row[18],
    status: row[19],
    isDisputed: row[20],
    disputedWith: row[21],
    supersededBy: row[22],
    who: row[23],
    systemFrom: toInstant(row[24]),
    systemUntil: row[25] === null ? null : toInstant(row[25]),
    period: periodOf(stored),
    citation: { sourceId: row[12], documentId: row[13], chunkId: row[14], span },
  } as RecordedRelation;
}
