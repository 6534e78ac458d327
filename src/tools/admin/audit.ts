import { z } from 'zod';
import { listAudit } from '../../store/queries/audit.js';
import { defineTool } from '../define.js';
import { idField, instantField, keyIdField, PAGE_DEFAULT, pageShape, tenantShape, wordField } from '../schemas.js';

export const audit = defineTool({
  name: 'audit',
  method: 'GET',
  path: '/v1/audit',
  tag: 'admin',
  role: 'curator',
  summary: 'Read who did what, newest first',
  description:
    'Every decision of the guard, refusals included, and everything that was done without one: cancel, ingest, erase. ' +
    'What a decision says is at `/v1/decisions/{id}`. For curators: it is the record of what people did, not of what ' +
    'is known, which every reader sees.',
  query: z.strictObject({
    ...tenantShape,
    who: wordField,
    action: wordField.describe('The operation: remember, supersede, cancel, ingest …'),
    claim_id: idField.nullish().describe('What touched this claim.'),
    node_id: idField.nullish().describe('What touched this entity, relation, source or contradiction.'),
    from: instantField.describe('System time from which on.'),
    until: instantField.describe('System time before which.'),
    ...pageShape,
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({
          items: z.array(
            z
              .object({
                id: z.string().describe('Of the decision, or of the action.'),
                at: z.string(),
                who: z.string(),
                action: z.string(),
                result: z.enum(['stored', 'unchanged', 'conflict']).nullable().describe('null where no guard decided.'),
                claim_id: z.string().nullable(),
                node_id: z.string().nullable().describe('The entity, relation, source or contradiction.'),
                reason: z.string().nullable(),
                key_id: keyIdField,
              })
              .meta({ id: 'AuditEntry' }),
          ),
          next_cursor: z.string().nullable(),
        })
        .meta({ id: 'AuditPage' }),
    },
  },
  problems: [],
  run: async ({ deps, tenant }, input) => {
    const filter = {
      who: input.who ?? undefined,
      action: input.action ?? undefined,
      claimId: input.claimId ?? undefined,
      nodeId: input.nodeId ?? undefined,
      from: input.from ?? undefined,
      until: input.until ?? undefined,
      limit: input.limit ?? PAGE_DEFAULT,
      cursor: input.cursor ?? undefined,
    };
    return { status: 200, body: await deps.store.tenant(tenant.orgId, (db) => listAudit(db, tenant, filter)) };
  },
});
