import { z } from 'zod';
import { describeAnachronisms } from '../../flows/consistency/anachronisms.js';
import { findEntity } from '../../flows/lore/resolve.js';
import { idsOfEntity } from '../../store/queries/entities.js';
import { listViolations } from '../../store/queries/violation-list.js';
import { countOpen } from '../../store/queries/violations.js';
import { defineTool } from '../define.js';
import { entityField } from '../lore-schemas.js';
import { knownAtField, nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';
import { AnachronismSchema, presentAnachronism } from './anachronism-schema.js';
import { flagDelivered, openTotal, severityField, statusField } from './violation-schemas.js';

export const getAnachronisms = defineTool({
  name: 'get_anachronisms',
  method: 'GET',
  path: '/v1/lore/get-anachronisms',
  tag: 'lore',
  role: 'reader',
  summary: 'List acts at a time at which who acts does not exist',
  description:
    'Oldest first: who or what does not exist, what it does all the same, when it exists and when it acts, and who says ' +
    'so. An existence of which nothing is told is never one. What an answer of this operation delivered is `flagged` ' +
    'from then on.',
  useWhen: 'you are about to say that somebody did something, or look for dates that can not be right.',
  notFor: 'two that can not both be true: use get_contradictions.',
  query: z.strictObject({
    ...tenantShape,
    entity: entityField.nullish().describe('Only with this one on either end of a side.'),
    severity: severityField,
    status: statusField,
    known_at: knownAtField,
    ...pageShape,
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({
          items: z.array(AnachronismSchema).describe('Oldest first.'),
          next_cursor: nextCursorField,
          open_total: openTotal,
        })
        .describe('One page.')
        .meta({ id: 'Anachronisms' }),
    },
  },
  problems: ['ambiguous_entity'],
  run: async ({ deps, tenant, report }, { entity: name, severity, status, knownAt, limit, cursor }) => {
    const named = name == null ? null : await findEntity(deps, tenant, { path: 'entity', name });
    const { page, open } = await deps.store.tenant(tenant.orgId, async (db) => {
      const ids = named === null ? [] : await idsOfEntity(db, tenant, named.id);
      const found = await listViolations(db, tenant, {
        ...{ kind: 'anachronism', severity: severity ?? undefined, limit: limit ?? PAGE_DEFAULT },
        ...{ status: status === 'all' ? undefined : (status ?? 'open'), cursor: cursor ?? undefined },
        knownAt: knownAt ?? undefined,
        ...(name == null ? {} : { subject: { ids, text: name } }),
      });
      return { page: found, open: await countOpen(db, tenant) };
    });
    const described = await describeAnachronisms(deps, tenant, page.items, knownAt ?? undefined);
    const items = described.map(presentAnachronism);
    if (knownAt == null) flagDelivered(deps, tenant, page.items, report);
    return { status: 200, body: { items, nextCursor: page.nextCursor, openTotal: open.anachronism } };
  },
});
