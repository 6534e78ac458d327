import { Problem } from '../../core/errors.js';
import type { Tenant } from '../../core/scope.js';
import type { ViolationKind } from '../../core/violation.js';
import { listViolations } from '../../store/queries/consistency/violation-list.js';
import { idsOfEntity } from '../../store/queries/lore/entities.js';
import type { Author } from '../../store/queries/lore/put-entities.js';
import type { Deps } from '../deps.js';
import { settle } from '../lore/settle.js';

export interface DismissRequest {
  tenant: Tenant;
  reason: string;
  author: Author;
  filter: {
    kind: ViolationKind;
    ruleId: string | undefined;
    entity: { id: string; name: string } | null;
    limit: number;
  };
}

/** Dismisses the open violations that pass a filter, one after the other. One that somebody else settles meanwhile ends none of the others. */
export async function dismissAll(
  deps: Deps,
  { tenant, reason, author, filter }: DismissRequest,
): Promise<{ dismissed: string[]; failed: string[]; hasMore: boolean }> {
  const { kind, ruleId, entity, limit } = filter;
  const page = await deps.store.tenant(tenant.orgId, async (db) => {
    const subject = entity && { ids: await idsOfEntity(db, tenant, entity.id), text: entity.name };
    return listViolations(db, tenant, { kind, ruleId, subject: subject ?? undefined, status: 'open', limit });
  });
  const [dismissed, failed]: [string[], string[]] = [[], []];
  for (const { id } of page.items) {
    const request = { tenant, violationId: id, settlement: 'dismiss', kept: [], reason, author, kinds: 'any' } as const;
    try {
      await settle(deps, request);
      dismissed.push(id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      failed.push(id);
    }
  }
  return { dismissed, failed, hasMore: page.nextCursor !== null };
}
