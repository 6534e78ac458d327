import { type UnmetRule, unmetRules } from '../../lore/contract-review.js';
import type { Page } from '../../store/queries/cursor.js';
import { CALLS_MAX, listCalls, type RecordedCall, type SessionKey } from '../../store/queries/lore/sessions.js';
import type { Deps } from '../deps.js';

/** A page of the calls of a session, and the rules of the contract that all of them together do not meet. */
export interface SessionReview extends Page<RecordedCall> {
  unmet: UnmetRule[];
}

/** @param session whose caller is null for those of every API key */
export async function sessionReview(
  { store }: Pick<Deps, 'store'>,
  session: Omit<SessionKey, 'caller'> & { caller: string | null },
  page: { limit: number; cursor: string | undefined },
): Promise<SessionReview> {
  return store.tenant(session.tenant.orgId, async (db) => {
    const calls = await listCalls(db, session, page);
    const isAll = page.cursor === undefined && calls.nextCursor === null;
    const all = isAll ? calls : await listCalls(db, session, { limit: CALLS_MAX, cursor: undefined });
    return { ...calls, unmet: unmetRules(all.items) };
  });
}
