import { z } from 'zod';
import { Problem } from '../../core/errors.js';
import { freshness, ratesOf, ruleRunsOf } from '../../flows/consistency/freshness.js';
import { saidBeside } from '../../flows/lore/read/beside.js';
import { openQuestion } from '../../flows/lore/read/question.js';
import { getRun } from '../../store/queries/consistency/runs.js';
import { defineTool } from '../define.js';
import { besideFields } from '../envelope-schemas.js';
import { idField, tenantShape } from '../schemas.js';
import { RuleRunSchema } from './rule-schemas.js';
import { presentRun, RunSchema } from './run-schemas.js';

const count = z.number().int();

export const latestRun = defineTool({
  name: 'latest_run',
  method: 'GET',
  path: '/v1/lore/latest-run',
  tag: 'lore',
  role: 'reader',
  summary: 'Say how fresh the consistency of a project is',
  description:
    'The last run that finished, the last one that looked at everything and its age, those that run or wait with their ' +
    'progress, and what is open. `stale`: nothing has looked at everything within 24 hours.',
  useWhen: 'you are about to answer about the world, or wait for a run that you asked for.',
  notFor: 'starting one: use run_consistency_check.',
  query: z.strictObject({
    ...tenantShape,
    rates: z.enum(['true', 'false']).nullish().describe('true: count the violations of each rule too.'),
    rules: z.enum(['true', 'false']).nullish().describe('true: what each rule of the world came to in `run` too.'),
    run_id: idField.nullish().describe('This run as `run`, whether it has ended or not.'),
  }),
  responses: {
    200: {
      description: 'The runs, and what is open.',
      schema: z
        .object({
          ...besideFields,
          run: RunSchema.nullable().describe('The last that finished, or the one asked for; null: none yet.'),
          last_full: RunSchema.nullable().describe('The last that looked at everything; null: none yet.'),
          age_seconds: count.nullable().describe('Of the last that looked at everything; null: none did.'),
          stale: z.boolean().describe('Nothing has looked at everything within 24 hours.'),
          waiting: z.array(RunSchema).describe('Those that run or wait, the one that runs first.'),
          open: z
            .object({
              contradictions: count.describe('Between claims, or between relations.'),
              anachronisms: count.describe('Acts of what does not exist then.'),
              ontology_violations: count.describe('Of the rules that users write.'),
              orphans: count.describe('Entities of which something is unknown.'),
            })
            .describe('What is open, each up to 10000.'),
          rates: z
            .array(
              z.object({
                rule_id: z.string().describe('The rule.'),
                open: count.describe('Violations of it that are open.'),
                per_thousand: z.number().describe('The same for each 1000 relations that are believed.'),
              }),
            )
            .optional()
            .describe('Of each rule that anything open breaks; present where it was asked for.'),
          rules: z
            .array(RuleRunSchema)
            .optional()
            .describe(
              'Of each rule of the world whose last full run was `run`, by id; present where it was asked for.',
            ),
        })
        .describe('How fresh the record is.')
        .meta({ id: 'Freshness' }),
    },
  },
  problems: ['not_found'],
  run: async (context, { runId, rates, rules }) => {
    const { deps, tenant } = context;
    const { latest, full, ageS, waiting, isStale, open } = await freshness(deps, tenant);
    const asked = runId == null ? latest : await deps.store.tenant(tenant.orgId, (db) => getRun(db, tenant, runId));
    if (runId != null && asked === null) throw new Problem('not_found', `There is no run ${runId} in this project.`);
    const said = await saidBeside(context, await openQuestion(context, null), {});
    const body = {
      ...{ ...said, run: asked && presentRun(asked), lastFull: full && presentRun(full) },
      ...{ ageSeconds: ageS === null ? null : Math.round(ageS), stale: isStale, waiting: waiting.map(presentRun) },
      open: {
        ...{ contradictions: open.contradiction, anachronisms: open.anachronism },
        ...{ ontologyViolations: open.ontology_violation, orphans: open.orphan },
      },
      ...(rates === 'true' && { rates: await ratesOf(deps, tenant) }),
      ...(rules === 'true' && { rules: await ruleRunsOf(deps, tenant, asked?.id) }),
    };
    return { status: 200, body };
  },
});
