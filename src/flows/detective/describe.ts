import type { ClaimStatus } from '../../core/claim.js';
import type { Scope, Tenant } from '../../core/scope.js';
import type { Finding } from '../../store/queries/detective/findings.js';
import { getStoryClaims } from '../../store/queries/detective/story-claims.js';
import type { Deps } from '../deps.js';

/** A claim of a finding, as it stands now. */
export interface EvidenceClaim {
  id: string;
  statement: string;
  who: string;
  /** ISO 8601. */
  saidAt: string;
  scope: Scope;
  status: ClaimStatus;
}

/** A finding with its claims in the order of the story; one that was erased is left out. */
export interface DescribedFinding extends Finding {
  evidence: EvidenceClaim[];
}

export async function describeFindings(
  { store }: Pick<Deps, 'store'>,
  tenant: Tenant,
  findings: readonly Finding[],
): Promise<DescribedFinding[]> {
  const ids = [...new Set(findings.flatMap(({ claimIds }) => claimIds))];
  const claims = await store.tenant(tenant.orgId, (db) => getStoryClaims(db, tenant, ids));
  const byId = new Map(
    claims.map(({ id, statement, who, saidAt, scope, status }) => {
      return [id, { id, statement, who, saidAt: new Date(saidAt).toISOString(), scope, status }];
    }),
  );
  return findings.map((finding) => ({
    ...finding,
    evidence: finding.claimIds.flatMap((id) => byId.get(id) ?? []),
  }));
}
