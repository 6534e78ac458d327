import { z } from 'zod';
import { SEVERITIES } from '../../core/violation.js';
import type { OntologyRule } from '../../flows/consistency/ontology.js';
import { Timestamp } from '../time-schemas.js';

export const ruleIdField = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,79}$/, 'must be lower-case letters, digits and hyphens, at most 80')
  .describe('Id of the rule: lower-case letters, digits and hyphens.');

export const ruleSeverityField = z.enum(SEVERITIES).describe('What its violations are: `warn`, or `error`.');

const ParameterSchema = z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]);
export const parametersField = z
  .record(
    z.string().regex(/^\w{1,40}$/, 'must be a name of at most 40 letters, digits and underscores'),
    ParameterSchema,
  )
  .describe('Values of the parameters that the rule names with $.');

const ran = {
  run_id: z.string().describe('The run.'),
  at: Timestamp.describe('When it ended.'),
  duration_ms: z.number().describe('How long it took.'),
  found: z.number().int().describe('Violations that no other record says; the others carry the id of the rule.'),
  is_cut: z.boolean().describe('Whether there was more than is looked at.'),
  error: z.string().nullable().describe('Why it could not be run; null: it was.'),
};

export const RuleRunSchema = z
  .object({ rule_id: z.string().describe('The rule.'), ...ran })
  .describe('What a rule came to in a run.')
  .meta({ id: 'OntologyRuleRun' });

export const RuleSchema = z
  .object({
    id: z.string().describe('Of the rule.'),
    cypher: z.string().describe('Its text.'),
    description: z.string().describe('What it demands, in words.'),
    parameters: parametersField,
    severity: ruleSeverityField,
    enabled: z.boolean().describe('Whether runs go by it.'),
    is_starter: z.boolean().describe('Whether it comes with the program.'),
    restates: z
      .string()
      .nullable()
      .describe(
        'The built-in rule that says the same and knows more, such as deaths that end a reign. While it is on and this one ' +
          'has severity `warn`, what this one finds beyond it is none; null: none says it.',
      ),
    last_run: z.object(ran).nullable().describe('What it came to when it was last run; null: it never was.'),
  })
  .describe('A rule that somebody wrote.')
  .meta({ id: 'OntologyRule' });

export function presentRule({ lastRun, ...rule }: OntologyRule) {
  const { ruleId: _, ...ran } = lastRun ?? { ruleId: '' };
  return { ...rule, lastRun: lastRun === null ? null : ran };
}
