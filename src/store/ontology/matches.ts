import type { RuleHop, RuleMatch, RuleNode } from '../../core/ontology.js';
import { Block } from './block.js';
import { Expressions } from './expressions.js';
import { believed, tenantOf } from './statement.js';

/** Adds the patterns of a MATCH to a SELECT, with their conditions. */
export function addMatch(block: Block, match: RuleMatch): void {
  bindAll(block, match);
  const expressions = new Expressions(block, existing);
  const tests = [...match.nodes, ...match.hops].flatMap((one) => one.tests);
  const conditions = match.where === null ? tests : [...tests, match.where];
  for (const node of match.nodes) holdToLabel(block, node);
  for (const condition of conditions) block.conditions.push(expressions.sql(condition));
}

/** What has to be looked for comes first, then relations, then chains, which begin at something that is found. */
function bindAll(block: Block, { nodes, hops }: RuleMatch): void {
  const found = new Hops(block);
  const singles = hops.filter(({ isChain }) => !isChain);
  const ends = new Set(singles.flatMap(({ from, to }) => [from, to]));
  for (const node of nodes) if (node.isNew && needsRow(node, ends)) addRow(block, node);
  for (const hop of singles) found.addSingle(hop);
  for (const hop of hops) if (hop.isChain) found.addChain(hop);
}

function holdToLabel(block: Block, { name, label }: RuleNode): void {
  const bound = block.bindings.get(name);
  if (label === null || bound?.kind !== 'entity') return;
  block.conditions.push(`${block.entityRow(bound.id)}.type = ${block.statement.parameter(label, 'text')}`);
}

/** What there may be none of: in a SELECT of its own, beside which nothing else is lost. */
export function addOptional(block: Block, match: RuleMatch): void {
  const { statement } = block;
  const inner = new Block(statement, block.bindings);
  addMatch(inner, match);
  const name = statement.name('o');
  const columns: string[] = [];
  const handOn = (sql: string) => {
    const column = statement.name('c');
    columns.push(`${sql} AS ${column}`);
    return `${name}.${column}`;
  };
  for (const [bound, binding] of inner.bindings) {
    if (block.bindings.has(bound)) continue;
    if (binding.kind === 'entity') block.bindings.set(bound, { kind: 'entity', id: handOn(binding.id) });
    if (binding.kind === 'relation') block.bindings.set(bound, { kind: 'relation', id: handOn(binding.id), row: null });
    if (binding.kind === 'path') block.bindings.set(bound, { kind: 'path', ids: handOn(binding.ids) });
  }
  if (inner.witnesses.length > 0)
    block.witnesses.push(`coalesce(${handOn(inner.witnesses.join(' || '))}, '{}'::uuid[])`);
  block.perhaps(`LATERAL (SELECT ${columns.length === 0 ? '1' : columns.join(', ')} ${inner.text}) ${name}`);
}

/** The SELECT of a pattern in a condition. */
export function existing(block: Block, match: RuleMatch): Block {
  const inner = new Block(block.statement, block.bindings);
  addMatch(inner, match);
  return inner;
}

/** Whether a node is looked for among all that there is, rather than found at the end of a relation. */
function needsRow({ name, holder, label, tests }: RuleNode, ends: ReadonlySet<string>): boolean {
  return holder === 'relation' || !ends.has(name) || label !== null || tests.length > 0;
}

function addRow(block: Block, { name, holder }: RuleNode): void {
  if (block.bindings.has(name)) return;
  const { statement, conditions } = block;
  if (holder === 'relation') {
    const row = statement.name('r');
    block.from(`${statement.relations} ${row}`);
    conditions.push(believed(row), ...pinned(block, name, `${row}.id`), ...sure(block, row));
    block.bindings.set(name, { kind: 'relation', id: `${row}.id`, row });
    block.witnesses.push(`ARRAY[${row}.id]`);
    return;
  }
  const row = statement.name('e');
  block.from(`${statement.entities} ${row}`);
  conditions.push(`${tenantOf(row)} AND ${row}.merged_into IS NULL`, ...pinned(block, name, `${row}.id`));
  block.bindings.set(name, { kind: 'entity', id: `${row}.id` });
  block.know(`entity ${row}.id`, row);
}

/** What a name of the rule has to stand for. */
function pinned(block: Block, name: string, id: string): string[] {
  const { statement } = block;
  return statement.pins
    .filter((pin) => pin.name === name)
    .map(({ ids, chain }) => {
      const among = statement.parameter(ids, 'uuid[]');
      if (chain === undefined) return `${id} = ANY (${among})`;
      const way = { ...chain.hop, least: 0, most: chain.hop.most - 1 };
      return `${id} IN (SELECT at FROM (${walk(block, way, `unnest(${among})`, chain.end === 'from')}) way)`;
    });
}

/** What is told less surely than the project asks for takes part in nothing. */
function sure(block: Block, row: string): string[] {
  const { minConfidence } = block.statement.options;
  if (minConfidence <= 0) return [];
  const name = block.statement.name('s');
  const own = new Block(block.statement, new Map([[name, { kind: 'relation', id: `${row}.id`, row }]]));
  const confidence = new Expressions(own, existing).property({
    ...{ op: 'property', of: name, holder: 'relation', property: 'confidence', kind: 'number' },
  });
  return [`${confidence} >= ${block.statement.parameter(minConfidence, 'float8')}`];
}

/** The relations of one MATCH, no two of which are the same. */
class Hops {
  readonly #block: Block;
  readonly #singles: { row: string; types: readonly string[] }[] = [];
  readonly #chains: string[] = [];

  constructor(block: Block) {
    this.#block = block;
  }

  addSingle({ name, types, from, to, isDirected }: RuleHop): void {
    const block = this.#block;
    const row = block.statement.name('r');
    block.from(isDirected ? `${block.statement.relations} ${row}` : `(${bothWays(block, types)}) ${row}`);
    if (isDirected) block.conditions.push(...standing(block, row, types));
    block.conditions.push(...pinned(block, name, `${row}.id`), ...sure(block, row));
    this.#meet(from, `${row}.${isDirected ? 'from_id' : 'one_id'}`);
    this.#meet(to, `${row}.${isDirected ? 'to_id' : 'other_id'}`);
    for (const other of this.#singles)
      if (mayBeOne(other.types, types)) block.conditions.push(`${row}.id <> ${other.row}.id`);
    this.#singles.push({ row, types });
    block.bindings.set(name, { kind: 'relation', id: `${row}.id`, row });
    block.witnesses.push(`ARRAY[${row}.id]`);
  }

  addChain(hop: RuleHop): void {
    const block = this.#block;
    const isBackward = !block.bindings.has(hop.from) && block.bindings.has(hop.to);
    const [start, end] = isBackward ? [hop.to, hop.from] : [hop.from, hop.to];
    const bound = block.bindings.get(start);
    const id = bound?.kind === 'entity' ? bound.id : this.#anyEntity(start);
    const chain = block.statement.name('p');
    block.from(`LATERAL (${walk(block, hop, id, isBackward)}) ${chain}`);
    this.#meet(end, `${chain}.at`);
    for (const { row } of this.#singles) block.conditions.push(`${row}.id <> ALL (${chain}.ids)`);
    for (const other of this.#chains) block.conditions.push(`NOT (${chain}.ids && ${other}.ids)`);
    this.#chains.push(chain);
    block.bindings.set(hop.name, { kind: 'path', ids: `${chain}.ids` });
    block.witnesses.push(`${chain}.ids`);
  }

  #anyEntity(name: string): string {
    addRow(this.#block, { name, holder: 'entity', isNew: true, label: null, tests: [] });
    const bound = this.#block.bindings.get(name);
    return bound?.kind === 'entity' ? bound.id : 'NULL::uuid';
  }

  /** An end of a relation is the entity of that name, or gives it its meaning. */
  #meet(name: string, id: string): void {
    const bound = this.#block.bindings.get(name);
    if (bound?.kind === 'entity') this.#block.conditions.push(`${id} = ${bound.id}`);
    else {
      this.#block.bindings.set(name, { kind: 'entity', id });
      this.#block.conditions.push(...pinned(this.#block, name, id));
    }
  }
}

function standing({ statement }: Block, row: string, types: readonly string[]): string[] {
  const ofType = types.length === 0 ? [] : [`${row}.type = ANY (${statement.parameter(types, 'text[]')})`];
  return [believed(row), `${row}.to_id IS NOT NULL`, ...ofType];
}

function bothWays(block: Block, types: readonly string[]): string {
  const conditions = standing(block, 'r', types).join(' AND ');
  const { relations } = block.statement;
  return `SELECT r.*, r.from_id AS one_id, r.to_id AS other_id FROM ${relations} r WHERE ${conditions}
      UNION ALL SELECT r.*, r.to_id, r.from_id FROM ${relations} r WHERE ${conditions} AND r.from_id <> r.to_id`;
}

/** The ends of chains that begin at `start`, each with the ids of its relations. */
function walk(
  block: Block,
  { types, least, most, isDirected }: Pick<RuleHop, 'types' | 'least' | 'most' | 'isDirected'>,
  start: string,
  isBackward: boolean,
): string {
  const [here, there] = isBackward ? ['to_id', 'from_id'] : ['from_id', 'to_id'];
  const steps = isDirected ? `${block.statement.relations} s` : `(${bothWays(block, types)}) s`;
  const [at, next] = isDirected ? [here, there] : ['one_id', 'other_id'];
  const fitting = isDirected ? `${standing(block, 's', types).join(' AND ')} AND ` : '';
  const further = sure(block, 's').map((one) => ` AND ${one}`);
  return `WITH RECURSIVE walk (at, ids) AS (
      SELECT ${start}, '{}'::uuid[]
      UNION ALL SELECT s.${next}, w.ids || s.id FROM walk w JOIN ${steps}
        ON ${fitting}s.${at} = w.at AND s.id <> ALL (w.ids)${further.join('')}
      WHERE cardinality(w.ids) < ${most}
    ) SELECT at, ids FROM walk WHERE cardinality(ids) >= ${least}`;
}

function mayBeOne(one: readonly string[], other: readonly string[]): boolean {
  return one.length === 0 || other.length === 0 || one.some((type) => other.includes(type));
}
