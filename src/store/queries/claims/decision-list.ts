import type { WriteRequest } from '../../../core/claim.js';
import type { Tier, WriteResult } from '../../../core/decision.js';
import type { Tenant } from '../../../core/scope.js';
import type { ReasonCode } from '../../../core/verdict.js';
import type { Db, Query } from '../../tenant.js';
import { boundedPage, Draft, downTo, spanOf } from '../bounded-page.js';
import type { Moment, Page } from '../cursor.js';

/** Most decisions that one page looks at, the newest first: the bound that keeps a filter that few pass from costing more. */
export const EXAMINED_MAX = 5000;

/** What a list says of a decision. */
export interface ListedDecision {
  id: string;
  /** ISO 8601 with microseconds. */
  at: string;
  op: WriteRequest['op'];
  who: string;
  statement: string;
  reason: string | null;
  result: WriteResult;
  tier: Tier;
  /** Why it was refused or warned, without repetitions. */
  codes: ReasonCode[];
  conflictsTotal: number;
  claimId: string | null;
  keyId: string | null;
}

export interface DecisionFilter {
  result?: WriteResult | undefined;
  tier?: Tier | undefined;
  code?: string | undefined;
  who?: string | undefined;
  op?: string | undefined;
  claimId?: string | undefined;
  /** System time, ISO 8601: from this moment on, and before that one. */
  from?: string | undefined;
  until?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** What narrows the list, the most first, and the column that it narrows. */
const LEADS = [
  ['claimId', 'claim_id', 'uuid'],
  ['who', 'who', 'text'],
  ['op', 'op', 'text'],
] as const;

/** In the words of the partial indexes, which a parameter would hide from the planner. */
const RARE: readonly [(filter: DecisionFilter) => boolean, string][] = [
  [({ result, tier }) => result === 'conflict' || tier === 'block', `d.result = 'conflict'`],
  [({ tier }) => tier === 'forced', `d.tier = 'forced'`],
  [({ tier }) => tier === 'warn', `d.tier = 'warn'`],
];

const ORDER = { at: 'd.made_at', id: 'd.id' };

/** The decisions that a page looks at, and their order, which the first filter leads. A rare one has an index of its own. */
function examined(draft: Draft, filter: DecisionFilter) {
  const rare = RARE.filter(([isMeant]) => isMeant(filter)).map(([, words]) => words);
  const first = rare.length > 0 ? undefined : LEADS.find(([name]) => filter[name] !== undefined);
  const lead = first && { column: `d.${first[1]}`, value: filter[first[0]], type: first[2] };
  const { where, order } = spanOf(draft, { lead, ...ORDER }, filter);
  const conditions = [
    `d.org_id = $1 AND d.project = $2 AND ${where}`,
    ...(first?.[0] === 'claimId' ? ['d.claim_id IS NOT NULL'] : []),
    ...rare,
  ];
  return { where: conditions, order };
}

/** What is looked at row by row. */
function residual(draft: Draft, filter: DecisionFilter): string[] {
  const { until, result, tier, code } = filter;
  const given = LEADS.flatMap(([name, column, type]) => {
    return filter[name] === undefined ? [] : [`d.${column} = ${draft.parameter(filter[name], type)}`];
  });
  return [
    ...given,
    ...(until === undefined ? [] : [`d.made_at < ${draft.parameter(until, 'timestamptz')}`]),
    ...(result === undefined ? [] : [`d.result = ${draft.parameter(result, 'text')}`]),
    ...(tier === undefined ? [] : [`d.tier = ${draft.parameter(tier, 'text')}`]),
    ...(code === undefined ? [] : [`${draft.parameter(code, 'text')} = ANY (${CODES})`]),
  ];
}

const CODES = `ARRAY(SELECT DISTINCT e->>'code' FROM (
    SELECT json_array_elements(d.record->'conflicts') AS e UNION ALL SELECT json_array_elements(d.record->'warnings')
  ) c ORDER BY 1)`;

/** The last of the decisions that a page looks at; none when it may look at all that are left. */
export function decisionBound(tenant: Tenant, filter: DecisionFilter): Query {
  const draft = new Draft(tenant);
  const { where, order } = examined(draft, filter);
  const text = `SELECT d.id, d.made_at::text AS at FROM decisions d WHERE ${where.join(' AND ')} ORDER BY ${order}
OFFSET ${EXAMINED_MAX - 1} LIMIT 1`;
  return { text, values: draft.values };
}

/** The decisions that pass the filter down to the bound, one more than fit on the page. */
export function decisionPage(tenant: Tenant, filter: DecisionFilter, bound: Moment | undefined): Query {
  const draft = new Draft(tenant);
  const { where, order } = examined(draft, filter);
  const within = downTo(draft, ORDER, bound);
  const text = `SELECT d.id, d.made_at::text AS at, d.op, d.who, d.statement, d.request->>'reason' AS reason, d.result, d.tier,
  ${CODES} AS codes, coalesce((d.record->>'conflictsTotal')::int, 0) AS "conflictsTotal", d.claim_id AS "claimId",
  d.key_id AS "keyId"
FROM decisions d WHERE ${[...where, ...within, ...residual(draft, filter)].join(' AND ')} ORDER BY ${order}
LIMIT ${draft.parameter(filter.limit + 1, 'int')}`;
  return { text, values: draft.values };
}

/** Decisions by filter, newest first. A page that ends at the bound may be short, and its cursor goes on from there. */
export async function listDecisions(db: Db, tenant: Tenant, filter: DecisionFilter): Promise<Page<ListedDecision>> {
  const [bound] = await db.run<Moment>(decisionBound(tenant, filter));
  const rows = await db.run<ListedDecision>(decisionPage(tenant, filter, bound));
  return boundedPage(rows, filter.limit, bound);
}
