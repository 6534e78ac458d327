import type { Claim } from '../../../core/claim.js';
import { rangeText } from '../../columns.js';
import { storedKey, toJson } from '../../text.js';
import type { CommitInput, NewClaim } from './commit-input.js';

/** The row of a write in the statements that store it, as `item`: the columns with their types. */
const COLUMNS = {
  ...{ project: 'text', lock_keys: 'text[]', seen: 'int8[]', id: 'uuid', statement: 'text', kind: 'text', who: 'text' },
  ...{ reason: 'text', source: 'text', entity: 'text', tags: 'text[]', env: 'text', team: 'text' },
  ...{ valid_from: 'text', valid_until: 'text', certain: 'int8range', possible: 'int8range', tail: 'int8' },
  ...{ reading: 'json', norm_version: 'int', normalizer_state: 'text', recall_keys: 'text[]' },
  ...{ disputed_with: 'uuid[]', supersedes: 'uuid[]', guarded: 'boolean', said_at: 'timestamptz' },
  ...{ decision_id: 'uuid', op: 'text', tier: 'text', record: 'json', request: 'json', timings: 'json' },
  ...{ depends_on: 'uuid[]', jobs: 'text[]', key_id: 'uuid', unguarded: 'text', words: 'text[]', listed: 'text[]' },
  ...{ source_id: 'uuid', stored_at: 'timestamptz' },
};

type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];

/** The parameters of one row. */
export const ITEM_VALUES = NAMES.length;

/** `$n` of a column of the first row: its parameters follow the organisation, so that its project is $2. */
export const ITEM = Object.fromEntries(NAMES.map((name, at) => [name, `$${at + 2}`])) as Readonly<
  Record<Column, string>
>;

/** So many rows, numbered by `place`. */
export function itemRows(count: number): string {
  const row = (place: number) =>
    [place, ...NAMES.map((name, at) => `$${place * ITEM_VALUES + at + 2}::${COLUMNS[name]}`)].join(', ');
  const rows = Array.from({ length: count }, (_, place) => `(${row(place)})`);
  return `SELECT * FROM (VALUES ${rows.join(', ')}) AS i (place, ${NAMES.join(', ')})`;
}

/** A row that stands for nothing. */
export const NO_ITEM: readonly null[] = NAMES.map(() => null);

/** The values of a row, in the order of its columns. */
export function itemValues(input: CommitInput): unknown[] {
  const { tenant, claim, decision, heads } = input;
  const keys = new Map(
    input.lockKeys.map((key) => [storedKey(key), input.requireHeads ? (heads.get(key) ?? 0) : null]),
  );
  const row: Record<Column, unknown> = {
    ...{ project: tenant.project, lock_keys: [...keys.keys()], seen: [...keys.values()] },
    ...claimColumns(claim),
    recall_keys: [...new Set(input.recallKeys.map(storedKey))].filter((key) => !keys.has(key)),
    ...{ disputed_with: input.disputes.map(({ id }) => id), supersedes: input.closes.map(({ id }) => id) },
    ...{ decision_id: decision.id, op: decision.op, tier: decision.decision.tier },
    ...{ record: toJson(decision.decision), request: toJson(decision.request), timings: toJson(decision.timings) },
    stored_at: input.storedAt ?? null,
    ...{ jobs: jobsOf(input), words: input.words.all, listed: input.words.listed },
  };
  return NAMES.map((name) => row[name]);
}

function claimColumns(claim: NewClaim) {
  const { id, statement, kind, who, reason, source, entity, tags, scope, period, reading, guarded } = claim;
  return {
    ...{ id, statement, kind, who, reason, source, entity, tags, env: scope.env, team: scope.team, guarded },
    ...{ valid_from: claim.validFrom, valid_until: claim.validUntil, tail: period.tail, said_at: claim.saidAt },
    ...{ certain: rangeText(period.certain), possible: rangeText(period.possible) },
    ...{ reading: toJson(reading), norm_version: reading.normVersion, normalizer_state: reading.normalizerState },
    ...{ depends_on: [...new Set(claim.dependsOn.map((one) => one.toLowerCase()))], key_id: claim.keyId },
    ...{ unguarded: unguardedBy(claim), source_id: claim.loreSource?.id ?? null },
  };
}

function jobsOf({ job, isToBeJudged = false }: CommitInput): string[] {
  return [...(job === null ? [] : [job]), ...(isToBeJudged ? ['judge'] : [])];
}

/** Why nobody guarded it. */
function unguardedBy({ guarded, reading }: Pick<Claim, 'guarded' | 'reading'>): 'failed_open' | 'forced' | null {
  if (guarded) return null;
  return reading.normalizerState === 'failed_open' ? 'failed_open' : 'forced';
}
