import type { Claim } from '../../../core/claim.js';
import { rangeText } from '../../columns.js';
import { storedKey, toJson } from '../../text.js';
import { type CommitInput, disputedWith } from './commit-input.js';

/** A write, and its lock keys as they are stored, each with the version that it was seen at. */
interface Item extends CommitInput {
  seen: ReadonlyMap<string, number | null>;
}

type Read = (item: Item) => unknown;

/**
 * The row of a write in the statements that store it, as `item`: the columns with their types, and what is read of a write
 * for each. A list of functions: as one object it would have so many fields that reading it is a look-up by name each.
 */
const COLUMNS = {
  project: ['text', ({ tenant }) => tenant.project],
  lock_keys: ['text[]', ({ seen }) => [...seen.keys()]],
  seen: ['int8[]', ({ seen }) => [...seen.values()]],
  id: ['uuid', ({ claim }) => claim.id],
  statement: ['text', ({ claim }) => claim.statement],
  kind: ['text', ({ claim }) => claim.kind],
  who: ['text', ({ claim }) => claim.who],
  reason: ['text', ({ claim }) => claim.reason],
  source: ['text', ({ claim }) => claim.source],
  entity: ['text', ({ claim }) => claim.entity],
  tags: ['text[]', ({ claim }) => claim.tags],
  env: ['text', ({ claim }) => claim.scope.env],
  team: ['text', ({ claim }) => claim.scope.team],
  valid_from: ['text', ({ claim }) => claim.validFrom],
  valid_until: ['text', ({ claim }) => claim.validUntil],
  certain: ['int8range', ({ claim }) => rangeText(claim.period.certain)],
  possible: ['int8range', ({ claim }) => rangeText(claim.period.possible)],
  tail: ['int8', ({ claim }) => claim.period.tail],
  reading: ['json', ({ claim }) => toJson(claim.reading)],
  norm_version: ['int', ({ claim }) => claim.reading.normVersion],
  normalizer_state: ['text', ({ claim }) => claim.reading.normalizerState],
  recall_keys: ['text[]', ({ recallKeys, seen }) => furtherKeys(recallKeys, seen)],
  disputed_with: ['uuid[]', disputedWith],
  supersedes: ['uuid[]', ({ closes }) => closes.map(({ id }) => id)],
  guarded: ['boolean', ({ claim }) => claim.guarded],
  said_at: ['timestamptz', ({ claim }) => claim.saidAt],
  decision_id: ['uuid', ({ decision }) => decision.id],
  op: ['text', ({ decision }) => decision.op],
  tier: ['text', ({ decision }) => decision.decision.tier],
  record: ['json', ({ decision }) => toJson(decision.decision)],
  request: ['json', ({ decision }) => toJson(decision.request)],
  timings: ['json', ({ decision }) => toJson(decision.timings)],
  depends_on: ['uuid[]', ({ claim }) => [...new Set(claim.dependsOn.map((one) => one.toLowerCase()))]],
  jobs: ['text[]', jobsOf],
  key_id: ['uuid', ({ claim }) => claim.keyId],
  unguarded: ['text', ({ claim }) => unguardedBy(claim)],
  words: ['text[]', ({ words }) => words.all],
  listed: ['text[]', ({ words }) => words.listed],
  source_id: ['uuid', ({ claim }) => claim.loreSource?.id ?? null],
  stored_at: ['timestamptz', ({ storedAt }) => storedAt ?? null],
} satisfies Record<string, [type: string, read: Read]>;

type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];
const TYPES: readonly string[] = Object.values(COLUMNS).map(([type]) => type);
const READS: readonly Read[] = Object.values(COLUMNS).map(([, read]) => read);

/** The parameters of one row. */
export const ITEM_VALUES = NAMES.length;

/** `$n` of a column of the first row: its parameters follow the organisation, so that its project is $2. */
export const ITEM = Object.fromEntries(NAMES.map((name, at) => [name, `$${at + 2}`])) as Readonly<
  Record<Column, string>
>;

/** So many rows, numbered by `place`. */
export function itemRows(count: number): string {
  const row = (place: number) =>
    [place, ...TYPES.map((type, at) => `$${place * ITEM_VALUES + at + 2}::${type}`)].join(', ');
  const rows = Array.from({ length: count }, (_, place) => `(${row(place)})`);
  return `SELECT * FROM (VALUES ${rows.join(', ')}) AS i (place, ${NAMES.join(', ')})`;
}

/** A row that stands for nothing. */
export const NO_ITEM: readonly null[] = NAMES.map(() => null);

/** The values of a row, in the order of its columns. */
export function itemValues(input: CommitInput): unknown[] {
  const { lockKeys, requireHeads, heads } = input;
  const seen = new Map(lockKeys.map((key) => [storedKey(key), requireHeads ? (heads.get(key) ?? 0) : null]));
  const item = { ...input, seen };
  return READS.map((read) => read(item));
}

/** Those that are no lock keys, each once. */
function furtherKeys(recallKeys: readonly string[], seen: ReadonlyMap<string, unknown>): string[] {
  return [...new Set(recallKeys.map(storedKey))].filter((key) => !seen.has(key));
}

function jobsOf({ job, isToBeJudged = false }: CommitInput): string[] {
  return [...(job === null ? [] : [job]), ...(isToBeJudged ? ['judge'] : [])];
}

/** Why nobody guarded it. */
function unguardedBy({ guarded, reading }: Pick<Claim, 'guarded' | 'reading'>): 'failed_open' | 'forced' | null {
  if (guarded) return null;
  return reading.normalizerState === 'failed_open' ? 'failed_open' : 'forced';
}
