import type { Tenant } from '../../core/scope.js';
import { toInstant } from '../text.js';
import { cursorMoment, type Moment, momentCursor, type Page, pageByTime } from './cursor.js';

/** Lists by time, newest first, whose pages look at so much only: a filter that little passes costs no more than any. */

/** A statement that is put together, with the values of its parameters; the first two are the tenant. */
export class Draft {
  readonly values: unknown[];

  constructor({ orgId, project }: Tenant) {
    this.values = [orgId, project];
  }

  parameter(value: unknown, type: string): string {
    return `$${this.values.push(value)}::${type}`;
  }
}

/** The columns that a list is ordered by, the first of them held to one value. */
export interface TimeOrder {
  lead?: { column: string; value: unknown; type: string } | undefined;
  at: string;
  id: string;
}

export interface TimeSpan {
  /** System time, ISO 8601: from this moment on, and before that one. */
  from?: string | undefined;
  until?: string | undefined;
  cursor?: string | undefined;
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * What a page looks at, and its order. With the time behind it, what leads bounds the page on both sides and orders it,
 * which one index only can do, whatever the planner thinks of the tables.
 */
export function spanOf(draft: Draft, { lead, at, id }: TimeOrder, { from, until, cursor }: TimeSpan) {
  const tuple = (...parts: (string | undefined)[]) => `(${parts.filter((part) => part !== undefined).join(', ')})`;
  const of = lead === undefined ? undefined : draft.parameter(lead.value, lead.type);
  // What lies before it is before `until`.
  const last = cursor === undefined ? { at: until ?? 'infinity', id: NO_ID } : cursorMoment(cursor);
  const columns = tuple(lead?.column, at, id);
  const upper = tuple(of, draft.parameter(last.at, 'timestamptz'), draft.parameter(last.id, 'uuid'));
  const lower = tuple(of, draft.parameter(from ?? '-infinity', 'timestamptz'), draft.parameter(NO_ID, 'uuid'));
  const order = [lead?.column, at, id].flatMap((column) => (column === undefined ? [] : [`${column} DESC`]));
  return { where: `${columns} < ${upper} AND ${columns} >= ${lower}`, order: order.join(', ') };
}

/** Down to the last that the page looks at, where there is one. */
export function downTo(draft: Draft, { at, id }: TimeOrder, bound: Moment | undefined): string[] {
  if (bound === undefined) return [];
  return [`(${at}, ${id}) >= (${draft.parameter(bound.at, 'timestamptz')}, ${draft.parameter(bound.id, 'uuid')})`];
}

/** A page of rows as they are read. One that ends at the bound may be short, and its cursor goes on from there. */
export function boundedPage<T extends Moment>(rows: readonly T[], limit: number, bound: Moment | undefined): Page<T> {
  const page = pageByTime(
    rows.map((row) => ({ ...row, at: toInstant(row.at) })),
    limit,
  );
  if (bound === undefined || page.nextCursor !== null) return page;
  return { ...page, nextCursor: momentCursor({ id: bound.id, at: toInstant(bound.at) }) };
}
