import type { Conflict, Decision, Versions, Warning } from './decision.js';

/** What a decision says, without ids, times and versions: equal for two runs that decide alike. */
export interface Projection {
  tier: Decision['tier'];
  conflictsTotal: number;
  conflicts: (Omit<Conflict, 'claim' | 'relations'> & { statement: string | null })[];
  warnings: (Omit<Warning, 'claim' | 'relations'> & { statement: string | null })[];
  norms: Decision['norms'];
  compared: Pick<Decision['compared'][number], 'kind' | 'confidence' | 'code' | 'nli' | 'judged'>[];
}

/** Two decisions side by side, as a replay finds them. */
export interface Replay {
  matches: boolean;
  /** Names of the parts of the projection that differ. */
  differences: (keyof Projection)[];
  recorded: Projection;
  replayed: Projection;
  versions: { recorded: Versions; current: Versions };
}

/** What happened while storing (a race, a full queue, a writer who insists) is not part of what was decided. */
export function projection(decision: Decision): Projection {
  return {
    tier: tierBefore(decision),
    conflictsTotal: decision.conflictsTotal,
    conflicts: decision.conflicts.map(({ claim, relations: _relations, ...conflict }) => ({
      ...conflict,
      statement: claim?.statement ?? null,
    })),
    warnings: decision.warnings
      .filter(({ stage }) => stage !== 'store')
      .map(({ claim, relations: _relations, ...warning }) => ({ ...warning, statement: claim?.statement ?? null })),
    norms: decision.norms,
    compared: decision.compared.map(({ id: _id, systemFrom: _since, ...compared }) => compared),
  };
}

/** Compares by content; the order of fields does not matter, that of lists does. */
export function compareDecisions(recorded: Decision, replayed: Decision): Replay {
  const [a, b] = [projection(recorded), projection(replayed)];
  const names = Object.keys(a) as (keyof Projection)[];
  const differences = names.filter((name) => canonical(a[name]) !== canonical(b[name]));
  return {
    matches: differences.length === 0,
    differences,
    recorded: a,
    replayed: b,
    versions: { recorded: recorded.versions, current: replayed.versions },
  };
}

/** The tier without what storing added. */
function tierBefore({ tier, warnings }: Decision): Decision['tier'] {
  if (tier === 'forced') return 'block';
  const isAdded = warnings.length > 0 && warnings.every(({ stage }) => stage === 'store');
  return tier === 'warn' && isAdded ? 'clean' : tier;
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
