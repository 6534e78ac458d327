import type {
  RuleExpression,
  RuleHop,
  RuleItem,
  RuleMatch,
  RuleNode,
  RulePlan,
  RuleProjection,
} from '../../src/core/ontology.js';
import { heldWithin, overlap, type Period, period, type Truth, type Unit } from '../../src/core/period.js';

/** Rules matched in memory by trying everything, for tests of what they are compiled to. */

export interface MatchedEntity {
  id: string;
  type: string;
  name: string;
}
export interface MatchedRelation {
  id: string;
  type: string;
  from: string;
  to: string | null;
  value: string | null;
  when: Period;
}
export interface MatchedWorld {
  entities: readonly MatchedEntity[];
  relations: readonly MatchedRelation[];
}

type Value = string | number | boolean | null | Unit | { chain: string[] };
/** A row: what its names stand for, and the ids of the relations that it rests on. */
interface Row {
  names: ReadonlyMap<string, Value>;
  witness: readonly string[];
}

export interface Matched {
  row: Value[];
  relations: string[];
}

export function matchRule({ stages, returns }: RulePlan, world: MatchedWorld): Matched[] {
  const matcher = new Matcher(world);
  let rows: Row[] = [{ names: new Map(), witness: [] }];
  for (const stage of stages) {
    if (stage.stage === 'with') rows = matcher.project(rows, stage);
    else if (stage.isOptional) rows = rows.flatMap((row) => orItself(row, matcher.match(row, stage), stage));
    else rows = rows.flatMap((row) => matcher.match(row, stage));
  }
  return matcher.project(rows, returns).map(({ names, witness }) => ({
    row: returns.items.map(({ name }) => names.get(name) ?? null),
    relations: [...new Set(witness)].sort(),
  }));
}

/** A row for which there is nothing stays, with nothing under the names of what there is none of. */
function orItself(row: Row, found: Row[], { nodes, hops }: RuleMatch): Row[] {
  if (found.length > 0) return found;
  const names = new Map(row.names);
  for (const { name } of [...nodes, ...hops]) if (!names.has(name)) names.set(name, null);
  return [{ ...row, names }];
}

class Matcher {
  readonly #world: MatchedWorld;
  readonly #entities: ReadonlyMap<string, MatchedEntity>;
  readonly #relations: ReadonlyMap<string, MatchedRelation>;

  constructor(world: MatchedWorld) {
    this.#world = world;
    this.#entities = new Map(world.entities.map((one) => [one.id, one]));
    this.#relations = new Map(world.relations.map((one) => [one.id, one]));
  }

  match(row: Row, { nodes, hops, where }: RuleMatch): Row[] {
    let rows: { row: Row; used: readonly string[] }[] = [{ row, used: [] }];
    for (const node of nodes) rows = rows.flatMap((one) => this.#node(one, node));
    for (const hop of hops) rows = rows.flatMap((one) => this.#hop(one, hop));
    const tests = [...nodes, ...hops].flatMap((one) => one.tests);
    const all = where === null ? tests : [...tests, where];
    return rows.map((one) => one.row).filter((one) => all.every((test) => this.#value(test, one) === true));
  }

  project(rows: readonly Row[], { items, isDistinct, isCounted, where }: RuleProjection): Row[] {
    const single = (row: Row) =>
      new Map(items.map(({ name, value }) => [name, value.op === 'count' ? 0 : this.#value(value, row)]));
    const handed =
      isCounted || isDistinct
        ? this.#groups(rows, items, single).map((group) => this.#grouped(group, items, single))
        : rows.map((row) => ({ names: single(row), witness: row.witness }));
    return where === null ? handed : handed.filter((row) => this.#value(where, row) === true);
  }

  #groups(rows: readonly Row[], items: readonly RuleItem[], single: (row: Row) => Map<string, Value>): Row[][] {
    const groups = new Map<string, Row[]>();
    for (const row of rows) {
      const key = JSON.stringify([...single(row)]);
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    const isOfAll = items.every(({ value }) => value.op === 'count');
    return groups.size === 0 && isOfAll ? [[]] : [...groups.values()];
  }

  #grouped(group: readonly Row[], items: readonly RuleItem[], single: (row: Row) => Map<string, Value>): Row {
    const names = group[0] === undefined ? new Map<string, Value>() : single(group[0]);
    for (const { name, value } of items) if (value.op === 'count') names.set(name, this.#count(value, group));
    return { names, witness: group.flatMap(({ witness }) => witness) };
  }

  #count({ of, isDistinct }: Extract<RuleExpression, { op: 'count' }>, group: readonly Row[]): number {
    if (of === null) return group.length;
    const values = group.map((row) => this.#value(of, row)).filter((one) => one !== null);
    return isDistinct ? new Set(values.map((one) => JSON.stringify(one))).size : values.length;
  }

  #node({ row, used }: { row: Row; used: readonly string[] }, { name, holder, label }: RuleNode) {
    const bound = row.names.get(name);
    const pool: readonly { id: string; type: string }[] =
      holder === 'relation' ? this.#world.relations : this.#world.entities;
    const fitting = pool.filter(
      (one) => (bound === undefined || one.id === bound) && (label === null || one.type === label),
    );
    return fitting.map(({ id }) => {
      const witness = bound === undefined && holder === 'relation' ? [...row.witness, id] : row.witness;
      return { row: { names: new Map(row.names).set(name, id), witness }, used };
    });
  }

  #hop({ row, used }: { row: Row; used: readonly string[] }, hop: RuleHop) {
    const [from, to] = [row.names.get(hop.from), row.names.get(hop.to)];
    const walks = this.#walks(String(from), hop, used, []).filter(
      ({ at, ids }) => at === to && ids.length >= hop.least,
    );
    return walks.map(({ ids }) => {
      const value: Value = hop.isChain ? { chain: ids } : (ids[0] ?? null);
      return {
        row: { names: new Map(row.names).set(hop.name, value), witness: [...row.witness, ...ids] },
        used: [...used, ...ids],
      };
    });
  }

  #walks(at: string, hop: RuleHop, used: readonly string[], ids: string[]): { at: string; ids: string[] }[] {
    if (ids.length === hop.most) return [{ at, ids }];
    const further = this.#world.relations.flatMap(({ id, type, from, to }) => {
      if (to === null || used.includes(id) || ids.includes(id)) return [];
      if (hop.types.length > 0 && !hop.types.includes(type)) return [];
      const ends = from === at ? [to] : !hop.isDirected && to === at ? [from] : [];
      return ends.flatMap((end) => this.#walks(end, hop, used, [...ids, id]));
    });
    return [{ at, ids }, ...further];
  }

  #value(one: RuleExpression, row: Row): Value {
    switch (one.op) {
      case 'value':
        return one.value;
      case 'date':
        return one.unit;
      case 'variable':
        return row.names.get(one.name) ?? null;
      case 'property':
        return this.#property(row.names.get(one.of) ?? null, one.holder, one.property);
      case 'compare':
        return compare(one.how, this.#value(one.left, row), this.#value(one.right, row));
      case 'and':
        return every(one.parts.map((part) => this.#value(part, row)));
      case 'or':
        return not(every(one.parts.map((part) => not(this.#value(part, row)))));
      case 'not':
        return not(this.#value(one.part, row));
      case 'in': {
        const left = this.#value(one.left, row);
        return not(every(one.list.map((right) => not(compare('=', left, this.#value(right, row))))));
      }
      case 'is_null':
        return (this.#value(one.part, row) === null) !== one.isNegated;
      case 'exists':
        return this.match(row, one.match).length > 0;
      case 'overlap': {
        const [a, b] = [this.#window(one.a, row), this.#window(one.b, row)];
        return a === null || b === null ? null : asValue(overlap(a, b));
      }
      case 'within': {
        const [time, window] = [this.#value(one.time, row), this.#window(one.window, row)];
        if (time === null || window === null) return null;
        return asValue(heldWithin(window, { ...(time as Unit), isPoint: true }).truth);
      }
      case 'count':
        return null;
    }
  }

  #window({ from, until }: { from: RuleExpression; until: RuleExpression }, row: Row): Period | null {
    if (from.op === 'property' && from.holder === 'relation')
      return this.#relations.get(String(row.names.get(from.of)))?.when ?? null;
    const [begins, ends] = [this.#value(from, row) as Unit | null, this.#value(until, row) as Unit | null];
    return begins === null && ends === null ? null : period(begins, ends);
  }

  #property(of: Value, holder: 'entity' | 'relation', property: string): Value {
    if (of === null) return null;
    if (property === 'id') return of;
    if (holder === 'relation') return this.#ofRelation(this.#relations.get(String(of)), property);
    const entity = this.#entities.get(String(of));
    if (property === 'name' || property === 'type') return entity?.[property] ?? null;
    if (property === 'birth' || property === 'death') {
      const type = property === 'birth' ? 'BORN_ON' : 'DIED_ON';
      return this.#told(String(of), type);
    }
    const values = this.#world.relations.filter(({ type, from }) => from === of && type === property.toUpperCase());
    const told = new Set(values.map(({ value }) => value));
    return told.size === 1 ? ([...told][0] ?? null) : null;
  }

  #ofRelation(relation: MatchedRelation | undefined, property: string): Value {
    if (relation === undefined) return null;
    if (property === 'from_id') return relation.from;
    if (property === 'to_id') return relation.to;
    return property === 'type' ? relation.type : property === 'value' ? relation.value : null;
  }

  /** The unit that the dates of a kind span. */
  #told(of: string, wanted: string): Unit | null {
    const dates = this.#world.relations.filter(({ type, from }) => from === of && type === wanted);
    if (dates.length === 0) return null;
    const starts = dates.map(({ when }) => when.possible.from ?? 0);
    const ends = dates.map(({ when }) => (when.possible.until ?? 0) + when.tail);
    return { start: Math.min(...starts), latest: Math.max(...starts), end: Math.max(...ends) };
  }
}

function asValue(truth: Truth): boolean | null {
  return truth === 'unknown' ? null : truth === 'true';
}

function not(value: Value): boolean | null {
  return value === null ? null : value === false;
}

function every(values: readonly Value[]): boolean | null {
  if (values.some((value) => value === false)) return false;
  return values.some((value) => value === null) ? null : true;
}

function compare(how: string, left: Value, right: Value): boolean | null {
  if (left === null || right === null) return null;
  if (typeof left === 'object' && typeof right === 'object') return compareUnits(how, left as Unit, right as Unit);
  if (how === '=') return left === right;
  if (how === '<>') return left !== right;
  if (how === '<') return left < right;
  if (how === '<=') return left <= right;
  return how === '>' ? left > right : left >= right;
}

/** By trying the first and the last tick that either may mean. */
function compareUnits(how: string, a: Unit, b: Unit): boolean | null {
  if ((how === '=' || how === '<>') && a.start === b.start && a.end === b.end) return how === '=';
  const holds = (one: number, other: number) => compare(how === '<>' ? '=' : how, one, other) !== (how === '<>');
  const [aLast, bLast] = [a.end - 1, b.end - 1];
  if (how === '=' || how === '<>') {
    const isApart = aLast < b.start || bLast < a.start;
    return isApart ? how === '<>' : null;
  }
  const readings = [holds(a.start, b.start), holds(a.start, bLast), holds(aLast, b.start), holds(aLast, bLast)];
  if (readings.every(Boolean)) return true;
  return readings.some(Boolean) ? null : false;
}
