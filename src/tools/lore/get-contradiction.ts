import { z } from 'zod';
import { Problem } from '../../core/errors.js';
import { describeContradictions } from '../../flows/lore/contradictions.js';
import { timeAsked } from '../../flows/window.js';
import { getViolation } from '../../store/queries/violations.js';
import { ContradictionSchema } from '../contradiction-schemas.js';
import { defineTool } from '../define.js';
import { presentContradiction } from '../present-contradiction.js';
import { atTimeField, idField, knownAtField, tenantShape } from '../schemas.js';

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
  responses: { 200: { description: 'The contradiction.', schema: ContradictionSchema } },
  problems: ['not_found', 'invalid_date'],
  run: async ({ deps, tenant }, { contradictionId, atTime, knownAt }) => {
    const { unit } = await timeAsked(deps, tenant, atTime);
    const then = knownAt ?? undefined;
    const violation = await deps.store.tenant(tenant.orgId, (db) => getViolation(db, tenant, contradictionId, then));
    const [described] =
      violation?.kind === 'contradiction' ? await describeContradictions(deps, tenant, [violation], then) : [];
    if (described === undefined) {
      throw new Problem('not_found', `There is no contradiction ${contradictionId} in this project.`);
    }
    return { status: 200, body: presentContradiction(described, tenant, unit) };
  },
});
