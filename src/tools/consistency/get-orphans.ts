import { z } from 'zod';
import { ORPHAN_REASONS, ORPHAN_TEXTS, type OrphanReason } from '../../consistency/orphan-rules.js';
import { findEntity } from '../../flows/lore/resolve.js';
import { getEntities } from '../../store/queries/entities.js';
import { listViolations } from '../../store/queries/violation-list.js';
import { countOpen } from '../../store/queries/violations.js';
import { defineTool } from '../define.js';
import { EntityRefSchema, entityField } from '../lore-schemas.js';
import { knownAtField, nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';
import {
  flagDelivered,
  lifecycleFields,
  openTotal,
  presentLifecycle,
  severityField,
  statusField,
} from './violation-schemas.js';

const OrphanSchema = z
  .object({
    id: z.string().describe('Of the violation.'),
    reason: z.enum(ORPHAN_REASONS).describe('What is unknown.'),
    sentence: z.string().describe('The same in words.'),
    entity: EntityRefSchema.describe('Of whom or what it is unknown.'),
    ...lifecycleFields,
  })
  .describe('An entity of which something that there must be is unknown.')
  .meta({ id: 'Orphan' });

export const getOrphans = defineTool({
  name: 'get_orphans',
  method: 'GET',
  path: '/v1/lore/get-orphans',
  tag: 'lore',
  role: 'reader',
  summary: 'List entities of which something is unknown',
  description:
    'People without lineage, factions without founder, places in no region, events without place or era, things that ' +
    'nobody had, spells of no system; oldest first. It is unknown, which is not to say that there is none. What an answer ' +
    'of this operation delivered is `flagged` from then on.',
  useWhen: 'you are about to say where somebody comes from or what something is part of, or look for gaps to fill.',
  notFor: 'names that nobody vouched for: use get_unresolved.',
  query: z.strictObject({
    ...tenantShape,
    reason: z.enum(ORPHAN_REASONS).nullish().describe('Only of this one.'),
    entity: entityField.nullish().describe('Only this one.'),
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
          items: z.array(OrphanSchema).describe('Oldest first.'),
          next_cursor: nextCursorField,
          open_total: openTotal,
        })
        .describe('One page.')
        .meta({ id: 'Orphans' }),
    },
  },
  problems: ['ambiguous_entity'],
  run: async ({ deps, tenant, report }, { reason, entity: name, severity, status, knownAt, limit, cursor }) => {
    const named = name == null ? null : await findEntity(deps, tenant, { path: 'entity', name });
    const { page, open, entities } = await deps.store.tenant(tenant.orgId, async (db) => {
      const found = await listViolations(db, tenant, {
        ...{ kind: 'orphan', ruleId: reason ?? undefined, severity: severity ?? undefined },
        ...{ status: status === 'all' ? undefined : (status ?? 'open'), cursor: cursor ?? undefined },
        ...(name == null ? {} : { subject: { ids: named === null ? [] : [named.id], text: name } }),
        ...{ knownAt: knownAt ?? undefined, limit: limit ?? PAGE_DEFAULT },
      });
      const ids = found.items.flatMap(({ sides }) => sides);
      return { page: found, open: await countOpen(db, tenant), entities: await getEntities(db, tenant, ids) };
    });
    const byId = new Map(entities.map((entity) => [entity.id, entity]));
    const items = page.items.flatMap((violation) => {
      const entity = byId.get(violation.sides[0] ?? '');
      if (entity === undefined) return [];
      const code = violation.ruleId as OrphanReason;
      const { id, name: called, type, loreVerified } = entity;
      const ref = { id, name: called, type, loreVerified };
      return [
        { id: violation.id, reason: code, sentence: ORPHAN_TEXTS[code], entity: ref, ...presentLifecycle(violation) },
      ];
    });
    if (knownAt == null) flagDelivered(deps, tenant, page.items, report);
    return { status: 200, body: { items, nextCursor: page.nextCursor, openTotal: open.orphan } };
  },
});
