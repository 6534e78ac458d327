import { z } from 'zod';
import { retcon as declare } from '../../flows/lore/retcon.js';
import { defineTool } from '../define.js';
import { RelationSchema } from '../lore-schemas.js';
import { presentClaim } from '../present.js';
import { presentRelation } from '../present-lore.js';
import { closedField, unsupportedField } from '../stored-schemas.js';
import { retconBody } from './bodies.js';

export const retcon = defineTool({
  name: 'retcon',
  method: 'POST',
  path: '/v1/lore/retcon',
  tag: 'curate',
  role: 'curator',
  isDestructive: true,
  summary: 'Declare that a relation was never so, or was otherwise',
  description:
    'Closes the relation and, with `new`, puts another in its place: what `new` leaves out is as it was. Nothing is ' +
    'deleted: `known_at` still answers what was believed before. What it was disputed with is disputed with it no ' +
    'longer. A claim that stated it, and says nothing else, is cancelled; one that says more goes on for the rest. A ' +
    'document that says it again does not bring it back. The guard is not asked.',
  useWhen: 'canon changes: a relation was never so, or was otherwise.',
  notFor: 'a claim in words: use supersede or cancel. What changed in the world: add the next relation with its dates.',
  body: z.strictObject(retconBody),
  responses: {
    200: {
      description: 'Both as they are now.',
      schema: z
        .object({
          result: z.literal('retconned').describe('Canon is changed.'),
          old: RelationSchema.describe('What was never so.'),
          new: RelationSchema.nullable().describe('What was so instead; null: nothing.'),
          ...{ closed: closedField, unsupported: unsupportedField },
        })
        .describe('A change of canon.')
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
      ...{
        result: 'retconned',
        old: presentRelation(old, calendar),
        new: next === null ? null : presentRelation(next, calendar),
      },
      closed: closed.map((claim) => presentClaim(claim, calendar)),
      unsupported: unsupported.map((claim) => presentClaim(claim, calendar)),
    };
    return { status: 200, body };
  },
});
