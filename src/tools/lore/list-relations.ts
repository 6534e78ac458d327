import { z } from 'zod';
import { projectCaveats } from '../../flows/consistency/caveats.js';
import { describe } from '../../flows/lore/describe.js';
import { oneNamed } from '../../flows/lore/read/named.js';
import { openQuestion } from '../../flows/lore/read/question.js';
import { requireRelationType } from '../../flows/lore/types.js';
import { timeAsked } from '../../flows/window.js';
import { cursorId, pageOf } from '../../store/queries/cursor.js';
import { pageOfRelations } from '../../store/queries/relation-page.js';
import { defineTool } from '../define.js';
import { caveatsField, EntityRefSchema, entityField, RelationSchema } from '../lore-schemas.js';
import { presentRelation } from '../present-lore.js';
import { atTimeField, knownAtField, label, nextCursorField, PAGE_DEFAULT, pageShape, tenantShape } from '../schemas.js';

export const listRelations = defineTool({
  name: 'list_relations',
  method: 'GET',
  path: '/v1/lore/list-relations',
  tag: 'lore',
  role: 'reader',
  summary: 'List every relation and attribute of an entity',
  description:
    'Every relation with the entity on either end, its attributes too, oldest first, each with its source and ' +
    'confidence. With `known_at` what was believed then; with `history` also what was superseded or taken back.',
  useWhen: 'you want all that is said of one person, place or thing.',
  notFor: 'claims in words: use list_claims with `entity`.',
  query: z.strictObject({
    ...tenantShape,
    entity: entityField,
    type: label.nullish().describe('Only relations of this type.'),
    history: z.enum(['true', 'false']).nullish().describe('true: those too that no longer stand.'),
    at_time: atTimeField.describe('Only relations that hold at this time in the world, surely or perhaps.'),
    known_at: knownAtField,
    ...pageShape,
  }),
  responses: {
    200: {
      description: 'One page.',
      schema: z
        .object({
          entity: EntityRefSchema.describe('Whom or what it is about.'),
          items: z.array(RelationSchema).describe('Oldest first.'),
          next_cursor: nextCursorField,
          caveats: caveatsField,
        })
        .describe('One page.')
        .meta({ id: 'RelationsOfEntity' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date'],
  run: async (context, { entity: name, type, history, atTime, knownAt, limit, cursor }) => {
    const { deps, tenant } = context;
    const question = await openQuestion(context, knownAt);
    const { id, ...entity } = await oneNamed(context, question, { path: 'entity', name });
    const wanted = type == null ? undefined : requireRelationType(question.types, 'type', type).type.name;
    const { calendar, unit } = await timeAsked(deps, tenant, atTime);
    const page = await deps.store.tenant(tenant.orgId, async (db) => {
      const relations = await pageOfRelations(db, tenant, id, {
        ...(wanted === undefined ? {} : { types: [wanted] }),
        ...(history === 'true' ? { includesInactive: true } : {}),
        ...{ knownAt: knownAt ?? undefined, limit: (limit ?? PAGE_DEFAULT) + 1 },
        ...{ after: cursor == null ? undefined : cursorId(cursor), atTime: unit ?? undefined },
      });
      const { items, nextCursor } = pageOf(relations, limit ?? PAGE_DEFAULT);
      return { items: await describe(db, tenant, items), nextCursor };
    });
    const ref = { id, name: entity.name, type: entity.type, loreVerified: entity.loreVerified };
    return {
      status: 200,
      body: {
        entity: ref,
        items: page.items.map((item) => presentRelation(item, calendar)),
        nextCursor: page.nextCursor,
        caveats: await projectCaveats(deps, tenant),
      },
    };
  },
});
