import { z } from 'zod';
import { ENTITY_TYPES } from './lore.js';

/** What the value of an attribute may be. `choice`: one of `values`. */
export const ATTRIBUTE_KINDS = ['text', 'number', 'boolean', 'date', 'choice'] as const;
export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number];

const TYPE_NAME = /^[A-Z][A-Za-z0-9]{0,63}$/;
const ATTRIBUTE_NAME = /^[a-z][a-z0-9_]{0,63}$/;

const attribute = z
  .strictObject({
    kind: z.enum(ATTRIBUTE_KINDS).describe('What its value is.'),
    description: z.string().max(500).optional().describe('What it tells.'),
    values: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(200)
      .optional()
      .describe('Of a choice: the values that there are.'),
  })
  .superRefine(({ kind, values }, context) => {
    if ((kind === 'choice') === (values !== undefined)) return;
    const message = kind === 'choice' ? 'is required for a choice' : 'belongs to a choice only';
    context.addIssue({ code: 'custom', path: ['values'], message });
  });

/**
 * A type of entity that a project declares, as it is written in YAML or JSON. It may stand where the built-in type may that
 * it is a kind of.
 */
export const typeTemplate = z.strictObject({
  type: z
    .string()
    .regex(TYPE_NAME, 'must be one word that begins with a capital letter: Airship')
    .describe('Its name: one word that begins with a capital letter.'),
  kind_of: z.enum(ENTITY_TYPES).optional().describe('The built-in type that it is a kind of.'),
  description: z.string().max(500).optional().describe('What it stands for.'),
  attributes: z
    .record(z.string().regex(ATTRIBUTE_NAME, 'must be lower case with underscores: wing_span'), attribute)
    .refine((all) => Object.keys(all).length <= 100, 'may be at most 100')
    .default({})
    .describe('Its attributes by name, in lower case: wing_span.'),
});

/** The file of a world that declares its types. */
export const typeTemplates = z.array(typeTemplate, { error: 'must be a list of type templates' }).max(200);

export type TypeTemplate = z.infer<typeof typeTemplate>;

/** The relation type of an attribute: wing_span is WING_SPAN. */
export function attributeType(name: string): string {
  return name.toUpperCase();
}
