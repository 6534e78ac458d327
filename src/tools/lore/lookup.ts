import { z } from 'zod';
import type { StoryWindow } from '../../core/story-time.js';
import { type FoundEntity, lookedUp } from '../../flows/lore/read/lookup.js';
import { shown } from '../../flows/lore/resolve.js';
import { defineTool } from '../define.js';
import { compactEnvelopeFields, envelopeFields } from '../envelope-schemas.js';
import { entityField, periodField } from '../lore-schemas.js';
import { compactEnvelope } from '../present-envelope.js';
import { CandidateSchema } from '../problem-schemas.js';
import { knownAtField, label, tenantShape } from '../schemas.js';

export const lookup = defineTool({
  name: 'lookup',
  method: 'GET',
  path: '/v1/lore/lookup',
  tag: 'lore',
  role: 'reader',
  summary: 'Find entities by name, alias or id',
  description:
    'By id, name or alias; a name that nothing is called by finds what is called much alike. Best first: where several ' +
    'are called so, all of them. In a session "he", "it" or "the city" finds all that it may stand for, latest first.',
  useWhen: 'you have a name and need the id, the type or the time of whoever bears it.',
  notFor: 'claims that mention a name: use list_claims with `q`.',
  query: z.strictObject({
    ...tenantShape,
    query: entityField.describe('A name, an alias or an id.'),
    type: label.nullish().describe('Only entities of this type.'),
    known_at: knownAtField.describe('When they were, as it was believed at this system time; names are those of now.'),
  }),
  responses: {
    200: {
      description: 'What was found; empty when nothing was.',
      schema: z
        .object({
          ...envelopeFields,
          items: z
            .array(
              CandidateSchema.extend({
                aliases: z.array(z.string()).describe('Its other names.'),
                period: periodField,
              }),
            )
            .describe('Best first.'),
        })
        .describe('What is called so, or much alike.')
        .meta({ id: 'FoundEntities' }),
      short: z
        .object({
          ...compactEnvelopeFields,
          items: z
            .array(
              CandidateSchema.extend({
                period: z.string().optional().describe('Its lifespan, date or span, where it is told.'),
              }),
            )
            .describe('Best first.'),
        })
        .describe('What is called so, or much alike, in short.')
        .meta({ id: 'CompactFoundEntities' }),
    },
  },
  problems: [],
  run: async (context, asked) => {
    const { items, ...answer } = await lookedUp(context, asked);
    const candidates = shown(items.map(({ candidate }) => candidate));
    const withMore = (more: (item: FoundEntity) => object) =>
      candidates.map((candidate, at) => ({ ...candidate, ...more(items[at] as FoundEntity) }));
    const full = withMore(({ aliases, period }) => ({ aliases, period }));
    const short = () => ({
      ...compactEnvelope(answer),
      items: withMore(({ period }) => (period === null ? {} : { period: windowText(period) })),
    });
    return { status: 200, body: { view: 'full', ...answer, items: full }, short };
  },
});

function windowText({ from, until }: StoryWindow): string {
  return `${from?.text ?? '…'} – ${until?.text ?? '…'}`;
}
