import type { Claim, ClaimKind, ClaimStatus } from '../../../core/claim.js';
import type { Unit } from '../../../core/period.js';
import type { Tenant } from '../../../core/scope.js';
import { builtName, type Db, type Query } from '../../tenant.js';
import { Draft } from '../bounded-page.js';
import { cursorId, cursorOf, type Page, pageOf } from '../cursor.js';
import { LISTED_COLUMNS, type ListedClaim, listedClaim } from './claim-row.js';

/** Most claims that one page looks at, the newest first: the bound that keeps a filter that few pass from costing more. */
export const EXAMINED_MAX = 5000;

export interface ClaimFilter {
  status?: ClaimStatus | undefined;
  kind?: ClaimKind | undefined;
  isDisputed?: boolean | undefined;
  guarded?: boolean | undefined;
  /** What it is about, as it was written, in any case. */
  entity?: string | undefined;
  source?: string | undefined;
  /** Id of the registered source that `source` names. */
  sourceId?: string | undefined;
  who?: string | undefined;
  tag?: string | undefined;
  /** Exactly this environment or team; claims that hold everywhere are not meant. */
  env?: string | undefined;
  team?: string | undefined;
  /** Part of the statement, in any case. */
  q?: string | undefined;
  /** A time at some point of which the claim certainly or possibly holds. */
  atTime?: Unit | undefined;
  /** ISO 8601: the versions that the store believed then; default now. */
  knownAt?: string | undefined;
  /** Most items of a page. */
  limit: number;
  cursor?: string | undefined;
}

/**
 * Claims by filter, newest first. The order is that of the ids, so a page never shifts while claims are written. A page
 * that ends at the bound holds fewer claims than it may, perhaps none, and its cursor goes on from there.
 */
export async function listClaims(db: Db, tenant: Tenant, filter: ClaimFilter): Promise<Page<Claim>> {
  const [last] = filter.knownAt === undefined ? [] : await run<{ id: string }>(db, claimBound(tenant, filter));
  const rows = await run<Found>(db, claimPage(tenant, filter, last?.id));
  const bound = last?.id ?? rows[0]?.bound ?? null;
  const claims = rows.flatMap((row) => (row.id === null ? [] : [listedClaim(row)]));
  const page = pageOf(claims, filter.limit);
  return bound === null || page.nextCursor !== null ? page : { ...page, nextCursor: cursorOf(bound) };
}

/** A claim of the page, or of an empty one none; and the last that it looked at, where it is short. */
type Found = (ListedClaim | { id: null }) & { bound?: string | null };

function run<Row>(db: Db, { text, values }: Query): Promise<Row[]> {
  const name = builtName(text);
  return db.run<Row>(name === undefined ? { text, values } : { name, text, values });
}

/** The last of the current claims that a page of an earlier time looks at; none when it may look at all that are left. */
export function claimBound(tenant: Tenant, filter: ClaimFilter): Query {
  const draft = new Draft(tenant);
  const conditions = [CURRENT, ...before(draft, filter)].join(' AND ');
  return { text: lastOf(`FROM claims c WHERE ${conditions} ORDER BY c.id DESC`), values: draft.values };
}

/**
 * The statement of a page, with one claim more than it shows.
 * @param bound of an earlier time, the last that it looks at
 */
export function claimPage(tenant: Tenant, filter: ClaimFilter, bound?: string | undefined): Query {
  const draft = new Draft(tenant);
  const { knownAt } = filter;
  const led = [...ofStatus(draft, filter), ...leads(draft, filter), ...before(draft, filter)];
  const rest = looked(draft, filter);
  const wanted = draft.parameter(filter.limit + 1, 'int');
  if (knownAt !== undefined) {
    const within = bound === undefined ? [] : [`c.id >= ${draft.parameter(bound, 'uuid')}`];
    const others = rest.map(({ condition }) => condition);
    const conditions = [believedAt(draft.parameter(knownAt, 'timestamptz')), ...within, ...led, ...others].join(
      ' AND ',
    );
    const text = `SELECT ${LISTED_COLUMNS} FROM claims c WHERE ${conditions} ORDER BY c.id DESC LIMIT ${wanted}`;
    return { text, values: draft.values };
  }
  const order = inOrder(filter);
  const examined = `FROM claims c WHERE ${[CURRENT, ...led].join(' AND ')} ORDER BY ${order}`;
  // All of them pass, so that a page that is short is the last.
  if (rest.length === 0) return { text: `SELECT ${LISTED_COLUMNS} ${examined} LIMIT ${wanted}`, values: draft.values };
  const columns = ['id', 'who', 'entity', ...rest.flatMap((one) => one.columns)].map((column) => `c.${column}`);
  const text = `
WITH fitting AS MATERIALIZED (
  SELECT c.id FROM (SELECT ${columns.join(', ')} ${examined} LIMIT ${EXAMINED_MAX}) c
  WHERE ${conditionsOf(rest)} ORDER BY ${order} LIMIT ${wanted}
), page AS (
  SELECT ${LISTED_COLUMNS} FROM fitting f CROSS JOIN LATERAL (
    SELECT * FROM claims c WHERE ${CURRENT} AND c.id = f.id LIMIT 1
  ) c
)
SELECT p.*, b.bound FROM (
  SELECT CASE WHEN (SELECT count(*) FROM fitting) < ${wanted} THEN (${lastOf(examined)}) END AS bound
) b LEFT JOIN page p ON true ORDER BY p.id DESC`;
  return { text, values: draft.values };
}

const conditionsOf = (rest: readonly Looked[]) => rest.map(({ condition }) => condition).join(' AND ');

const CURRENT = 'c.org_id = $1 AND c.project = $2 AND c.system_until IS NULL';

const believedAt = (then: string) =>
  `c.org_id = $1 AND c.project = $2 AND c.system_from <= ${then} AND (c.system_until IS NULL OR c.system_until > ${then})`;

const lastOf = (examined: string) => `SELECT c.id ${examined} OFFSET ${EXAMINED_MAX - 1} LIMIT 1`;

/** Active ones in the words of the partial index, which a parameter would hide from the planner. */
function ofStatus(draft: Draft, { status }: ClaimFilter): string[] {
  if (status === undefined) return [];
  if (status === 'active') return [`c.status = 'active'`];
  return [`c.status = ${draft.parameter(status, 'text')} AND c.status <> 'active'`];
}

/**
 * What has an index of its own, so that a page looks at nothing else. An author is no less and no more than the name, and
 * `inOrder` names it: of what equals a parameter the planner takes it that all of a project with one author does.
 */
function leads(draft: Draft, { isDisputed, entity, source, sourceId, who }: ClaimFilter): string[] {
  const given = (value: string | undefined, type: string, words: (parameter: string) => string) =>
    value === undefined ? [] : [words(draft.parameter(value, type))];
  return [
    ...(isDisputed === true ? ['c.is_disputed'] : []),
    ...given(who, 'text', (name) => `c.who >= ${name} AND c.who <= ${name}`),
    ...given(entity, 'text', (name) => `lower(c.entity) = lower(${name}) AND c.entity IS NOT NULL`),
    ...given(source, 'text', (name) => `c.source = ${name} AND c.source IS NOT NULL`),
    ...given(sourceId, 'uuid', (id) => `c.source_id = ${id} AND c.source_id IS NOT NULL`),
  ];
}

/** Newest first; what leads stands before, as only its index has that order, whatever the planner thinks of the table. */
function inOrder({ who, entity }: ClaimFilter): string {
  if (who !== undefined) return 'c.who DESC, c.id DESC';
  return entity === undefined ? 'c.id DESC' : 'lower(c.entity) DESC, c.id DESC';
}

function before(draft: Draft, { cursor }: ClaimFilter): string[] {
  return cursor === undefined ? [] : [`c.id < ${draft.parameter(cursorId(cursor), 'uuid')}`];
}

/** What has no index, and is looked at claim by claim: only the columns that it needs are taken from the rows. */
interface Looked {
  columns: readonly string[];
  condition: string;
}

function looked(draft: Draft, filter: ClaimFilter): Looked[] {
  const { isDisputed, guarded, kind, tag, env, team, q, atTime } = filter;
  const equals = (column: string, value: unknown, type: string) =>
    value === undefined ? [] : [{ columns: [column], condition: `c.${column} = ${draft.parameter(value, type)}` }];
  const part = () => draft.parameter(`%${q?.replace(/[\\%_]/g, '\\$&')}%`, 'text');
  return [
    ...(isDisputed === false ? [{ columns: ['is_disputed'], condition: 'NOT c.is_disputed' }] : []),
    ...equals('guarded', guarded, 'boolean'),
    ...equals('kind', kind, 'text'),
    ...(tag === undefined ? [] : [{ columns: ['tags'], condition: `${draft.parameter(tag, 'text')} = ANY (c.tags)` }]),
    ...equals('env', env, 'text'),
    ...equals('team', team, 'text'),
    ...(q === undefined ? [] : [{ columns: ['statement'], condition: `c.statement ILIKE ${part()}` }]),
    ...(atTime === undefined ? [] : [mayHold(draft, atTime)]),
  ];
}

/** Where `heldWithin` of core/period.ts isn't false of a claim. */
function mayHold(draft: Draft, { start, end, isPoint }: Unit): Looked {
  const columns = ['valid_certain', 'valid_possible', 'valid_tail'];
  const asked = `int8range(${draft.parameter(start, 'int8')}, ${draft.parameter(end, 'int8')})`;
  const held = `time_in_window(${asked}, ${isPoint === true}, ${columns.map((column) => `c.${column}`).join(', ')})`;
  return { columns, condition: `${held} IS NOT FALSE` };
}
