import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../core/errors.js';
import type { Random } from '../core/ports.js';

/** SQLSTATE of two writes that got in each other's way: serialization failure, deadlock. */
const RETRIABLE = new Set(['40001', '40P01']);

/**
 * SQLSTATE prefixes of a database that can't answer now: connection exceptions, out of resources, operator
 * intervention (shutdown, recovery, statement timeout), lock not available, no connections allowed, read-only, bad
 * credentials, no such database, system errors; or that is another one than a moment ago, after a failover: without our
 * tables, or without the statements that this session prepared.
 */
const UNAVAILABLE = ['08', '53', '57', '55P03', '55000', '25006', '28', '3D000', '58', '42P01', '26000', '42P05'];

/** A value that has not the form of its column: no UUID, no date, text that is none. The edge should have refused it. */
const INVALID = new Set(['22P02', '22007', '22008', '22021', '22P05']);

/** Faults of the socket, by their Node code. */
const NETWORK = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
]);

/** What pg says, without a code, when a connection breaks or is not to be had in time. */
const CONNECTION_MESSAGE =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable|query read timeout|cannot use a pool after calling end|SSL connection/i;

const ATTEMPTS_MAX = 5;
const RETRY_BASE_MS = 5;

/** The database answers, but not as one that Loreguard can use: without its role, or behind a pooler that it wasn't told of. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase';
}

/** SQLSTATE or Node code of an error, looked for along its causes too; null when it has none. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}

/** Whether the error says that the database can not answer now, and the connection may be broken. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof UnusableDatabase) return true;
  const code = codeOf(error);
  if (code !== null) return NETWORK.has(code) || UNAVAILABLE.some((prefix) => code.startsWith(prefix));
  return error instanceof Error && (CONNECTION_MESSAGE.test(error.message) || isUnavailable(error.cause));
}

/** What an error says, also one that stands for several and says nothing itself. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** Whether the database answered a statement by refusing it, so that surely nothing of it was stored. */
export function isRefusedByDatabase(error: unknown): boolean {
  const code = codeOf(error instanceof Problem ? error.cause : error);
  return code !== null && /^[0-9A-Z]{5}$/.test(code) && !NETWORK.has(code) && !/^08|^57P/.test(code);
}

export function isRetriable(error: unknown): boolean {
  return RETRIABLE.has(codeOf(error) ?? '');
}

/**
 * The one place where a fault of the database becomes a problem of the catalogue. What is no fault of the
 * database, and what nobody foresaw, comes back as it is.
 */
export function toProblem(error: unknown): unknown {
  if (error instanceof Problem) return error;
  if (isUnavailable(error) || isRetriable(error)) {
    return new Problem('unavailable', 'The database can not answer now.', [], error);
  }
  if (INVALID.has(codeOf(error) ?? '')) {
    return new Problem('invalid_request', 'A value has not the form that is stored.', [], error);
  }
  return error;
}

/** What a retry needs to know of a connection. */
interface Retrying {
  random: Random;
  /** A statement of a transaction is not tried again: the whole transaction is. */
  inTransaction: boolean;
}

/** Runs `work` again, with jitter, when the database gave it up for another write. At most 5 times. */
export async function retried<T>({ random, inTransaction }: Retrying, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (inTransaction || !isRetriable(error) || attempt === ATTEMPTS_MAX) throw error;
      await sleep(RETRY_BASE_MS * 2 ** attempt * random.next());
    }
  }
}
