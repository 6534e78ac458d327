import type { DerivedTime } from '../../core/ontology.js';
import { believed, type Statement, tenantOf } from './statement.js';
import { derivedTime, derivedTimes, type SqlTime, type SqlWindow, windowBetween } from './times.js';

/** What a name of a rule is in SQL. */
export type Binding =
  | { kind: 'entity'; id: string }
  | { kind: 'relation'; id: string; row: string | null }
  | { kind: 'path'; ids: string }
  | { kind: 'time'; time: SqlTime }
  | { kind: 'scalar'; sql: string };

export type Bindings = ReadonlyMap<string, Binding>;

/** One SELECT: what it is from, and under which conditions. */
export class Block {
  readonly statement: Statement;
  readonly bindings: Map<string, Binding>;
  readonly conditions: string[] = [];
  /** Arrays of the ids of what a row rests on. */
  readonly witnesses: string[] = [];
  readonly #joins: string[] = [];
  readonly #known = new Map<string, string>();

  constructor(statement: Statement, bindings: Bindings, from: string | null = null) {
    this.statement = statement;
    this.bindings = new Map(bindings);
    if (from !== null) this.#joins.push(from);
  }

  /** Adds what rows are taken from. */
  from(table: string): void {
    this.#joins.push(this.#joins.length === 0 ? table : `CROSS JOIN ${table}`);
  }

  /** Adds what there may be none of. */
  perhaps(table: string, on = 'true'): void {
    if (this.#joins.length === 0) this.#joins.push('(SELECT) nothing');
    this.#joins.push(`LEFT JOIN ${table} ON ${on}`);
  }

  /** The row of an entity, which is looked up when something of it is asked for. */
  entityRow(id: string): string {
    return this.#once(`entity ${id}`, () => {
      const row = this.statement.name('e');
      this.perhaps(`${this.statement.entities} ${row}`, `${tenantOf(row)} AND ${row}.id = ${id}`);
      return row;
    });
  }

  /** The row of a relation that was handed on by its id. */
  relationRow(id: string): string {
    return this.#once(`relation ${id}`, () => {
      const row = this.statement.name('r');
      this.perhaps(`${this.statement.relations} ${row}`, `${believed(row)} AND ${row}.id = ${id}`);
      return row;
    });
  }

  /** A time that is derived from what is told of an entity. */
  derived(id: string, time: DerivedTime): SqlTime {
    const row = this.#once(`${time} ${id}`, () => {
      const name = this.statement.name('t');
      if (this.statement.joinsAll) this.perhaps(`${this.#times(time)} ${name}`, `${name}.id = ${id}`);
      else this.perhaps(`LATERAL (${derivedTime(this.statement, id, time)}) ${name}`);
      return name;
    });
    return { lo: `${row}.lo`, last: `${row}.last`, hi: `${row}.hi` };
  }

  /** The window between two times of one entity. */
  window(id: string, from: DerivedTime, until: DerivedTime): SqlWindow {
    if (!this.statement.joinsAll) return windowBetween(this.derived(id, from), this.derived(id, until));
    const row = this.#once(`${from} ${until} ${id}`, () => {
      const name = this.statement.name('t');
      this.perhaps(`${this.#windows(from, until)} ${name}`, `${name}.id = ${id}`);
      return name;
    });
    return { certain: `${row}.certain`, possible: `${row}.possible`, tail: `${row}.tail`, isKnown: `${row}.is_known` };
  }

  /** What sources say of an attribute of an entity, where they agree. */
  attribute(id: string, type: string): string {
    const { statement } = this;
    const agreed = 'CASE WHEN min(a.value) = max(a.value) THEN min(a.value) END';
    const told = () => `FROM ${statement.relations} a
      WHERE ${believed('a')} AND a.type = ${statement.parameter(type, 'text')} AND a.value IS NOT NULL`;
    if (!statement.joinsAll) return `(SELECT ${agreed} ${told()} AND a.from_id = ${id})`;
    const table = statement.table(`attribute ${type}`, () => {
      return `SELECT a.from_id AS id, ${agreed} AS value ${told()} GROUP BY a.from_id`;
    });
    const row = this.#once(`attribute ${type} ${id}`, () => {
      const name = statement.name('a');
      this.perhaps(`${table} ${name}`, `${name}.id = ${id}`);
      return name;
    });
    return `${row}.value`;
  }

  #times(time: DerivedTime): string {
    return this.statement.table(time, () => derivedTimes(this.statement, time));
  }

  #windows(from: DerivedTime, until: DerivedTime): string {
    return this.statement.table(`${from} ${until}`, () => {
      const of = (row: string) => ({ lo: `${row}.lo`, last: `${row}.last`, hi: `${row}.hi` });
      const { certain, possible, tail, isKnown } = windowBetween(of('f'), of('u'));
      return `SELECT id, ${certain} AS certain, ${possible} AS possible, ${tail} AS tail, ${isKnown} AS is_known
    FROM ${this.#times(from)} f FULL JOIN ${this.#times(until)} u USING (id)`;
    });
  }

  /** A table that is known to be there. */
  know(key: string, row: string): void {
    this.#known.set(key, row);
  }

  /** From FROM on. */
  get text(): string {
    const joins = this.#joins.length === 0 ? '(SELECT) nothing' : this.#joins.join('\n  ');
    return `FROM ${joins}${this.conditions.length === 0 ? '' : `\nWHERE ${this.conditions.join('\n  AND ')}`}`;
  }

  #once(key: string, make: () => string): string {
    const known = this.#known.get(key) ?? make();
    this.#known.set(key, known);
    return known;
  }
}
