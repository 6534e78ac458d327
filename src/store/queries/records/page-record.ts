import type { StoredRelation } from '../../../core/lore.js';
import type { Unit } from '../../../core/period.js';
import type { RecordedRelation } from '../../../core/record.js';
import type { Db } from '../../tenant.js';
import {
  askedValues,
  idsOf,
  mayHold,
  type NamedRecord,
  type RecordInput,
  readNamedWith,
  WHO,
  whoIs,
} from './record.js';

export interface PageProbe {
  /** Default: every type. */
  types?: readonly string[];
  /** A time at some point of which the relation certainly or possibly holds. */
  atTime?: Unit | undefined;
  /** Default: active. */
  includesInactive?: true;
  /** Those after this id only, and so many. */
  after?: string | undefined;
  limit: number;
}

/** A relation of a page: with what answers that only weigh it do not show. */
export type PagedRelation = RecordedRelation & Pick<StoredRelation, 'guarded' | 'properties'>;

/** A page of relations, which are the facts of the record too, and whether there are more. */
export interface RelationPage extends NamedRecord {
  items: PagedRelation[];
  hasMore: boolean;
}

/** How many are read of each end, for pages of up to so many. */
const STEPS = [51, 201];

interface More {
  /** Of each of the facts, in their order. */
  rest: [guarded: boolean, properties: PagedRelation['properties']][] | null;
  count: number;
}

const MORE = `json_build_object('rest', (SELECT json_agg(json_build_array(f.guarded, f.properties) ORDER BY f.ord) FROM facts f),
  'count', (SELECT count(*) FROM page))`;

/**
 * A page of the relations at either end of the entity that is named, and of what was merged into it, oldest first: of each
 * end as many as the page holds, in the order of its index. It has the branches of its filter only, each of which has a
 * name.
 */
export async function readPage(db: Db, input: RecordInput, probe: PageProbe): Promise<RelationPage> {
  const { types, atTime, includesInactive, after, limit } = probe;
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value) + 9}`;
  const conditions = [
    'r.org_id = $1 AND r.project = $2',
    // In the words of the partial indexes, which a parameter would hide from the planner.
    input.knownAt === null
      ? 'r.system_until IS NULL'
      : 'r.system_from <= $3::timestamptz AND (r.system_until IS NULL OR r.system_until > $3::timestamptz)',
    ...(includesInactive ? [] : ["r.status = 'active'"]),
    ...(types === undefined ? [] : [`r.type = ANY (${parameter(types)}::text[])`]),
    ...(after === undefined ? [] : [`r.id > ${parameter(after)}::uuid`]),
    ...(atTime === undefined ? [] : [mayHold('r', ...asParameters(askedValues(atTime), parameter))]),
  ].join(' AND ');
  // A number: of a parameter the planner takes it that a tenth of all is wanted. One of few, so that names are few.
  const most = STEPS.find((step) => step > limit) ?? Math.trunc(limit) + 1;
  const shown = parameter(limit);
  const inOrder = `ORDER BY r.id LIMIT ${most}`;
  const ctes = `
WITH ${WHO}, me AS MATERIALIZED (${idsOf(whoIs(1))}
), page AS MATERIALIZED (
  SELECT DISTINCT ON (p.id) p.* FROM me CROSS JOIN LATERAL (
    (SELECT * FROM relations r WHERE ${conditions} AND r.from_id = me.id ${inOrder})
    UNION ALL
    (SELECT * FROM relations r WHERE ${conditions} AND r.to_id = me.id AND r.to_id IS NOT NULL ${inOrder})
  ) p ORDER BY p.id LIMIT ${shown}::int + 1
), facts AS MATERIALIZED (
  SELECT p.*, p.id AS ord FROM page p ORDER BY p.id LIMIT ${shown}::int
)`;
  const parts = [
    ...[input.knownAt && 'then', includesInactive && 'any', types && 'types', after && 'after', atTime && 'at', most],
  ];
  const name = `read_page_${parts.filter(Boolean).join('_')}`;
  const query = { name, ctes, values, more: MORE, findsNamed: true, tellsNoTimes: true } as const;
  const { record, called, more } = await readNamedWith<More>(db, input, query);
  const items = record.facts.map((fact, at) => {
    const [guarded, properties] = more.rest?.[at] ?? [false, {}];
    return Object.assign(fact, { guarded, properties });
  });
  return { record, called, items, hasMore: more.count > limit };
}

function asParameters(
  [ticks, isPoint]: [string | null, boolean],
  parameter: (value: unknown) => string,
): [string, string] {
  return [parameter(ticks), parameter(isPoint)];
}
