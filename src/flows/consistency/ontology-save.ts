import { Problem } from '../../core/errors.js';
import type { Tenant } from '../../core/scope.js';
import {
  listStoredRules,
  putRule,
  STORED_RULES_MAX,
  type StoredRule,
} from '../../store/queries/consistency/ontology-rules.js';
import { recordAction } from '../../store/queries/projects/actions.js';
import type { Deps } from '../deps.js';

/**
 * Stores a rule, or what is now said of one, and puts that on the record; answers whether it is new.
 * @throws Problem `invalid_request` where the project has as many as it may
 */
export async function saveRule(
  { store, ids, contexts }: Deps,
  tenant: Tenant,
  rule: StoredRule,
  action: 'add_ontology_rule' | 'set_ontology_rule',
  reason: string | null,
): Promise<boolean> {
  const isNew = await store.transaction(tenant.orgId, async (db) => {
    const known = await listStoredRules(db, tenant);
    const isNew = !known.some(({ id }) => id === rule.id);
    if (isNew && known.length >= STORED_RULES_MAX) {
      const errors = [
        { path: 'id', message: `is one more than the ${STORED_RULES_MAX} rules that a project may have` },
      ];
      throw new Problem('invalid_request', 'The project has as many rules as it may.', errors);
    }
    await putRule(db, tenant, rule);
    const { id, severity, enabled, who, keyId } = rule;
    const detail = { rule_id: id, severity, enabled };
    await recordAction(db, tenant, { id: ids.next(), action, nodeId: null, reason, detail, who, keyId });
    return isNew;
  });
  contexts.forget(tenant);
  return isNew;
}
