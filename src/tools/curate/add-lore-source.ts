import { z } from 'zod';
import { SOURCE_KINDS } from '../../core/source.js';
import { addSource } from '../../flows/lore/sources.js';
import { defineTool } from '../define.js';
import { curatorField, SourceSchema, whyField } from '../lore-schemas.js';
import { presentSource } from '../present-lore.js';
import { label, tenantShape } from '../schemas.js';

const answer = (result: z.ZodType) =>
  z.object({
    result: result.describe('What became of it.'),
    source: SourceSchema.describe('The source as it is now.'),
  });

export const addLoreSource = defineTool({
  name: 'add_lore_source',
  method: 'POST',
  path: '/v1/lore/add-lore-source',
  tag: 'curate',
  role: 'curator',
  summary: 'Name a source of lore, and how reliable it is',
  description:
    'Canonical counts 1.0, factional 0.75, rumor 0.5, dialogue 0.4, fanon 0.3; what a prophetic source says warns ' +
    'at most, and is never held against anything. The confidence of a relation is how surely it was read × the reliability of its source. ' +
    'The same uri again with another reliability changes it, and with it the confidence of all that the source says; ' +
    'but a source is prophetic or is not, for good.',
  useWhen: 'you are about to tell what a book, a witness or a rumour says, and how far it can be trusted.',
  notFor: 'the text itself: use ingest.',
  body: z.strictObject({
    ...tenantShape,
    uri: z.string().trim().min(1).max(500).describe('What names it: a path, a URL, a title.'),
    reliability: z.enum(SOURCE_KINDS).describe('How far it can be trusted.'),
    title: label.nullish().describe('What it is called; default: its uri.'),
    reason: whyField,
    who: curatorField,
  }),
  responses: {
    200: {
      description: 'It was there.',
      schema: answer(z.enum(['updated', 'unchanged']))
        .describe('A source that was known.')
        .meta({ id: 'KnownLoreSource' }),
    },
    201: {
      description: 'It is added.',
      schema: answer(z.literal('stored')).describe('A source that is new.').meta({ id: 'AddedLoreSource' }),
    },
  },
  problems: ['source_differs'],
  run: async ({ deps, tenant, caller }, { uri, reliability, title, reason, who }) => {
    const author = { who: who ?? caller.name, keyId: caller.keyId };
    const told = { uri, kind: reliability, title: title ?? null, reason: reason ?? null };
    const { result, source } = await addSource(deps, tenant, author, told);
    return { status: result === 'stored' ? 201 : 200, body: { result, source: presentSource(source) } };
  },
});
