import { askedViolations, type ViolationsAsked } from '../../flows/consistency/violation-list.js';
import type { Violation } from '../../store/queries/violations.js';
import type { ToolContext } from '../define.js';
import { PAGE_DEFAULT } from '../schemas.js';
import { flagDelivered } from './violation-schemas.js';

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
