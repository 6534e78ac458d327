import { z } from 'zod';
import { ORPHAN_REASONS, ORPHAN_TEXTS, type OrphanReason } from '../../consistency/orphan-rules.js';
import { type Entity, entityRef } from '../../core/lore.js';
import type { Violation } from '../../store/queries/consistency/violations.js';
import { getEntities } from '../../store/queries/lore/entities.js';
import { defineTool } from '../define.js';
import { EntityRefSchema, entityField } from '../lore-schemas.js';
import { tenantShape } from '../schemas.js';
import { compactPageOf, violationPage, violationPageShape, violationPages } from './violation-page.js';
import { compactViolation, lifecycleFields, presentLifecycle } from './violation-schemas.js';

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
    ...violationPageShape,
  }),
  responses: {
    200: {
      description: 'One page.',
      ...violationPages(OrphanSchema, 'Orphans'),
    },
  },
  problems: ['ambiguous_entity'],
  run: async (context, { reason: ruleId, entity: name, ...asked }) => {
    const { deps, tenant } = context;
    const entity = name == null ? null : { path: 'entity', name };
    const page = await violationPage(context, { kind: 'orphan', ruleId, entity, ...asked }, async (violations) => {
      const ids = violations.flatMap(({ sides }) => sides);
      const entities = await deps.store.tenant(tenant.orgId, (db) => getEntities(db, tenant, ids));
      const byId = new Map(entities.map((one) => [one.id, one]));
      return violations.flatMap((violation) => {
        const shown = presentOrphan(violation, byId.get(violation.sides[0] ?? ''));
        return shown === null ? [] : [{ violation, shown }];
      });
    });
    const short = () =>
      compactPageOf(page, ({ sentence, ...orphan }) =>
        compactViolation({ ...orphan, sentence: `${orphan.entity.name}: ${sentence}` }),
      );
    return { status: 200, body: { view: 'full', ...page }, short };
  },
});

function presentOrphan(violation: Violation, entity: Entity | undefined) {
  if (entity === undefined) return null;
  const reason = violation.ruleId as OrphanReason;
  const lifecycle = presentLifecycle(violation);
  return {
    id: violation.id,
    reason,
    sentence: ORPHAN_TEXTS[reason],
    entity: entityRef(entity),
    ...lifecycle,
  };
}
