import type { RuleItem, RulePlan, RuleProjection } from '../../core/ontology.js';
import { type Binding, Block } from './block.js';
import { Expressions } from './expressions.js';
import { joinsAll } from './joins.js';
import { addMatch, addOptional, existing } from './matches.js';
import { type CompileOptions, type Pin, Statement } from './statement.js';

export type { CompileOptions, Pin, Written } from './statement.js';

/** A rule as one statement. */
export interface CompiledRule {
  text: string;
  values: unknown[];
  /** Whether it joins all relations of its types with one another, so that nested loops are no way to match it. */
  joinsAll: boolean;
}

/** Relations and entities that one row rests on: so many of each are answered. */
const SIDES_MAX = 100;

/**
 * Compiles a rule to one statement that only reads, in one project. Nothing that the rule says is in its text: names,
 * types, properties and values are parameters.
 */
export function compileRule(plan: RulePlan, options: CompileOptions, pins: readonly Pin[] = []): CompiledRule {
  const statement = new Statement(options, pins.length === 0 && joinsAll(plan));
  return whole(statement, selected(statement, plan, pins));
}

/** Compiles rules, each with its pins, to one statement; `part` of a row is the place of its rule among them. */
export function compileTogether(
  parts: readonly { plan: RulePlan; pins: readonly Pin[] }[],
  options: CompileOptions,
): CompiledRule {
  const statement = new Statement(options);
  const selects = parts.map(({ plan, pins }, part) => {
    return `SELECT ${part} AS part, p.* FROM (${selected(statement, plan, pins)}) p`;
  });
  return whole(statement, selects.join('\nUNION ALL\n'));
}

function whole({ ctes, values, joinsAll: isJoin }: Statement, select: string): CompiledRule {
  return { text: `${ctes.length === 0 ? '' : `WITH ${ctes.join(',\n')}\n`}${select}`, values, joinsAll: isJoin };
}

function selected(statement: Statement, { stages, returns, limit }: RulePlan, pins: readonly Pin[]): string {
  statement.pins = pins;
  let block = new Block(statement, new Map());
  for (const stage of stages) {
    if (stage.stage === 'with') block = handedOn(block, stage);
    else if (stage.isOptional) addOptional(block, stage);
    else addMatch(block, stage);
  }
  const last = handedOn(block, returns);
  const rows = Math.min(limit ?? statement.options.rows, statement.options.rows);
  const row = returns.items.map(({ name, value }) => shown(last, name, value.kind === 'time'));
  return `SELECT json_build_array(${row.join(', ')}) AS row, ${sides('witness')} AS relations, ${sides('things')} AS entities
${last.text}
LIMIT ${statement.parameter(rows, 'int8')}`;
}

/** Ends a SELECT with what it hands on, and begins one that has nothing else. */
function handedOn(block: Block, { items, isDistinct, isCounted, where }: RuleProjection): Block {
  const expressions = new Expressions(block, existing);
  const columns: string[] = [];
  const groups: string[] = [];
  const bindings = new Map<string, (table: string) => Binding>();
  for (const item of items) {
    const { sql, bind } = column(block, expressions, item);
    columns.push(...sql.map(({ text, name }) => `${text} AS ${name}`));
    if (item.value.op !== 'count') groups.push(...sql.map(({ text }) => text));
    bindings.set(item.name, bind);
  }
  const isGrouped = isCounted || isDistinct;
  columns.push(...restingOn(block, isGrouped));
  const grouping = isGrouped ? `\nGROUP BY ${groups.length === 0 ? '()' : groups.join(', ')}` : '';
  const table = block.statement.cte(`SELECT ${columns.join(', ')}\n${block.text}${grouping}`);
  const next = new Block(block.statement, new Map([...bindings].map(([name, bind]) => [name, bind(table)])), table);
  next.witnesses.push(`${table}.witness`);
  if (where !== null) next.conditions.push(new Expressions(next, existing).sql(where));
  return next;
}

interface Column {
  sql: { text: string; name: string }[];
  bind(table: string): Binding;
}

function column(block: Block, expressions: Expressions, { value }: RuleItem): Column {
  const name = block.statement.name('c');
  if (value.kind === 'time') {
    const time = expressions.time(value);
    const parts = [time.lo, time.last, time.hi].map((text, index) => ({ text, name: `${name}_${index}` }));
    const bind = (table: string): Binding => {
      return { kind: 'time', time: { lo: `${table}.${name}_0`, last: `${table}.${name}_1`, hi: `${table}.${name}_2` } };
    };
    return { sql: parts, bind };
  }
  const text = value.kind === 'nothing' ? 'NULL::text' : expressions.sql(value);
  return { sql: [{ text, name }], bind: (table) => bound(`${table}.${name}`, value.kind) };
}

function bound(sql: string, kind: RuleItem['value']['kind']): Binding {
  if (kind === 'entity') return { kind, id: sql };
  if (kind === 'relation') return { kind, id: sql, row: null };
  return kind === 'path' ? { kind, ids: sql } : { kind: 'scalar', sql };
}

/** What the rows rest on: the relations that they bind, also where these go out of scope, and the entities. */
function restingOn(block: Block, isGrouped: boolean): string[] {
  const relations = block.witnesses.length === 0 ? `'{}'::uuid[]` : block.witnesses.join(' || ');
  const ids = [...block.bindings.values()].flatMap((one) => (one.kind === 'entity' ? [one.id] : []));
  const things = ids.length === 0 ? `'{}'::uuid[]` : `ARRAY[${ids.join(', ')}]`;
  const all = (list: string) =>
    `string_to_array(nullif(string_agg(nullif(array_to_string(${list}, ','), ''), ','), ''), ',')::uuid[]`;
  return isGrouped
    ? [`${all(relations)} AS witness`, `${all(things)} AS things`]
    : [`${relations} AS witness`, `${things} AS things`];
}

function sides(list: string): string {
  return `(SELECT array_agg(d.id) FROM (
    SELECT DISTINCT u.id FROM unnest(${list}) AS u (id) WHERE u.id IS NOT NULL ORDER BY u.id LIMIT ${SIDES_MAX}
  ) d)`;
}

function shown(block: Block, name: string, isTime: boolean): string {
  const binding = block.bindings.get(name);
  if (binding === undefined) return 'NULL';
  if (isTime && binding.kind === 'time') return `json_build_array(${binding.time.lo}, ${binding.time.hi})`;
  if (binding.kind === 'scalar') return binding.sql;
  if (binding.kind === 'time') return 'NULL';
  return binding.kind === 'path' ? binding.ids : binding.id;
}
