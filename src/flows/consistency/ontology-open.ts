import type { Tenant } from '../../core/scope.js';
import { foldInto, openOntologyViolations } from '../../store/queries/consistency/ontology-violations.js';
import type { Deps } from '../deps.js';
import type { OntologyRule } from './ontology.js';
import type { RuleFind } from './ontology-finds.js';

/**
 * Opens what nothing else says already.
 * @param isWhole whether that is all that the rule finds in the project: what it found before and is not among it is over
 * @param isSaidElsewhere whether what nothing else says is none
 * @returns what stands by this rule alone, and the ids of what was opened
 */
export async function openFinds(
  { store, ids }: Pick<Deps, 'store' | 'ids'>,
  tenant: Tenant,
  { id: ruleId, severity }: Pick<OntologyRule, 'id' | 'severity'>,
  finds: readonly RuleFind[],
  { runId, isWhole, isSaidElsewhere = false }: { runId: string; isWhole: boolean; isSaidElsewhere?: boolean },
): Promise<{ own: RuleFind[]; opened: string[] }> {
  return store.tenant(tenant.orgId, async (db) => {
    const sides = finds.map(({ about, sides: all }) => (about === 'relation' ? all : []));
    const said = await foldInto(db, tenant, { ruleId, isWhole }, sides);
    const own = isSaidElsewhere ? [] : finds.filter((_, n) => !said.has(n));
    const rows = own.map(({ row, entities: _names, ...find }) => {
      return { ...find, id: ids.next(), ruleId, severity, detail: { code: 'ontology_rule', row } };
    });
    return { own, opened: await openOntologyViolations(db, tenant, rows, runId) };
  });
}
