import { z } from 'zod';
import { Problem } from '../../core/errors.js';
import { SEVERITIES } from '../../core/violation.js';
import { amendViolation } from '../../store/queries/consistency/amend-violations.js';
import { defineTool } from '../define.js';
import { curatorField } from '../lore-schemas.js';
import { idField, reasonField, tenantShape } from '../schemas.js';
import { AmendedViolation, presentAmended } from './violation-schemas.js';

export const setSeverity = defineTool({
  name: 'set_severity',
  method: 'POST',
  path: '/v1/lore/set-severity',
  tag: 'curate',
  role: 'curator',
  summary: 'Say how severe a violation is',
  description:
    'Every violation is a `warn` until somebody raises it to `error`; lists narrow by *at least*. Settled ones can be ' +
    'raised too. It goes on the record.',
  useWhen: 'a violation matters more than the others, or was raised without need.',
  notFor: 'settling it: use resolve_violation.',
  body: z.strictObject({
    ...tenantShape,
    id: idField.describe('The violation.'),
    severity: z.enum(SEVERITIES).describe('From now on.'),
    reason: reasonField.describe('Why.'),
    who: curatorField,
  }),
  responses: { 200: { description: 'The violation, as it is now.', schema: AmendedViolation } },
  problems: ['not_found'],
  run: async ({ deps, tenant, caller }, { id, severity, reason, who }) => {
    const author = { who: who ?? caller.name, keyId: caller.keyId };
    const action = { id: deps.ids.next(), action: 'set_severity', nodeId: id, reason, detail: { severity }, ...author };
    const amended = await deps.store.tenant(tenant.orgId, (db) => amendViolation(db, tenant, { id, severity }, action));
    if (amended === null) throw new Problem('not_found', `There is no violation ${id} in this project.`);
    return { status: 200, body: presentAmended(amended) };
  },
});
