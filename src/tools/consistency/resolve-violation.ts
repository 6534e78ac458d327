import { z } from 'zod';
import { confirmViolation } from '../../flows/lore/confirm.js';
import { SETTLEMENTS, settle } from '../../flows/lore/settle.js';
import { defineTool } from '../define.js';
import { curatorField } from '../lore-schemas.js';
import { presentClaim } from '../present.js';
import { idField, reasonField, tenantShape } from '../schemas.js';
import { closedField, unsupportedField } from '../stored-schemas.js';
import { AmendedViolation, presentAmended } from './violation-schemas.js';

export const resolveViolation = defineTool({
  name: 'resolve_violation',
  method: 'POST',
  path: '/v1/lore/resolve-violation',
  tag: 'curate',
  role: 'curator',
  summary: 'Settle a violation of any kind',
  description:
    '`keep`: the sides named stand, the others are taken back, as by a retcon or a cancel. `merge`: both say the same, ' +
    'and one goes into the other. `dismiss`: all stand, and what they say is never raised again; the only way to settle ' +
    'an orphan, which ends by itself when what is missing is told. The marks of the dispute go from the sides. `confirm`: ' +
    'what was only suspected is one, open from now on, and its sides are disputed.',
  useWhen: 'you have looked at an anachronism, an orphan or a contradiction and know what is to become of it.',
  notFor: 'many at once that are all none: use dismiss_violations. One that stays for now: use acknowledge_violation.',
  body: z.strictObject({
    ...tenantShape,
    id: idField.describe('The violation.'),
    action: z.enum([...SETTLEMENTS, 'confirm']).describe('What becomes of it.'),
    keep: z
      .union([idField, z.array(idField).max(50)])
      .nullish()
      .describe('Id of the side that stands, or of several. Required to keep.'),
    reason: reasonField.describe('Why.'),
    who: curatorField,
  }),
  responses: {
    200: {
      description: 'The violation, settled, or open once it is confirmed.',
      schema: z
        .object({
          result: z.enum(['resolved', 'dismissed', 'open']).describe('What became of it.'),
          violation: AmendedViolation,
          ...{ closed: closedField, unsupported: unsupportedField },
        })
        .describe('A violation that is settled.')
        .meta({ id: 'SettledViolation' }),
    },
  },
  problems: ['not_found', 'already_settled'],
  run: async ({ deps, tenant, caller }, { id, action, keep, reason, who }) => {
    const author = { who: who ?? caller.name, keyId: caller.keyId };
    if (action === 'confirm') {
      const confirmed = await confirmViolation(deps, { tenant, violationId: id, reason, author });
      return {
        status: 200,
        body: { result: 'open', violation: presentAmended(confirmed), closed: [], unsupported: [] },
      };
    }
    const kept = keep == null ? [] : [keep].flat();
    const request = { tenant, violationId: id, settlement: action, kept, reason, author, kinds: 'any' } as const;
    const { violation, closed, unsupported } = await settle(deps, request);
    const { calendar } = await deps.contexts.of(tenant);
    const body = {
      ...{ result: violation.status, violation: presentAmended(violation) },
      closed: closed.map((claim) => presentClaim(claim, calendar)),
      unsupported: unsupported.map((claim) => presentClaim(claim, calendar)),
    };
    return { status: 200, body };
  },
});
