import { z } from 'zod';
import { Problem } from '../../core/errors.js';
import { rulesOf, storedOf } from '../../flows/consistency/ontology.js';
import { saveRule } from '../../flows/consistency/ontology-save.js';
import { defineTool } from '../define.js';
import { curatorField } from '../lore-schemas.js';
import { reasonField, tenantShape } from '../schemas.js';
import { presentRule, RuleSchema, ruleIdField, ruleSeverityField } from './rule-schemas.js';

export const setOntologyRule = defineTool({
  name: 'set_ontology_rule',
  method: 'POST',
  path: '/v1/lore/set-ontology-rule',
  tag: 'curate',
  role: 'curator',
  summary: 'Turn a rule of the world on or off, or say how severe it is',
  description:
    'Also of a rule that comes with the program. The next full run goes by it, and closes what is open by a rule that is ' +
    'off. What is left out stays as it is. It goes on the record.',
  useWhen: 'a rule finds what is none in this world, or what it finds must not stay.',
  notFor: 'another text for a rule: use add_ontology_rule. One violation: use set_severity.',
  body: z.strictObject({
    ...tenantShape,
    id: ruleIdField,
    enabled: z.boolean().nullish().describe('Whether runs go by it.'),
    severity: ruleSeverityField.nullish(),
    reason: reasonField.describe('Why.'),
    who: curatorField,
  }),
  responses: { 200: { description: 'The rule, as it is now.', schema: RuleSchema } },
  problems: ['not_found'],
  run: async ({ deps, tenant, caller }, { id, enabled, severity, reason, who }) => {
    const rules = await deps.store.tenant(tenant.orgId, (db) => rulesOf(db, tenant));
    const rule = rules.find((one) => one.id === id);
    if (rule === undefined) throw new Problem('not_found', `There is no rule "${id}" in this project.`);
    const changed = { ...rule, enabled: enabled ?? rule.enabled, severity: severity ?? rule.severity };
    const author = { who: who ?? caller.name, keyId: caller.keyId };
    await saveRule(deps, tenant, storedOf(changed, author), 'set_ontology_rule', reason);
    return { status: 200, body: presentRule(changed) };
  },
});
