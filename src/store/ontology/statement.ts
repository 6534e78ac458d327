import type { EraBounds, LifeTypes } from '../../core/consistency.js';
import type { RuleHop } from '../../core/ontology.js';
import type { RelationEnd } from '../../core/relation.js';

/** What a rule is compiled with, beside its plan. */
export interface CompileOptions {
  orgId: string;
  project: string;
  lives: LifeTypes;
  /** The part of the axis that each era takes. */
  eras: readonly EraBounds[];
  /** What is told less surely takes part in nothing. */
  minConfidence: number;
  /** Most rows that it answers. */
  rows: number;
  /** What is to be seen as if it were stored. */
  written?: Written;
}

/** What a name of a rule has to stand for: one of these, or of a chain the end from which it comes to one of them. */
export interface Pin {
  name: string;
  ids: readonly string[];
  chain?: { hop: RuleHop; end: RelationEnd };
}

/** Rows that are about to be stored, by their columns, and ids of relations that are about to be over. */
export interface Written {
  entities: readonly object[];
  relations: readonly object[];
  over: readonly string[];
}

/** The statement as it grows: its parameters, its names, and what stands before it. Only parameters hold what a rule says. */
export class Statement {
  readonly options: CompileOptions;
  /** Whether the rule joins all that there is of its types, so that what it asks of an entity is worked out for all at once. */
  readonly joinsAll: boolean;
  readonly values: unknown[];
  readonly ctes: string[] = [];
  /** What names of the rule that is being compiled have to stand for. */
  pins: readonly Pin[] = [];
  #names = 0;
  #eras: string | null = null;
  #entities: string | null = null;
  #relations: string | null = null;
  readonly #tables = new Map<string, string>();

  constructor(options: CompileOptions, joinsAll = false) {
    this.options = options;
    this.joinsAll = joinsAll;
    this.values = [options.orgId, options.project];
  }

  parameter(
    value: unknown,
    type: 'text' | 'text[]' | 'uuid[]' | 'int8' | 'int8[]' | 'float8' | 'boolean' | 'json',
  ): string {
    return `$${this.values.push(value)}::${type}`;
  }

  /** A name within the statement that nothing else has. */
  name(kind: string): string {
    this.#names += 1;
    return `${kind}${this.#names}`;
  }

  cte(text: string): string {
    const name = this.name('w');
    this.ctes.push(`${name} AS (${text})`);
    return name;
  }

  /** A table that is worked out once, however often it is used. */
  table(key: string, make: () => string): string {
    const known = this.#tables.get(key);
    if (known !== undefined) return known;
    const text = make();
    const name = this.name('w');
    this.ctes.push(`${name} AS MATERIALIZED (${text})`);
    this.#tables.set(key, name);
    return name;
  }

  /** The table of entities, with those that are about to be stored. */
  get entities(): string {
    const { entities = [] } = this.options.written ?? {};
    if (entities.length === 0) return 'entities';
    this.#entities ??= this.#with('entities', entities, []);
    return this.#entities;
  }

  /** The table of relations as it is about to be. */
  get relations(): string {
    const { relations, over } = this.options.written ?? { relations: [], over: [] };
    if (relations.length + over.length === 0) return 'relations';
    this.#relations ??= this.#with('relations', relations, over);
    return this.#relations;
  }

  /**
   * In the form that the planner takes apart, so that either half is searched by its own means. OFFSET 0 keeps the rows in a
   * subquery of their own: for a function alone it knows no plan that looks for one row after another, and reads the table whole.
   */
  #with(table: string, rows: readonly object[], over: readonly string[]): string {
    const standing = over.length === 0 ? '' : ` WHERE s.id <> ALL (${this.parameter(over, 'uuid[]')})`;
    const more = this.parameter(JSON.stringify(rows), 'json');
    const written = `SELECT * FROM json_populate_recordset(NULL::${table}, ${more}) OFFSET 0`;
    return `(SELECT s.* FROM ${table} s${standing} UNION ALL SELECT * FROM (${written}) n)`;
  }

  /** The eras, from which what took place in one has its time. */
  eras(): string {
    if (this.#eras === null) {
      const { eras } = this.options;
      const lists = [
        this.parameter(
          eras.map(({ id }) => id),
          'uuid[]',
        ),
        this.parameter(
          eras.map(({ from }) => from),
          'int8[]',
        ),
        this.parameter(
          eras.map(({ until }) => until),
          'int8[]',
        ),
      ];
      this.#eras = this.cte(`SELECT * FROM unnest(${lists.join(', ')}) AS e (id, starts, ends)`);
    }
    return this.#eras;
  }
}

export function tenantOf(alias: string): string {
  return `${alias}.org_id = $1 AND ${alias}.project = $2`;
}

/** Relations that a rule sees: what is believed and no prophecy. */
export function believed(alias: string): string {
  return `${tenantOf(alias)} AND ${alias}.system_until IS NULL AND ${alias}.status = 'active' AND NOT ${alias}.prophetic`;
}
