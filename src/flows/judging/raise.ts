import type { Claim } from '../../core/claim.js';
import { Problem } from '../../core/errors.js';
import type { JudgeIdentity, JudgeVerdict } from '../../core/judge.js';
import type { Tenant } from '../../core/scope.js';
import { openContradictions } from '../../store/queries/consistency/contradictions.js';
import { suspect } from '../consistency/suspect.js';
import type { Deps } from '../deps.js';
import type { Judging } from './judging.js';

/** What is kept of the judge beside a contradiction that it raised. */
export type RaisedBy = JudgeIdentity & Pick<JudgeVerdict, 'certainty' | 'quotes'> & { key: string };

/** Two claims that a judge takes to contradict each other, and what that counts as. */
interface Raised {
  stored: Claim;
  incoming: Claim;
  key: string;
  said: JudgeVerdict;
  evidence: 'warn' | 'block';
}

/**
 * Opens the contradiction: suspected, so that nobody is disputed before a curator has looked at it; a judge whose card lets
 * it speak as the guard disputes both. A pair that is on record stays what it is, so that doing it twice does no more.
 */
export async function raise(deps: Deps, { judge }: Judging, tenant: Tenant, raised: Raised): Promise<void> {
  const { stored, incoming, key, said, evidence } = raised;
  const { certainty, quotes } = said;
  const by: RaisedBy = { ...judge.identity, key, certainty, quotes };
  const detail = { code: 'judge_contradiction', judge: by };
  if (evidence === 'block') {
    const full = { ...detail, stage: 'judge', reason: said.why };
    const dispute = { id: stored.id, systemFrom: stored.systemFrom, violationId: deps.ids.next(), detail: full };
    const input = { tenant, claim: { id: incoming.id, systemFrom: incoming.systemFrom }, disputes: [dispute] };
    await deps.store.tenant(tenant.orgId, (db) => openContradictions(db, input));
    return;
  }
  const author = { who: nameOf(judge.identity), keyId: null };
  const sides = [stored.id, incoming.id] as const;
  const suspicion = { about: 'claim', sides, stage: 'judge', reason: said.why, author, detail } as const;
  await suspect(deps, tenant, suspicion).catch((error: unknown) => {
    // One of the two was taken back meanwhile: there is nothing to contradict.
    if (!(error instanceof Problem && error.code === 'not_found')) throw error;
  });
}

/** As it stands beside the names of people. */
export function nameOf({ kind, model }: JudgeIdentity): string {
  return `${kind}:${model}`;
}
