import { z } from 'zod';
import { merge } from '../../flows/lore/merge.js';
import { requireEntities } from '../../flows/lore/resolve.js';
import { defineTool } from '../define.js';
import { curatorField, EntitySchema, entityField, whyField } from '../lore-schemas.js';
import { presentEntity } from '../present-lore.js';
import { tenantShape } from '../schemas.js';

export const mergeEntities = defineTool({
  name: 'merge_entities',
  method: 'POST',
  path: '/v1/lore/merge-entities',
  tag: 'curate',
  role: 'curator',
  isDestructive: true,
  summary: 'Say that two entities are one',
  description:
    'The names of `alias`, its relations and what documents say of it go over to `entity`; its id is found as the other ' +
    'one from now on. A relation between the two is taken back, with a claim that says nothing else. What was believed ' +
    'before stays readable by `known_at`. It can not be undone. Refused where both are vouched for and of different types, ' +
    'where a relation would not fit the type of `entity`, and where one comes before or holds the other: a parent and a child.',
  useWhen: 'two entities turn out to be the same person, place or thing.',
  notFor: 'two names of one entity that is known once: use add_entity with aliases.',
  body: z.strictObject({
    ...tenantShape,
    entity: entityField.describe('The entity that stays, by id or name.'),
    alias: entityField.describe('The one that is the same, by id or name.'),
    reason: whyField,
    who: curatorField,
  }),
  responses: {
    200: {
      description: 'The entity, with what came to it.',
      schema: z
        .object({
          result: z.literal('merged').describe('They are one now.'),
          entity: EntitySchema.describe('The entity that stays.'),
          moved_relations: z.number().int().describe('Relations that have a new version.'),
          taken_back: z
            .array(
              z.object({ id: z.uuid().describe('Of the relation.'), statement: z.string().describe('What it said.') }),
            )
            .describe('Relations between the two, which are taken back.'),
        })
        .describe('Two entities that are one now.')
        .meta({ id: 'MergedEntities' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity'],
  run: async ({ deps, tenant, caller }, { entity, alias, reason, who }) => {
    const mentions = [
      { path: 'entity', name: entity },
      { path: 'alias', name: alias },
    ];
    const [into, other] = await requireEntities(deps, tenant, mentions);
    const author = { who: who ?? caller.name, keyId: caller.keyId };
    const ids = { intoId: into?.id ?? '', id: other?.id ?? '' };
    const merged = await merge(deps, { tenant, ...ids, reason: reason ?? null, author });
    const body = {
      result: 'merged',
      entity: presentEntity(merged.entity),
      movedRelations: merged.moved,
      takenBack: merged.takenBack,
    };
    return { status: 200, body };
  },
});
