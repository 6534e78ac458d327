import {
  DERIVED_TIMES,
  type DerivedTime,
  type PropertyOf,
  type RuleExpression,
  type RuleKind,
  type RuleMatch,
  type RuleValue,
  type RuleWindow,
} from '../../core/ontology.js';
import type { Unit } from '../../core/period.js';
import { RELIABILITY } from '../../core/source.js';
import { attributeType } from '../../core/type-template.js';
import type { Binding, Block } from './block.js';
import { tenantOf } from './statement.js';
import type { SqlTime } from './times.js';
import { boundOf, comparedTimes, ownWindow, type SqlWindow, windowBetween } from './times.js';

/** Compiles patterns, which stand in conditions too. */
export type CompileMatch = (block: Block, match: RuleMatch) => Block;

const NEVER: SqlTime = { lo: 'NULL::int8', last: 'NULL::int8', hi: 'NULL::int8' };

/** Expressions of a rule in SQL, within one SELECT. */
export class Expressions {
  readonly #block: Block;
  readonly #match: CompileMatch;

  constructor(block: Block, match: CompileMatch) {
    this.#block = block;
    this.#match = match;
  }

  /** What is no time, as SQL. */
  sql(one: RuleExpression): string {
    switch (one.op) {
      case 'value':
        return this.#value(one.value, one.kind);
      case 'variable':
        return this.#variable(one.name);
      case 'property':
        return this.property(one);
      case 'compare':
        return this.#compare(one);
      case 'and':
      case 'or':
        return `(${one.parts.map((part) => this.sql(part)).join(one.op === 'and' ? ' AND ' : ' OR ')})`;
      case 'not':
        return `(NOT ${this.sql(one.part)})`;
      case 'in':
        return this.#in(one);
      case 'is_null':
        return `(${this.#nullable(one.part)} IS ${one.isNegated ? 'NOT ' : ''}NULL)`;
      case 'overlap':
        return this.#overlap(one.a, one.b);
      case 'within':
        return this.#within(one.time, one.window);
      case 'exists':
        return `EXISTS (SELECT ${this.#match(this.#block, one.match).text})`;
      case 'count':
        return one.of === null ? 'count(*)' : `count(${one.isDistinct ? 'DISTINCT ' : ''}${this.#nullable(one.of)})`;
      case 'date':
        throw new Error('A time is compiled by its bounds.');
    }
  }

  /** A time, by its bounds. */
  time(one: RuleExpression): SqlTime {
    if (one.op === 'date') return this.#date(one.unit);
    if (one.op === 'variable') {
      const bound = this.#binding(one.name);
      return bound.kind === 'time' ? bound.time : NEVER;
    }
    if (one.op !== 'property' || one.kind !== 'time') return NEVER;
    return this.#timeOf(one);
  }

  property(one: PropertyOf): string {
    const { property, kind } = one;
    if (property === 'id') return this.#idOf(one.of);
    if (kind === 'time') return this.time(one).lo;
    const row = this.#row(one);
    if (kind !== 'told' || property === 'value')
      return property === 'confidence' ? this.#confidence(row) : `${row}.${property}`;
    const told = `${row}.properties ->> ${this.#block.statement.parameter(property, 'text')}`;
    return one.holder === 'entity' ? `coalesce(${this.#attribute(one)}, ${told})` : `(${told})`;
  }

  #variable(name: string): string {
    const bound = this.#binding(name);
    if (bound.kind === 'scalar') return bound.sql;
    if (bound.kind === 'time') return bound.time.lo;
    return bound.kind === 'path' ? bound.ids : bound.id;
  }

  #binding(name: string): Binding {
    const bound = this.#block.bindings.get(name);
    if (bound === undefined) throw new Error('A name of a rule is bound before it is used.');
    return bound;
  }

  #idOf(name: string): string {
    const bound = this.#binding(name);
    return bound.kind === 'entity' || bound.kind === 'relation' ? bound.id : 'NULL::uuid';
  }

  #row({ of }: PropertyOf): string {
    const bound = this.#binding(of);
    if (bound.kind === 'relation') return bound.row ?? this.#block.relationRow(bound.id);
    return this.#block.entityRow(this.#idOf(of));
  }

  /** What sources say of an attribute, where they agree. */
  #attribute({ of, property }: PropertyOf): string {
    return this.#block.attribute(this.#idOf(of), attributeType(property));
  }

  #confidence(row: string): string {
    const kinds = Object.entries(RELIABILITY).flatMap(([kind, weight]) =>
      weight === null ? [] : [`WHEN '${kind}' THEN ${weight}`],
    );
    return `(${row}.extraction * coalesce((SELECT CASE s.kind ${kinds.join(' ')} END FROM lore_sources s
      WHERE ${tenantOf('s')} AND s.id = ${row}.source_id), 1))::float8`;
  }

  #timeOf(one: PropertyOf): SqlTime {
    const { of, property } = one;
    if (
      property !== 'birth' &&
      property !== 'death' &&
      property !== 'in_fiction_date' &&
      property !== 'valid_from' &&
      property !== 'valid_until'
    )
      return NEVER;
    if (one.holder === 'entity') return this.#block.derived(this.#idOf(of), property);
    return property === 'valid_from' || property === 'valid_until' ? boundOf(this.#row(one), property) : NEVER;
  }

  /** By ticks of the calendar: each is a number, and not all of them are used. */
  #date({ start, latest, end }: Unit): SqlTime {
    const tick = (at: number) => `(${Math.trunc(at)})::int8`;
    return { lo: tick(start), last: tick(latest ?? start), hi: tick(end) };
  }

  #value(value: RuleValue, kind: RuleKind): string {
    if (value === null || kind === 'nothing') return 'NULL';
    const type = typeof value === 'number' ? 'float8' : typeof value === 'boolean' ? 'boolean' : 'text';
    return this.#block.statement.parameter(value, type);
  }

  #compare({ how, as, left, right }: Extract<RuleExpression, { op: 'compare' }>): string {
    if (as === 'time') return comparedTimes(how, this.time(left), this.time(right));
    return `(${this.#as(left, as)} ${how} ${this.#as(right, as)})`;
  }

  #in({ as, left, list }: Extract<RuleExpression, { op: 'in' }>): string {
    if (list.length === 0) return 'false';
    const each = list.map((right) => this.#compare({ op: 'compare', how: '=', as, left, right, kind: 'truth' }));
    return `(${each.join(' OR ')})`;
  }

  /** One side of a comparison, as what it is compared as. */
  #as(one: RuleExpression, as: RuleKind): string {
    if (one.kind === 'nothing') return 'NULL';
    const sql = this.sql(one);
    if (as === 'id') return one.kind === 'text' ? `(${sql})::uuid` : sql;
    if (as === 'text' || as === 'told') return `(${sql}) COLLATE "C"`;
    if (as === 'number') return one.kind === 'told' ? numberIn(sql) : `(${sql})::float8`;
    return sql;
  }

  #nullable(one: RuleExpression): string {
    if (one.kind !== 'time') return this.sql(one);
    const { lo, hi } = this.time(one);
    return `coalesce(${lo}, ${hi})`;
  }

  #window({ from, until }: RuleWindow): SqlWindow {
    const isOwn =
      from.op === 'property' && until.op === 'property' && from.of === until.of && from.holder === 'relation';
    if (isOwn && from.property === 'valid_from' && until.property === 'valid_until') return ownWindow(this.#row(from));
    const [begins, ends] = [derivedOf(from), derivedOf(until)];
    if (begins !== null && ends !== null && begins.of === ends.of)
      return this.#block.window(this.#idOf(begins.of), begins.time, ends.time);
    return windowBetween(this.time(from), this.time(until));
  }

  #overlap(one: RuleWindow, other: RuleWindow): string {
    const [a, b] = [this.#window(one), this.#window(other)];
    const both = `time_windows_overlap(${a.certain}, ${a.possible}, ${a.tail}, ${b.certain}, ${b.possible}, ${b.tail})`;
    return `(CASE WHEN ${a.isKnown} AND ${b.isKnown} THEN ${both} END)`;
  }

  #within(time: RuleExpression, window: RuleWindow): string {
    const { lo, hi } = this.time(time);
    const { certain, possible, tail, isKnown } = this.#window(window);
    const isIn = `time_in_window(int8range(${lo}, ${hi}), true, ${certain}, ${possible}, ${tail})`;
    return `(CASE WHEN coalesce(${lo}, ${hi}) IS NOT NULL AND ${isKnown} THEN ${isIn} END)`;
  }
}

/** The entity and which of its derived times this is; null: it is something else. */
function derivedOf(one: RuleExpression): { of: string; time: DerivedTime } | null {
  if (one.op !== 'property' || one.holder !== 'entity') return null;
  const time = DERIVED_TIMES.find((name) => name === one.property);
  return time === undefined ? null : { of: one.of, time };
}

/** The number that a text is, if it is one. */
function numberIn(sql: string): string {
  return `(CASE WHEN (${sql}) ~ '^-?[0-9]{1,15}([.][0-9]{1,15})?$' THEN (${sql})::float8 END)`;
}
