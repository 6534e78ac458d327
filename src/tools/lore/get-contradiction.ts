import { z } from 'zod';
import { Problem } from '../../core/errors.js';
import {
  claimSourcesOf,
  type DescribedContradiction,
  describeContradictions,
} from '../../flows/lore/contradictions.js';
import { saidBeside, timeOrAll } from '../../flows/lore/read/beside.js';
import { openQuestion } from '../../flows/lore/read/question.js';
import { getViolation } from '../../store/queries/consistency/violations.js';
import { ContradictionSchema } from '../contradiction-schemas.js';
import { defineTool } from '../define.js';
import { atTimeField, besideFields } from '../envelope-schemas.js';
import { presentContradiction } from '../present-contradiction.js';
import { idField, knownAtField, tenantShape } from '../schemas.js';

export const getContradiction = defineTool({
  name: 'get_contradiction',
  method: 'GET',
  path: '/v1/contradictions/{contradiction_id}',
  tag: 'lore',
  toolsets: ['memory', 'lore'],
  role: 'reader',
  summary: 'Read one contradiction',
  description:
    'What can not stand together and why, both sides as they are now, or were at `known_at`, and ways out as requests.',
  useWhen: 'you are about to settle a contradiction, or a claim says that it is disputed.',
  notFor: 'finding contradictions: use get_contradictions.',
  params: z.strictObject({ contradiction_id: idField.describe('Of the contradiction.') }),
  query: z.strictObject({ ...tenantShape, at_time: atTimeField, known_at: knownAtField }),
  responses: {
    200: {
      description: 'The contradiction.',
      schema: ContradictionSchema.extend(besideFields)
        .describe('What can not stand together, and why, with what has to be said with it.')
        .meta({ id: 'FoundContradiction' }),
    },
  },
  problems: ['not_found', 'invalid_date', 'ambiguous_entity'],
  run: async (context, { contradictionId, atTime, knownAt }) => {
    const { deps, tenant } = context;
    const question = await openQuestion(context, knownAt);
    const time = await timeOrAll(context, question, atTime);
    const then = knownAt ?? undefined;
    const violation = await deps.store.tenant(tenant.orgId, (db) => getViolation(db, tenant, contradictionId, then));
    const [described] =
      violation?.kind === 'contradiction' ? await describeContradictions(deps, tenant, [violation], then) : [];
    if (described === undefined) {
      throw new Problem('not_found', `There is no contradiction ${contradictionId} in this project.`);
    }
    const said = await saidBeside(context, question, { ...aboutOf(described), time });
    const isDisputed = said.isDisputed || described.violation.status === 'open';
    const shown = presentContradiction(described, tenant, atTime == null ? null : time.unit);
    return { status: 200, body: { ...said, isDisputed, ...shown } };
  },
});

function aboutOf({ violation: { about, sides }, subject, ...described }: DescribedContradiction) {
  return {
    named: subject === null || typeof subject === 'string' ? [] : [subject.id],
    relations: about === 'relation' ? sides : [],
    sources: claimSourcesOf(described),
  };
}
