import { codeOf } from '../errors.js';
import type { Db } from '../tenant.js';
import type { CompiledRule } from './compile.js';

/** A rule takes longer than it may. */
export class RuleTooSlow extends Error {}

const CANCELED = '57014';

/** A row of a rule: what it returns, and what it rests on, each sorted. */
export interface RuleRow {
  row: unknown[];
  relations: string[];
  entities: string[];
}

/**
 * Runs a rule within a transaction that only reads, which it holds to a time. Its plan is made for its own values: the
 * same rule looks for few relations in one project and for many in another.
 */
export async function runRule(db: Db, rule: CompiledRule, timeoutMs: number): Promise<RuleRow[]> {
  await holdTo(db, rule, timeoutMs);
  const { text, values } = rule;
  const run = db.run<{ row: unknown[]; relations: string[] | null; entities: string[] | null }>({ text, values });
  const rows = await run.catch((error: unknown) => {
    throw codeOf(error) === CANCELED ? new RuleTooSlow(`It took longer than ${timeoutMs} ms.`) : error;
  });
  return rows.map(({ row, relations, entities }) => ({ row, relations: relations ?? [], entities: entities ?? [] }));
}

/** What the planner says that a rule costs, in its own unit, and how many rows it expects. */
export async function ruleCost(db: Db, rule: CompiledRule, timeoutMs: number): Promise<{ cost: number; rows: number }> {
  await holdTo(db, rule, timeoutMs);
  const { text, values } = rule;
  const [plan] = await db.run<{ 'QUERY PLAN': { Plan: { 'Total Cost': number; 'Plan Rows': number } }[] }>({
    text: `EXPLAIN (FORMAT JSON) ${text}`,
    values,
  });
  const { 'Total Cost': cost = 0, 'Plan Rows': rows = 0 } = plan?.['QUERY PLAN'][0]?.Plan ?? {};
  return { cost, rows };
}

/** A row of rules that run together. */
export interface RuleRowOf extends RuleRow {
  /** The place of its rule among them. */
  part: number;
}

/**
 * Runs rules that were compiled together, within a transaction that may be about to write: what holds them to reading,
 * and to a time, holds nothing after them.
 */
export async function runTogether(db: Db, { text, values }: CompiledRule, timeoutMs: number): Promise<RuleRowOf[]> {
  // At one go: each answer of the database is waited for within the time of a write.
  const held = `SAVEPOINT rules; SET LOCAL statement_timeout = ${Math.ceil(timeoutMs)};
    SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL transaction_read_only = on`;
  await db.run({ text: held, values: [] });
  try {
    const rows = await db.run<RuleRowOf & { relations: string[] | null; entities: string[] | null }>({ text, values });
    return rows.map((row) => ({ ...row, relations: row.relations ?? [], entities: row.entities ?? [] }));
  } catch (error) {
    throw codeOf(error) === CANCELED ? new RuleTooSlow(`It took longer than ${timeoutMs} ms.`) : error;
  } finally {
    await db.run({ text: 'ROLLBACK TO SAVEPOINT rules', values: [] });
  }
}

/**
 * The planner expects few relations of an entity whose kind it is told, and would look for each of them by itself; a rule
 * over all of a type is matched in one pass over each table.
 */
async function holdTo(db: Db, { joinsAll }: CompiledRule, timeoutMs: number): Promise<void> {
  const text = `SELECT set_config('statement_timeout', $1, true), set_config('plan_cache_mode', 'force_custom_plan', true),
    set_config('transaction_read_only', 'on', true), set_config('enable_nestloop', $2, true)`;
  await db.run({ text, values: [String(Math.ceil(timeoutMs)), joinsAll ? 'off' : 'on'] });
}
