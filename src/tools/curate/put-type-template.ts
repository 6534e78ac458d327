import { z } from 'zod';
import { typeTemplate } from '../../core/type-template.js';
import { declareType } from '../../flows/lore/types.js';
import { defineTool } from '../define.js';
import { curatorField } from '../lore-schemas.js';
import { tenantShape } from '../schemas.js';

const { shape } = typeTemplate;

export const putTypeTemplate = defineTool({
  name: 'put_type_template',
  method: 'PUT',
  path: '/v1/lore/types',
  tag: 'curate',
  role: 'curator',
  summary: 'Declare a type of entity with its attributes',
  description:
    'Beside the built-in types. Each attribute is a relation with a value, one at a time, of the type that is its name ' +
    'in capitals; two templates may share one if it is of the same kind. With `kind_of` an entity of the type may stand ' +
    'wherever one of that built-in type may. Again for a type replaces its template; what is stored stays.',
  body: z.strictObject({
    ...tenantShape,
    type: shape.type.describe('Its name: one word that begins with a capital letter.'),
    kind_of: shape.kind_of.nullable().describe('The built-in type that it is a kind of.'),
    description: shape.description.nullable(),
    attributes: shape.attributes.nullable().describe('By name, in lower case: wing_span.'),
    who: curatorField,
  }),
  responses: {
    200: {
      description: 'The template, now in force.',
      schema: z
        .object({ result: z.enum(['stored', 'updated', 'unchanged']), template: typeTemplate })
        .meta({ id: 'StoredTypeTemplate' }),
    },
  },
  problems: [],
  run: async ({ deps, tenant, caller }, { type, kindOf, description, attributes, who }) => {
    const told = { type, kind_of: kindOf ?? undefined, description: description ?? undefined };
    const template = typeTemplate.parse({ ...told, attributes: attributes ?? {} });
    const author = { who: who ?? caller.name, keyId: caller.keyId };
    return { status: 200, body: { result: await declareType(deps, tenant, author, template), template } };
  },
});
