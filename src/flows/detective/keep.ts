import type { FindingKind } from '../../core/finding.js';
import type { Tenant } from '../../core/scope.js';
import type { StoryClaim } from '../../core/story-claim.js';
import { pairKey } from '../../core/violation.js';
import {
  contradictionBetween,
  type Finding,
  type FindingDetail,
  findingsAbout,
  type NewFinding,
  raiseFinding,
  widenFinding,
} from '../../store/queries/detective/findings.js';
import type { Db } from '../../store/store.js';
import type { Deps } from '../deps.js';

/** A finding that is to be raised, unless it was before. */
export interface Draft {
  kind: FindingKind;
  /** In the order of the story. */
  claims: readonly StoryClaim[];
  /** A number for each of the claims: those that say the same have the same. Null where that is not known. */
  values: readonly number[] | null;
  question: string;
  detail: FindingDetail;
  reader: string;
}

const PAIR = 2;

/** Raises what was not raised before; answers what is new. */
export async function keep({ store, ids }: Deps, tenant: Tenant, drafts: readonly Draft[]): Promise<Finding[]> {
  const raised: Finding[] = [];
  for (const { claims, values, ...draft } of drafts) {
    const one = { ...draft, id: ids.next(), claimIds: claims.map(({ id }) => id), contradictionId: null };
    const made = await store.tenant(tenant.orgId, (db) => keepOne(db, tenant, one, values));
    if (made !== null) raised.push(made);
  }
  return raised;
}

/**
 * What says no more than an earlier finding is left out. One that holds an earlier one and more joins it: what was
 * dismissed stays so unless something else is said since, and what was answered may become a question again.
 */
async function keepOne(db: Db, tenant: Tenant, one: NewFinding, values: Draft['values']): Promise<Finding | null> {
  const known = await findingsAbout(db, tenant, one.claimIds, ['open', 'linked', 'answered', 'dismissed']);
  if (known.some(({ claimIds }) => isWithin(one.claimIds, claimIds))) return null;
  const held = known.filter(({ claimIds }) => isWithin(claimIds, one.claimIds));
  const earlier =
    held.find(({ status, claimIds }) => status === 'dismissed' && !hasNews(one.claimIds, values, claimIds)) ??
    held.find(({ status }) => status === 'open');
  if (earlier !== undefined) {
    await widenFinding(db, tenant, earlier.id, one);
    return null;
  }
  const isPair = one.claimIds.length === PAIR;
  const contradictionId = isPair ? await contradictionBetween(db, tenant, pairKey(...one.claimIds)) : null;
  return raiseFinding(db, tenant, { ...one, contradictionId });
}

/** Whether some of the claims say what none of those does that were known. */
function hasNews(ids: readonly string[], values: Draft['values'], known: readonly string[]): boolean {
  if (values === null) return false;
  const told = new Set(values.filter((_, place) => known.includes(ids[place] ?? '')));
  return values.some((value) => !told.has(value));
}

function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  return part.every((id) => whole.includes(id));
}
