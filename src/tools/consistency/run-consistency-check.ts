import { z } from 'zod';
import { Problem } from '../../core/errors.js';
import { checkEntity } from '../../flows/consistency/entity.js';
import { askForRun } from '../../flows/consistency/queue.js';
import { requireEntity } from '../../flows/lore/resolve.js';
import { defineTool } from '../define.js';
import { entityField } from '../lore-schemas.js';
import { tenantShape } from '../schemas.js';
import { presentRun, RunSchema } from './run-schemas.js';

export const runConsistencyCheck = defineTool({
  name: 'run_consistency_check',
  method: 'POST',
  path: '/v1/lore/run-consistency-check',
  tag: 'lore',
  role: 'writer',
  summary: 'Look for what contradicts, of an entity now or of everything in turn',
  description:
    '`entity`: all that is told of it is compared at once, and the run is the answer. `era` and `full` are queued: one run ' +
    'at a time in a project, at most ten an hour; the same that waits already is that one. latest_run tells how far a run ' +
    'is. What is found is opened, what is over is closed, and what was dismissed stays so.',
  useWhen: 'you suspect a contradiction, or want to be sure of what you are about to say.',
  notFor: 'what a write would contradict: use check. What was found already: use get_contradictions.',
  body: z.strictObject({
    ...tenantShape,
    scope: z.enum(['entity', 'era', 'full']).describe('What to look at.'),
    entity: entityField
      .nullish()
      .describe('Id or name of the entity, or of the era; required unless the scope is full.'),
  }),
  responses: {
    200: {
      description: 'The entity was checked.',
      schema: z
        .object({ result: z.literal('finished').describe('It is done.'), run: RunSchema })
        .describe('A run that is done.')
        .meta({ id: 'FinishedCheck' }),
    },
    202: {
      description: 'The run waits for its turn.',
      schema: z
        .object({
          result: z.enum(['queued', 'already_queued']).describe('`already_queued`: somebody else asked for the same.'),
          run: RunSchema,
        })
        .describe('A run that waits.')
        .meta({ id: 'QueuedCheck' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity'],
  run: async ({ deps, tenant, caller }, { scope, entity: name }) => {
    if (scope === 'full') {
      const { run, isNew } = await askForRun(deps, tenant, caller, { scope, scopeId: null });
      return { status: 202, body: { result: isNew ? 'queued' : 'already_queued', run: presentRun(run) } };
    }
    if (name == null) {
      const errors = [{ path: 'entity', message: `is required where the scope is ${scope}` }];
      throw new Problem('invalid_request', 'It is not said what to look at.', errors);
    }
    const entity = await requireEntity(deps, tenant, { path: 'entity', name });
    if (scope === 'entity') {
      const run = await checkEntity(deps, tenant, caller, entity.id);
      return { status: 200, body: { result: 'finished', run: presentRun(run) } };
    }
    if (entity.type !== 'Era') {
      const errors = [{ path: 'entity', message: `is of type ${entity.type}, and must be an Era` }];
      throw new Problem('invalid_request', 'It is no era.', errors);
    }
    const { run, isNew } = await askForRun(deps, tenant, caller, { scope, scopeId: entity.id });
    return { status: 202, body: { result: isNew ? 'queued' : 'already_queued', run: presentRun(run) } };
  },
});
