import { z } from 'zod';
import { curatorField, dateField, entityField } from '../lore-schemas.js';
import { idField, label, reasonField, tenantShape, whoField } from '../schemas.js';

/** The bodies of the writes that are ways out of a refusal as well. */

export const addRelationBody = {
  ...tenantShape,
  type: label.describe('RULES, MEMBER_OF, BORN_ON …, or the name from the other end: RULED_BY.'),
  from: entityField,
  to: z.string().trim().min(1).max(1000).describe('Id or name of an entity; of an attribute its value.'),
  valid_from: dateField.nullish().describe('When it begins, or when it happens. Left out: open.'),
  valid_until: dateField.nullish().describe('When it ends; `unknown`: nobody knows. Left out: open.'),
  source: z.string().trim().min(1).max(2000).nullish().describe('Id, uri or name of the source that says so.'),
  who: whoField.nullish().describe('Who says so; default: the name of the API key.'),
  reason: reasonField.nullish().describe('Why it is believed.'),
  force_exception: z
    .boolean()
    .nullish()
    .describe('Store it in spite of a conflict: both sides become disputed and a contradiction opens.'),
};
export const AddRelationRequestSchema = z
  .strictObject(addRelationBody)
  .describe('A relation to store.')
  .meta({ id: 'AddRelationRequest' });

const replacement = z
  .strictObject({
    type: label.nullish().describe('Its type; left out: as it was.'),
    from: entityField.nullish(),
    to: entityField.nullish(),
    value: z.string().trim().min(1).max(1000).nullish().describe('Of an attribute.'),
    valid_from: dateField.nullish().describe('null opens the window on this side.'),
    valid_until: dateField.nullish().describe('null opens the window on this side.'),
    source: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .nullish()
      .describe('Id, uri or name of the source that says so; null: none.'),
  })
  .describe('What was so instead.')
  .meta({ id: 'RelationReplacement' });

export const retconBody = {
  ...tenantShape,
  old: idField.describe('Id of the relation.'),
  new: replacement.nullish().describe('What was so instead; left out: nothing.'),
  reason: reasonField.describe('Why canon changes.'),
  who: curatorField,
};
