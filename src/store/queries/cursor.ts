import { Problem } from '../../core/errors.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const RANK = /^-?\d{1,9}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/** Whether a text has the form of an id. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** A page of a list. The cursor is opaque to the client; null when there is no further page. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** Cuts a list, read with one row more than wanted, to a page whose cursor is the last id shown. */
export function pageOf<T extends { id: string }>(rows: readonly T[], limit: number): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { items, nextCursor: hasMore ? cursorOf(last.id) : null };
}

/** The cursor that goes on after an id. */
export function cursorOf(id: string): string {
  return Buffer.from(id).toString('base64url');
}

/** A place in a list that is ordered by time. */
export interface Moment {
  /** ISO 8601 with microseconds. */
  at: string;
  id: string;
}

/** As `pageOf`, for a list that is ordered by time: its cursor is the last moment shown. */
export function pageByTime<T extends Moment>(rows: readonly T[], limit: number): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { items, nextCursor: hasMore ? momentCursor(last) : null };
}

/** The cursor that goes on after a moment. */
export function momentCursor({ at, id }: Moment): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

/** The moment that a cursor holds. Throws Problem `invalid_request` when it is none of ours. */
export function cursorMoment(cursor: string): Moment {
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (INSTANT.test(at) && UUID.test(id)) return { at, id };
  throw unreadable();
}

/** The cursor of a list that is ordered by name, and the name that such a cursor holds. */
export function nameCursor(name: string): string {
  return Buffer.from(name).toString('base64url');
}

export function cursorName(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString();
}

/** The id that a cursor holds. Throws Problem `invalid_request` when it is none of ours. */
export function cursorId(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString();
  if (UUID.test(id)) return id;
  throw unreadable();
}

/** A place in a list that is ordered by numbers, and of equal ones by ids. */
export interface Rank {
  ranks: readonly [number, number];
  id: string;
}

export function rankCursor({ ranks, id }: Rank): string {
  return Buffer.from(`${ranks.join(' ')} ${id}`).toString('base64url');
}

/** The place that a cursor holds. Throws Problem `invalid_request` when it is none of ours. */
export function cursorRank(cursor: string): Rank {
  const [first = '', second = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (RANK.test(first) && RANK.test(second) && UUID.test(id)) return { ranks: [Number(first), Number(second)], id };
  throw unreadable();
}

function unreadable(): Problem {
  const message = 'must be a next_cursor of this list';
  return new Problem('invalid_request', 'The cursor can not be read.', [{ path: 'cursor', message }]);
}
