import type { FindingKind } from '../../core/finding.js';
import type { Tenant } from '../../core/scope.js';
import type { StoryClaim } from '../../detective/story.js';
import { type Finding, raiseFinding } from '../../store/queries/findings.js';
import type { Deps } from '../deps.js';

/** A finding that is to be raised, unless it was before. */
export interface Draft {
  kind: FindingKind;
  /** In the order of the story. */
  claims: readonly StoryClaim[];
  question: string;
  /** The claim that the question is about; null: it says so itself. */
  asked: string | null;
  reader: string;
}

/** Raises what was not raised before; answers what is new. */
export async function keep({ store, ids }: Deps, tenant: Tenant, drafts: readonly Draft[]): Promise<Finding[]> {
  const raised: Finding[] = [];
  for (const { kind, claims, question, asked, reader } of drafts) {
    const claimIds = claims.map(({ id }) => id);
    const one = { id: ids.next(), kind, claimIds, question, detail: { asked }, reader, contradictionId: null };
    const made = await store.tenant(tenant.orgId, (db) => raiseFinding(db, tenant, one));
    if (made !== null) raised.push(made);
  }
  return raised;
}
