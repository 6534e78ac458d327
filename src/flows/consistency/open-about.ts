import { ORPHAN_TEXTS, type OrphanReason } from '../../consistency/orphan-rules.js';
import type { Tenant } from '../../core/scope.js';
import type { ViolationKind } from '../../core/violation.js';
import { listViolations } from '../../store/queries/consistency/violation-list.js';
import type { Violation } from '../../store/queries/consistency/violations.js';
import { idsOfEntity } from '../../store/queries/lore/entities.js';
import type { Deps } from '../deps.js';
import { describeContradictions } from '../lore/contradictions.js';
import { describeAnachronisms } from './anachronisms.js';

/** Something that is open about an entity, in words. */
export interface OpenAbout {
  violation: Violation;
  sentence: string;
}

/**
 * What is open about an entity, oldest first, of each kind at most so much.
 * @param knownAt ISO 8601: what was open then; null is now
 */
export async function openAbout(
  deps: Deps,
  tenant: Tenant,
  { entity, name }: { entity: string; name: string },
  { kinds, knownAt, limit }: { kinds: readonly ViolationKind[]; knownAt: string | null; limit: number },
): Promise<OpenAbout[]> {
  const found = await deps.store.tenant(tenant.orgId, async (db) => {
    const subject = { ids: await idsOfEntity(db, tenant, entity), text: name };
    const filter = { subject, status: 'open' as const, limit, ...(knownAt === null ? {} : { knownAt }) };
    const pages = await Promise.all(kinds.map((kind) => listViolations(db, tenant, { ...filter, kind })));
    return pages.flatMap(({ items }) => items);
  });
  const of = (...wanted: ViolationKind[]) => found.filter(({ kind }) => wanted.includes(kind));
  const acts = await describeAnachronisms(deps, tenant, of('anachronism'));
  const clashes = await describeContradictions(
    deps,
    tenant,
    of('contradiction', 'ontology_violation'),
    knownAt ?? undefined,
  );
  return [
    ...clashes.map(({ violation, sentence, sides }) => {
      return { violation, sentence: sentence ?? sides.map(({ text }) => text).join('; ') };
    }),
    ...acts.map(({ violation, sentence }) => ({ violation, sentence })),
    ...of('orphan').map((violation) => ({ violation, sentence: ORPHAN_TEXTS[violation.ruleId as OrphanReason] })),
  ];
}
