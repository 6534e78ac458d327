import { z } from 'zod';
import { WRITE_RESULTS } from '../../core/decision.js';
import { AUDIT_EXAMINED_MAX, listAudit } from '../../store/queries/projects/audit.js';
import { defineTool } from '../define.js';
import {
  idField,
  instantField,
  keyIdField,
  label,
  nextCursorField,
  PAGE_DEFAULT,
  pageShape,
  TierSchema,
  tenantShape,
  wordField,
} from '../schemas.js';
import { Timestamp } from '../time-schemas.js';

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
    `is known, which every reader sees. A page looks at ${AUDIT_EXAMINED_MAX} entries at most: with a filter that few ` +
    'pass it may hold fewer than `limit`, or none.',
  useWhen: 'you must show who changed what, when and why.',
  notFor: 'what the guard decided and why: use list_decisions. For one claim over time use claim_history.',
  query: z.strictObject({
    ...tenantShape,
    who: wordField.describe('What this person did only.'),
    action: wordField.describe('The operation: remember, supersede, cancel, ingest …'),
    result: z
      .enum(WRITE_RESULTS)
      .nullish()
      .describe('`conflict`: refused writes only. Leaves out what no guard decided.'),
    tier: TierSchema.nullish().describe('What the guard decided. Leaves out what it was not asked about.'),
    forced: z
      .enum(['true', 'false'])
      .nullish()
      .describe('true: only what was stored in spite of a conflict; false: only all else.'),
    reason: label.nullish().describe('What its reason has in it, or why something was replaced, whatever the case.'),
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
          items: z
            .array(
              z
                .object({
                  id: z.string().describe('Of the decision, or of the action.'),
                  at: Timestamp.describe('When it was done.'),
                  who: z.string().describe('Who did it.'),
                  action: z.string().describe('The operation: remember, supersede, cancel, ingest …'),
                  result: z.enum(WRITE_RESULTS).nullable().describe('null where no guard decided.'),
                  tier: TierSchema.nullable().describe('What the guard decided; null where it was not asked.'),
                  forced: z.boolean().describe('Whether it was stored in spite of a conflict.'),
                  claim_id: z.string().nullable().describe('The claim that it touched; null: none.'),
                  node_id: z.string().nullable().describe('The entity, relation, source or contradiction.'),
                  reason: z.string().nullable().describe('Why, in the words of who did it; null: not said.'),
                  why_replaced: z
                    .string()
                    .nullable()
                    .describe('Of a supersede: why the old claim no longer stands, where that was said.'),
                  key_id: keyIdField,
                })
                .describe('What somebody did.')
                .meta({ id: 'AuditEntry' }),
            )
            .describe('Newest first.'),
          next_cursor: nextCursorField,
        })
        .describe('One page.')
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
      tier: input.tier ?? undefined,
      forced: input.forced == null ? undefined : input.forced === 'true',
      reason: input.reason ?? undefined,
      result: input.result ?? undefined,
      from: input.from ?? undefined,
      until: input.until ?? undefined,
      limit: input.limit ?? PAGE_DEFAULT,
      cursor: input.cursor ?? undefined,
    };
    const { items, nextCursor } = await deps.store.tenant(tenant.orgId, (db) => listAudit(db, tenant, filter));
    const shown = items.map((entry) => ({ ...entry, forced: entry.tier === 'forced' }));
    return { status: 200, body: { items: shown, nextCursor } };
  },
});
