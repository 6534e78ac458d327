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
  query: z.strictObject(tenantShape),
  responses: {
    200: {
      description: 'All types.',
      schema: z
        .object({
          entity_types: z.array(z.string()),
          templates: z.array(typeTemplate).describe('What the project declares.'),
          relation_types: z.array(
            z
              .object({
                type: z.string(),
                inverse: z.string().nullable().describe('The name by which it is told from its other end.'),
                from: z.array(z.string()).describe('Types of entities, in lower case; empty: any.'),
                to: z.array(z.string()).describe('As `from`; empty too where it takes a value.'),
                value: z.string().nullable().describe('What its value is; null of a relation between entities.'),
                choices: z.array(z.string()),
                one_at_a_time: ends,
                one_ever: ends,
                at_most: z.array(z.object({ end: z.enum(['from', 'to']), count: z.number().int() })),
                symmetric: z.boolean(),
                acyclic: z.boolean(),
                guard: z.enum(['block', 'warn']).nullable().describe('What a clash is worth; null: nothing can clash.'),
              })
              .meta({ id: 'RelationType' }),
          ),
        })
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
