import { z } from 'zod';
import { STARTER_RULES } from '../../consistency/starter-rules/index.js';
import { Problem } from '../../core/errors.js';
import { RULE_LIMITS } from '../../core/ontology.js';
import { requirePlan, storedOf, surfaceOf, tryRule } from '../../flows/consistency/ontology.js';
import { saveRule } from '../../flows/consistency/ontology-save.js';
import { requireKnownTypes, unknownTypes } from '../../flows/consistency/rule-names.js';
import { defineTool } from '../define.js';
import { curatorField } from '../lore-schemas.js';
import { tenantShape } from '../schemas.js';
import { parametersField, presentRule, RuleSchema, ruleIdField, ruleSeverityField } from './rule-schemas.js';

const TrialSchema = z
  .object({
    would_raise: z.number().int().describe('Violations that it would raise now, counted up to 2000.'),
    is_cut: z.boolean().describe('Whether there are more.'),
    cost: z.number().describe('What the planner of the database says that it costs, in its own unit.'),
    duration_ms: z.number().describe('How long it took.'),
    sql: z.string().describe('The statement that it is compiled to; what the rule says are its parameters.'),
    unknown: z
      .array(z.string())
      .describe(
        'Types of entities and relations that it names and the project does not have: without `dry_run` it is refused.',
      ),
  })
  .describe('What a rule comes to now.')
  .meta({ id: 'RuleTrial' });

export const addOntologyRule = defineTool({
  name: 'add_ontology_rule',
  method: 'POST',
  path: '/v1/lore/add-ontology-rule',
  tag: 'curate',
  role: 'curator',
  summary: 'Add a rule of the world',
  description:
    'In a part of Cypher that only reads: MATCH and OPTIONAL MATCH over entities and relations, WHERE, WITH, count, RETURN, ' +
    'LIMIT, time_windows_overlap and time_in_window. Each row that it returns is a violation. It is tried at once, and ' +
    'the answer says what it costs and how much it would raise; runs go by it from then on. Again for an id replaces the ' +
    'rule. With `dry_run` nothing is stored.',
  useWhen: 'the world has a law of its own that the built-in rules do not know.',
  notFor: 'turning a rule off or making it an error: use set_ontology_rule.',
  body: z.strictObject({
    ...tenantShape,
    id: ruleIdField,
    cypher: z.string().min(1).max(RULE_LIMITS.characters).describe('The rule.'),
    description: z.string().trim().min(1).max(500).describe('What it demands, in words.'),
    severity: ruleSeverityField.nullish().describe('What its violations are; default: `warn`.'),
    parameters: parametersField.nullish(),
    dry_run: z.boolean().nullish().describe('Only try it; default: false.'),
    who: curatorField,
  }),
  responses: {
    200: {
      description: 'The rule, and what it comes to now.',
      schema: z
        .object({
          result: z.enum(['stored', 'updated', 'tried']).describe('What became of it.'),
          rule: RuleSchema,
          trial: TrialSchema,
        })
        .describe('A rule that was tried.')
        .meta({ id: 'AddedRule' }),
    },
  },
  problems: [],
  run: async ({ deps, tenant, caller }, { id, cypher, description, severity, parameters, dryRun, who }) => {
    if (STARTER_RULES.some((rule) => rule.id === id)) {
      const errors = [{ path: 'id', message: 'is that of a rule that comes with the program' }];
      throw new Problem('invalid_request', 'The rule can not be replaced; turn it off, and take another id.', errors);
    }
    const given = { id, cypher, description, severity: severity ?? 'warn', parameters: parameters ?? {} } as const;
    const rule = { ...given, enabled: true, isStarter: false, restates: null, lastRun: null };
    const surface = await surfaceOf(deps, tenant);
    const plan = requirePlan(surface, rule);
    if (dryRun !== true) requireKnownTypes(unknownTypes(plan, surface.world));
    const trial = await tryRule(deps, surface, plan);
    if (dryRun === true) return { status: 200, body: { result: 'tried', rule: presentRule(rule), trial } };
    const stored = storedOf(rule, { who: who ?? caller.name, keyId: caller.keyId });
    const isNew = await saveRule(deps, tenant, stored, 'add_ontology_rule', description);
    return { status: 200, body: { result: isNew ? 'stored' : 'updated', rule: presentRule(rule), trial } };
  },
});
