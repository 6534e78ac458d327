import { z } from 'zod';
import { askedViolations, type ViolationsAsked } from '../../flows/consistency/violation-list.js';
import type { Violation } from '../../store/queries/violations.js';
import type { ToolContext } from '../define.js';
import { knownAtField, nextCursorField, PAGE_DEFAULT, pageShape } from '../schemas.js';
import { flagDelivered, openTotal, severityField, statusField } from './violation-schemas.js';

/** What lists of violations are asked for besides what they are of. */
export const violationPageShape = {
  severity: severityField,
  status: statusField,
  known_at: knownAtField,
  ...pageShape,
};

/** A page of violations of one kind, under an id of its own in the API document. */
export function violationPageSchema<Item extends z.ZodType>(item: Item, id: string) {
  return z
    .object({
      items: z.array(item).describe('Oldest first.'),
      next_cursor: nextCursorField,
      open_total: openTotal,
    })
    .describe('One page.')
    .meta({ id });
}

type Asked = Omit<ViolationsAsked, 'limit'> & { limit?: number | null | undefined };

/**
 * A page of the violations of one kind, and how many of it are open. What it delivers is flagged, after the answer; what
 * is asked for as it was known then is not.
 * @param present what the answer says of each of them
 * @throws Problem `ambiguous_entity`
 */
export async function violationPage<T>(
  { deps, tenant, report }: Pick<ToolContext, 'deps' | 'tenant' | 'report'>,
  asked: Asked,
  present: (violations: readonly Violation[]) => Promise<T[]>,
): Promise<{ items: T[]; nextCursor: string | null; openTotal: number }> {
  const limit = asked.limit ?? PAGE_DEFAULT;
  const { page, openTotal } = await askedViolations(deps, tenant, { ...asked, limit });
  const items = await present(page.items);
  if (asked.knownAt == null) flagDelivered(deps, tenant, page.items, report);
  return { items, nextCursor: page.nextCursor, openTotal };
}
