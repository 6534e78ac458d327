import type { EraBounds, LifeTypes } from '../../core/consistency.js';

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
  /** Ids that names of the rule have to stand for. */
  pins?: ReadonlyMap<string, string>;
}

/** The statement as it grows: its parameters, its names, and what stands before it. Only parameters hold what a rule says. */
export class Statement {
  readonly options: CompileOptions;
  readonly values: unknown[];
  readonly ctes: string[] = [];
  #names = 0;
  #eras: string | null = null;

  constructor(options: CompileOptions) {
    this.options = options;
    this.values = [options.orgId, options.project];
  }

  parameter(
    value: unknown,
    type: 'text' | 'text[]' | 'uuid' | 'uuid[]' | 'int8' | 'int8[]' | 'float8' | 'boolean',
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
