import { z } from 'zod';
import { Problem } from '../../core/errors.js';
import { amendViolation } from '../../store/queries/consistency/amend-violations.js';
import { defineTool } from '../define.js';
import { curatorField } from '../lore-schemas.js';
import { idField, reasonField, tenantShape } from '../schemas.js';
import { AmendedViolation, presentAmended } from './violation-schemas.js';

export const acknowledgeViolation = defineTool({
  name: 'acknowledge_violation',
  method: 'POST',
  path: '/v1/lore/acknowledge-violation',
  tag: 'curate',
  role: 'curator',
  summary: 'Say that a violation is known and stays open',
  description:
    'It stays open, and its sides disputed; it no longer counts for the caveat `many_violations`. It goes on the record.',
  useWhen: 'a contradiction is meant to be there for now: sources of the world disagree on purpose.',
  notFor: 'what is no violation at all: use resolve_violation with `dismiss`.',
  body: z.strictObject({
    ...tenantShape,
    id: idField.describe('The violation.'),
    reason: reasonField.describe('Why it stays.'),
    who: curatorField,
  }),
  responses: { 200: { description: 'The violation, as it is now.', schema: AmendedViolation } },
  problems: ['not_found'],
  run: async ({ deps, tenant, caller }, { id, reason, who }) => {
    const author = { who: who ?? caller.name, keyId: caller.keyId };
    const action = { id: deps.ids.next(), action: 'acknowledge_violation', nodeId: id, reason, detail: {}, ...author };
    const amended = await deps.store.tenant(tenant.orgId, (db) =>
      amendViolation(db, tenant, { id, isAcknowledged: true }, action),
    );
    if (amended === null) throw new Problem('not_found', `There is no violation ${id} in this project.`);
    return { status: 200, body: presentAmended(amended) };
  },
});
