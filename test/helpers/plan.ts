import type { Store } from '../../src/store/store.js';
import type { Db, Query } from '../../src/store/tenant.js';

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  /** Of the root of a CTE. */
  'Subplan Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Blocks that the whole plan touched. */
export const blocksOf = (plan: PlanNode): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];

/** Tables of the plan with the index that each is read by. */
export const scansOf = (plan: PlanNode): string[] =>
  nodesOf(plan).flatMap((node) =>
    node['Index Name'] === undefined ? [] : [`${node['Relation Name']} by ${node['Index Name']}`],
  );

/** A parameter as a literal of no type, as EXECUTE takes it. */
function literal(value: unknown): string {
  if (value === null) return 'NULL';
  const text = Array.isArray(value) ? `{${value.map(element).join(',')}}` : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}

/** An element of a literal of an array. */
function element(value: unknown): string {
  return value === null ? 'NULL' : `"${String(value).replace(/["\\]/g, '\\$&')}"`;
}

/**
 * The plan of a statement with a name, on a connection as requests have it. Nothing is kept.
 * @param isWarm it was run there before, so that what the functions in it ask is planned
 */
export function explain(
  store: Store,
  text: string,
  values: readonly unknown[],
  { isWarm = false } = {},
): Promise<PlanNode> {
  return store.tenant('acme', async ({ run }) => {
    const parameters = values.map(literal).join(', ');
    await run({ text: 'BEGIN', values: [] });
    await run({ text: `PREPARE planned AS ${text}`, values: [] });
    if (isWarm) await run({ text: `EXECUTE planned (${parameters})`, values: [] });
    const [row] = await run<{ 'QUERY PLAN': { Plan: PlanNode }[] }>({
      text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE planned (${parameters})`,
      values: [],
    });
    await run({ text: 'ROLLBACK', values: [] });
    await run({ text: 'DEALLOCATE planned', values: [] });
    const plan = row?.['QUERY PLAN'][0]?.Plan;
    if (plan === undefined) throw new Error('no plan');
    return plan;
  });
}

/** The statement that a query function would run. */
export async function statementOf(store: Store, query: (db: Db) => Promise<unknown>): Promise<Query> {
  let statement: Query | undefined;
  const run = async <Row>(query: Query): Promise<Row[]> => {
    statement = query;
    return [{ system_from: '2026-11-20 19:05:00+00', json: '{"more":{}}' } as Row];
  };
  await store.tenant('acme', (db) => query({ ...db, run }));
  if (statement === undefined) throw new Error('nothing was run');
  return statement;
}
