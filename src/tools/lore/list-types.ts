import { z } from 'zod';
import { ENTITY_TYPES } from '../../core/lore.js';
import { typeTemplate } from '../../core/type-template.js';
import { typesOf } from '../../flows/lore/types.js';
import { defineTool } from '../define.js';
import { tenantShape } from '../schemas.js';

const ends = z.array(z.enum(['from', 'to']));

export const listTypes = defineTool({
  name: 'list_types',
  method: 'GET',
  path: '/v1/lore/types',
  tag: 'lore',
  role: 'reader',
  summary: 'List the types of entities and relations',
  description: 'Those that are built in, and those that the project declares.',
  useWhen: 'you must name a type of entity or relation, or know what a type takes.',
  notFor: 'the things themselves: use lookup.',
  query: z.strictObject(tenantShape),
  responses: {
    200: {
      description: 'All types.',
      schema: z
        .object({
          entity_types: z.array(z.string()).describe('Names of the types of entities.'),
          templates: z.array(typeTemplate).describe('What the project declares.'),
          relation_types: z
            .array(
              z
                .object({
                  type: z.string().describe('Its name: RULES, MEMBER_OF, BORN_ON …'),
                  inverse: z.string().nullable().describe('The name by which it is told from its other end.'),
                  from: z.array(z.string()).describe('Types of entities, in lower case; empty: any.'),
                  to: z.array(z.string()).describe('As `from`; empty too where it takes a value.'),
                  value: z.string().nullable().describe('What its value is; null of a relation between entities.'),
                  choices: z.array(z.string()).describe('The values that there are; empty: any.'),
                  one_at_a_time: ends.describe('Ends that hold one at a time.'),
                  one_ever: ends.describe('Ends that hold one for ever.'),
                  at_most: z
                    .array(
                      z.object({
                        end: z.enum(['from', 'to']).describe('The end.'),
                        count: z.number().int().describe('How many it holds.'),
                      }),
                    )
                    .describe('Ends that hold so many at most.'),
                  symmetric: z.boolean().describe('Whether it holds both ways.'),
                  acyclic: z.boolean().describe('Whether it may never lead back to where it began.'),
                  guard: z
                    .enum(['block', 'warn'])
                    .nullable()
                    .describe('What a clash is worth; null: nothing can clash.'),
                })
                .describe('A type of relations.')
                .meta({ id: 'RelationType' }),
            )
            .describe('The types of relations.'),
        })
        .describe('The types of a project.')
        .meta({ id: 'Types' }),
    },
  },
  problems: [],
  run: async ({ deps, tenant }) => {
    const { templates, relations } = await typesOf(deps, tenant);
    const relationTypes = [...relations.values()].map(({ name, domain, range, single, once, ...type }) => ({
      ...{ type: name, inverse: type.inverse, from: domain, to: range, value: type.value, choices: type.choices },
      ...{ oneAtATime: single, oneEver: once, atMost: type.atMost, symmetric: type.symmetric, acyclic: type.acyclic },
      guard: type.guard,
    }));
    const entityTypes = [...ENTITY_TYPES, ...templates.map(({ type }) => type)];
    return { status: 200, body: { entityTypes, templates, relationTypes } };
  },
});
