import { isStale } from '../../core/consistency.js';
import type { Tenant } from '../../core/scope.js';
import { staleSentence } from '../../lore/caveats.js';
import { readProjectState } from '../../store/queries/violations.js';
import type { Deps } from '../deps.js';

/** Why an answer about a world is to be taken with care. */
export interface Caveat {
  code: 'stale_run' | 'many_violations';
  sentence: string;
  /** Seconds since everything was looked at; null: nothing ever did. */
  ageSeconds: number | null;
  /** How many violations are open that no curator acknowledged, orphans not counted. */
  open: number;
}

/** What holds for every answer about the world of a project. */
export async function projectCaveats(
  { store, contexts }: Pick<Deps, 'store' | 'contexts'>,
  tenant: Tenant,
): Promise<Caveat[]> {
  const { manyViolations } = (await contexts.of(tenant)).consistency;
  const { ageS, openNew: open } = await store.tenant(tenant.orgId, (db) => readProjectState(db, tenant));
  const told = { ageSeconds: ageS === null ? null : Math.round(ageS), open };
  const many = `${open} violations are open that no curator acknowledged.`;
  return [
    ...(isStale(ageS) ? [{ code: 'stale_run' as const, sentence: `${staleSentence(ageS)} ${many}`, ...told }] : []),
    ...(open >= manyViolations ? [{ code: 'many_violations' as const, sentence: many, ...told }] : []),
  ];
}
