import { z } from 'zod';
import { addEntity as add } from '../../flows/lore/entities.js';
import { shown } from '../../flows/lore/resolve.js';
import { defineTool } from '../define.js';
import { curatorField, EntitySchema, propertiesField } from '../lore-schemas.js';
import { presentEntity } from '../present-lore.js';
import { CandidateSchema } from '../problem-schemas.js';
import { label, tenantShape } from '../schemas.js';

const answer = (result: z.ZodType) =>
  z.object({
    result: result.describe('What became of it.'),
    entity: EntitySchema.describe('The entity as it is now.'),
    namesakes: z.array(CandidateSchema).describe('Others that are called by one of its names.'),
  });

export const addEntity = defineTool({
  name: 'add_entity',
  method: 'POST',
  path: '/v1/lore/add-entity',
  tag: 'curate',
  role: 'curator',
  summary: 'Add a person, a place, a thing …',
  description:
    'An entity is told from others by its type and name. The same again adds what is new: aliases, properties. ' +
    'For a namesake of the same type say what tells the two apart, as `distinction`. What is true of it, its birth too, ' +
    'is told as relations.',
  useWhen: 'a person, place or thing is to be known, with its other names.',
  notFor: 'what is true of it: use add_relation. Something that was only come upon: use log_encounter.',
  body: z.strictObject({
    ...tenantShape,
    type: label.describe('Person, Location, Event …, or a type that the project declares.'),
    name: label.describe('Its own name.'),
    aliases: z.array(label).max(50).nullish().describe('Its other names.'),
    distinction: label.nullish().describe('What tells it apart from a namesake of its type: the younger.'),
    properties: propertiesField,
    lore_verified: z.boolean().nullish().describe('false: it is provisional; default: the curator vouches for it.'),
    who: curatorField,
  }),
  responses: {
    200: {
      description: 'It was there; what was new of it is added.',
      schema: answer(z.enum(['updated', 'unchanged']))
        .describe('An entity that was known.')
        .meta({ id: 'KnownEntity' }),
    },
    201: {
      description: 'It is added.',
      schema: answer(z.literal('stored')).describe('An entity that is new.').meta({ id: 'AddedEntity' }),
    },
  },
  problems: [],
  run: async ({ deps, tenant, caller }, { type, name, aliases, distinction, properties, loreVerified, who }) => {
    const author = { who: who ?? caller.name, keyId: caller.keyId };
    const added = await add(deps, tenant, author, {
      ...{ type, name, aliases: aliases ?? [], properties: properties ?? {} },
      ...{ distinction: distinction ?? '', isVerified: loreVerified ?? true },
    });
    const { result, entity, namesakes } = added;
    const body = { result, entity: presentEntity(entity), namesakes: shown(namesakes) };
    return { status: result === 'stored' ? 201 : 200, body };
  },
});
