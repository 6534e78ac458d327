import { z } from 'zod';
import { retcon as declare } from '../../flows/lore/retcon.js';
import { defineTool } from '../define.js';
import { curatorField, dateField, entityField, RelationSchema } from '../lore-schemas.js';
import { presentClaim } from '../present.js';
import { presentRelation } from '../present-lore.js';
import { closedField, idField, label, reasonField, tenantShape, unsupportedField } from '../schemas.js';

const replacement = z.strictObject({
  type: label.nullish(),
  from: entityField.nullish(),
  to: entityField.nullish(),
  value: z.string().trim().min(1).max(1000).nullish().describe('Of an attribute.'),
  valid_from: dateField.nullish().describe('null opens the window on this side.'),
  valid_until: dateField.nullish().describe('null opens the window on this side.'),
  source: z.string().trim().min(1).max(2000).nullish().describe('Id or uri of the source that says so; null: none.'),
});

export const retcon = defineTool({
  name: 'retcon',
  method: 'POST',
  path: '/v1/lore/retcon',
  tag: 'curate',
  role: 'curator',
  summary: 'Declare that a relation was never so, or was otherwise',
  description:
    'Closes the relation and, with `new`, puts another in its place: what `new` leaves out is as it was. Nothing is ' +
    'deleted: `known_at` still answers what was believed before. What it was disputed with is disputed with it no ' +
    'longer. A claim that stated it, and says nothing else, is cancelled; one that says more goes on for the rest. A ' +
    'document that says it again does not bring it back. The guard is not asked.',
  body: z.strictObject({
    ...tenantShape,
    old: idField.describe('Id of the relation.'),
    new: replacement.nullish().describe('What was so instead; left out: nothing.'),
    reason: reasonField.describe('Why canon changes.'),
    who: curatorField,
  }),
  responses: {
    200: {
      description: 'Both as they are now.',
      schema: z
        .object({
          ...{ result: z.literal('retconned'), old: RelationSchema, new: RelationSchema.nullable() },
          ...{ closed: closedField, unsupported: unsupportedField },
        })
        .meta({ id: 'Retconned' }),
    },
  },
  problems: ['not_found', 'not_active', 'unknown_entity', 'ambiguous_entity', 'invalid_date', 'invalid_period'],
  run: async ({ deps, tenant, caller }, { old: oldId, new: told, reason, who }) => {
    const author = { who: who ?? caller.name, keyId: caller.keyId };
    const { type, from, to, value, ...rest } = told ?? {};
    const named = { type: type ?? undefined, from: from ?? undefined, to: to ?? undefined, value: value ?? undefined };
    const replaced = told == null ? null : { ...named, ...rest };
    const request = { tenant, oldId, replacement: replaced, reason, author };
    const { old, next, closed, unsupported } = await declare(deps, request);
    const { calendar } = await deps.contexts.of(tenant);
    const body = {
      ...{ result: 'retconned', old: presentRelation(old), new: next === null ? null : presentRelation(next) },
      closed: closed.map((claim) => presentClaim(claim, calendar)),
      unsupported: unsupported.map((claim) => presentClaim(claim, calendar)),
    };
    return { status: 200, body };
  },
});
