import { Problem } from '../../core/errors.js';
import type { Tenant } from '../../core/scope.js';
import { getClaims } from '../../store/queries/claims/claims.js';
import { idOfPair, insertSuspicion, type NewSuspicion } from '../../store/queries/consistency/suspect.js';
import { getViolation, type Violation } from '../../store/queries/consistency/violations.js';
import type { Author } from '../../store/queries/lore/put-entities.js';
import { getRelations } from '../../store/queries/lore/relations.js';
import type { Db } from '../../store/store.js';
import type { Deps } from '../deps.js';

/** Who suspects: a judge, whoever reports it, or a job that reads again what was stored. */
export const SUSPECTING_STAGES = ['judge', 'reported', 'reread'] as const;
export type SuspectingStage = (typeof SUSPECTING_STAGES)[number];

/** Two claims, or two relations, that somebody takes to contradict each other. */
export interface Suspicion {
  about: NewSuspicion['about'];
  sides: readonly [string, string];
  stage: SuspectingStage;
  /** Why, in words. */
  reason: string;
  author: Author;
  runId?: string | null;
  /** What else is kept of it. */
  detail?: Readonly<Record<string, unknown>>;
}

/**
 * Opens a contradiction that is only suspected: it is listed, and nobody is disputed by it until a curator confirms it.
 * What is on record for the pair already stays what it is, so that nothing that was dismissed comes back.
 * @throws Problem `invalid_request` for one side twice, `not_found` for a side that does not stand
 */
export async function suspect(
  deps: Pick<Deps, 'store' | 'ids'>,
  tenant: Tenant,
  { about, sides, stage, reason, author, runId = null, detail: more = {} }: Suspicion,
): Promise<{ violation: Violation; isNew: boolean }> {
  if (sides[0] === sides[1]) throw new Problem('invalid_request', 'Nothing contradicts itself.');
  const [id, actionId] = [deps.ids.next(), deps.ids.next()];
  const action = {
    id: actionId,
    action: 'suspect_contradiction',
    nodeId: id,
    reason,
    detail: { stage, sides },
    ...author,
  };
  return deps.store.tenant(tenant.orgId, async (db) => {
    await requireStanding(db, tenant, about, sides);
    const detail = { ...more, stage, reason, who: author.who };
    const made = await insertSuspicion(db, tenant, { id, kind: 'contradiction', about, sides, runId, detail }, action);
    const known = made ?? (await idOfPair(db, tenant, 'contradiction', sides));
    const violation = known === null ? null : await getViolation(db, tenant, known);
    if (violation === null) throw new Problem('unavailable', 'The pair was erased meanwhile; ask again.');
    return { violation, isNew: made !== null };
  });
}

async function requireStanding(
  db: Db,
  tenant: Tenant,
  about: Suspicion['about'],
  sides: readonly string[],
): Promise<void> {
  const found = about === 'claim' ? await getClaims(db, tenant, sides) : await getRelations(db, tenant, sides);
  const standing = new Set(found.filter(({ status }) => status === 'active').map(({ id }) => id));
  const missing = sides.find((id) => !standing.has(id));
  if (missing !== undefined)
    throw new Problem('not_found', `There is no ${about} ${missing} that stands in this project.`);
}
