import { z } from 'zod';
import { logEncounter as log } from '../../flows/lore/encounter.js';
import { defineTool } from '../define.js';
import { curatorField, dateField, EntitySchema, entityField, RelationSchema, whyField } from '../lore-schemas.js';
import { presentEntity, presentRelation } from '../present-lore.js';
import { label, tenantShape } from '../schemas.js';

export const logEncounter = defineTool({
  name: 'log_encounter',
  method: 'POST',
  path: '/v1/lore/log-encounter',
  tag: 'curate',
  role: 'curator',
  summary: 'Log who or what somebody came upon',
  description:
    'What is not known yet becomes a provisional entity or event (`lore_verified: false`). With `by` the meeting itself ' +
    'is a relation: ENCOUNTERED, or of an event PARTICIPATED_IN. Who or what is meant is never guessed: a name that ' +
    'several of the type bear is a 422.',
  useWhen: 'somebody came upon a creature, person or event that may be new.',
  notFor: 'what is surely known: use add_entity and add_relation.',
  body: z.strictObject({
    ...tenantShape,
    name: label.describe('What was met or took place: its name, or the id of a known one.'),
    type: label.nullish().describe('What it is; default: Creature.'),
    by: entityField.nullish().describe('Who met it or took part, by id or name.'),
    at_time: dateField.nullish().describe('When, on the calendar of the project.'),
    note: whyField.describe('What happened; kept with a new entity and on the record.'),
    who: curatorField,
  }),
  responses: {
    201: {
      description: 'It is logged.',
      schema: z
        .object({
          result: z.literal('stored').describe('It is logged.'),
          entity: EntitySchema.describe('Who or what was met.'),
          is_new: z.boolean().describe('It was not known before.'),
          relation: RelationSchema.nullable().describe('The meeting; null: nobody met it.'),
        })
        .describe('What somebody came upon.')
        .meta({ id: 'LoggedEncounter' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity', 'invalid_date'],
  run: async ({ deps, tenant, caller }, { name, type, by, atTime, note, who }) => {
    const { entity, isNew, relation } = await log(deps, {
      ...{ tenant, name, type: type ?? 'Creature', by: by ?? null, atTime: atTime ?? null, note: note ?? null },
      author: { who: who ?? caller.name, keyId: caller.keyId },
    });
    const { calendar } = await deps.contexts.of(tenant);
    const met = relation === null ? null : presentRelation(relation, calendar);
    return { status: 201, body: { result: 'stored', entity: presentEntity(entity), isNew, relation: met } };
  },
});
