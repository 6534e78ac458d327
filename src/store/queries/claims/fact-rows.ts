import type { ClaimWords } from '../../../core/claim.js';
import type { Fact } from '../../../core/fact.js';
import type { Reading } from '../../../core/norm.js';
import type { Period } from '../../../core/period.js';
import { rangeText } from '../../columns.js';
import { parameters } from '../../parameters.js';
import { arrayText, storedKey, toJson } from '../../text.js';

/** A fact that was read and is to be stored, new or in place of the version seen. */
export interface FactToStore {
  /** Id of its claim. */
  id: string;
  /** Its key as it is stored. */
  naturalKey: string;
  /** System time of the version that it takes the place of, ISO 8601; null when nothing was stored under its key. */
  seen: string | null;
  fact: Fact;
  reading: Reading;
  period: Period;
  lockKeys: readonly string[];
  recallKeys: readonly string[];
  words: ClaimWords;
  /** Id of the row that puts it on the record. */
  actionId: string;
  /** Whether nothing is to be refused for it, until somebody vouches for it; default: it counts like any other. */
  isAdvisory?: boolean;
  /** Ids of the claims that it takes the place of; default none. */
  supersedes?: readonly string[];
  /** The registered source that says it; default none. */
  sourceId?: string | null;
}

/** A fact, and its keys as they are stored. */
interface Row extends FactToStore {
  locks: readonly string[];
}

type Read = (row: Row) => unknown;

/**
 * The columns of the facts that one statement stores, each with its type and what is read of a fact for it. Each is one
 * parameter, an array over all facts; an array within it is written as text, as arrays of arrays have to be of one length.
 * As rows of one JSON document they would take half of the time of the statement to be parsed.
 */
const COLUMNS = {
  id: ['uuid', ({ id }) => id],
  natural_key: ['text', ({ naturalKey }) => naturalKey],
  seen: ['timestamptz', ({ seen }) => seen],
  statement: ['text', ({ fact }) => fact.statement],
  kind: ['text', ({ fact }) => fact.kind],
  who: ['text', ({ fact }) => fact.who],
  reason: ['text', ({ fact }) => fact.reason],
  source: ['text', ({ fact }) => fact.source],
  entity: ['text', ({ fact }) => fact.entity],
  tags: ['text[]', ({ fact }) => arrayText(fact.tags)],
  env: ['text', ({ fact }) => fact.scope.env],
  team: ['text', ({ fact }) => fact.scope.team],
  valid_from: ['text', ({ fact }) => fact.validFrom],
  valid_until: ['text', ({ fact }) => fact.validUntil],
  certain: ['int8range', ({ period }) => rangeText(period.certain)],
  possible: ['int8range', ({ period }) => rangeText(period.possible)],
  tail: ['int8', ({ period }) => period.tail],
  reading: ['json', ({ reading }) => toJson(reading)],
  norm_version: ['int', ({ reading }) => reading.normVersion],
  normalizer_state: ['text', ({ reading }) => reading.normalizerState],
  lock_keys: ['text[]', ({ locks }) => arrayText(locks)],
  recall_keys: ['text[]', ({ locks, recallKeys }) => arrayText(furtherKeys(recallKeys, locks))],
  words: ['text[]', ({ words }) => arrayText(words.all)],
  listed_words: ['text[]', ({ words }) => arrayText(words.listed)],
  said_at: ['timestamptz', ({ fact }) => fact.saidAt],
  action_id: ['uuid', ({ actionId }) => actionId],
  unguarded: ['text', ({ isAdvisory }) => (isAdvisory === true ? 'advisory' : null)],
  supersedes: ['uuid[]', ({ supersedes = [] }) => arrayText(supersedes)],
  source_id: ['uuid', ({ sourceId = null }) => sourceId],
} satisfies Record<string, [type: string, read: Read]>;

type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];
const READS: readonly Read[] = Object.values(COLUMNS).map(([, read]) => read);

/** The parameters of the facts, after the organisation and the project. */
const FACTS = parameters(NAMES, 3);

/**
 * What is the same for all of them: the run that they are a part of and when it began, the API key that is used, and for how
 * many seconds nobody else compares them.
 */
export const RUN = parameters(['runId', 'beganAt', 'keyId', 'leaseS'] as const, FACTS.next);

/** The facts, as rows. */
export const FACT_ROWS = factRows();

function factRows(): string {
  const isArray = (name: Column) => COLUMNS[name][0].endsWith('[]');
  const given = NAMES.map((name) => `${FACTS.at[name]}::${isArray(name) ? 'text' : COLUMNS[name][0]}[]`);
  const shown = NAMES.map((name) => (isArray(name) ? `${name}::${COLUMNS[name][0]}` : name));
  return `SELECT ${shown.join(', ')} FROM unnest(${given.join(', ')}) AS i (${NAMES.join(', ')})`;
}

/** The values of the facts, in the order of their parameters. */
export function factValues(facts: readonly FactToStore[]): unknown[] {
  const rows = facts.map((fact): Row => ({ ...fact, locks: [...new Set(fact.lockKeys.map(storedKey))] }));
  return READS.map((read) => rows.map((row) => read(row)));
}

/** Those that are no lock keys, each once. */
function furtherKeys(recallKeys: readonly string[], locks: readonly string[]): string[] {
  return [...new Set(recallKeys.map(storedKey))].filter((key) => !locks.includes(key));
}
