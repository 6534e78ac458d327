import { z } from 'zod';
import { DOCUMENT_MAX } from '../../core/document.js';
import { typeTemplate } from '../../core/type-template.js';
import { declareType, declareWritten } from '../../flows/lore/types.js';
import { defineTool } from '../define.js';
import { curatorField } from '../lore-schemas.js';
import { tenantShape } from '../schemas.js';

const { shape } = typeTemplate;

const body = z
  .strictObject({
    ...tenantShape,
    type: shape.type.nullish().describe('Its name: one word that begins with a capital letter.'),
    kind_of: shape.kind_of.nullable().describe('The built-in type that it is a kind of.'),
    description: shape.description.nullable().describe('What it stands for.'),
    attributes: shape.attributes.nullable().describe('By name, in lower case: wing_span.'),
    yaml: z.string().max(DOCUMENT_MAX).nullish().describe('All of the template, in place of the fields above.'),
    who: curatorField,
  })
  .superRefine(({ yaml, type, kind_of, description, attributes }, context) => {
    const given = Object.entries({ type, kind_of, description }).flatMap(([key, value]) =>
      value == null ? [] : [key],
    );
    if (Object.keys(attributes ?? {}).length > 0) given.push('attributes');
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (yaml == null && type == null) issue('type', 'is required, unless yaml holds the template');
    if (yaml != null) for (const path of given) issue(path, 'stands in yaml; leave it out here');
  });

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
    'wherever one of that built-in type may. Again for a type replaces its template; what is stored stays. `yaml` holds ' +
    'the same fields as a text in YAML, in place of them; what is wrong with it is told by line and column.',
  useWhen: 'the world has things of a type that there is not, or whose attributes should be checked.',
  notFor: 'one thing of a known type: use add_entity.',
  body,
  responses: {
    200: {
      description: 'The template, now in force.',
      schema: z
        .object({
          result: z.enum(['stored', 'updated', 'unchanged']).describe('What became of it.'),
          template: typeTemplate.describe('The template as it is now.'),
        })
        .describe('A template that is in force.')
        .meta({ id: 'StoredTypeTemplate' }),
    },
  },
  problems: [],
  run: async ({ deps, tenant, caller }, { type, kindOf, description, attributes, yaml, who }) => {
    const author = { who: who ?? caller.name, keyId: caller.keyId };
    if (yaml != null) return { status: 200, body: await declareWritten(deps, tenant, author, yaml) };
    const told = { type, kind_of: kindOf ?? undefined, description: description ?? undefined };
    const template = typeTemplate.parse({ ...told, attributes: attributes ?? {} });
    return { status: 200, body: { result: await declareType(deps, tenant, author, template), template } };
  },
});
