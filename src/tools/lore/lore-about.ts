import { z } from 'zod';
import { entityRef } from '../../core/lore.js';
import { PASSAGE_TYPES, loreAbout as passagesAbout } from '../../flows/lore/read/about.js';
import { defineTool } from '../define.js';
import { compactEnvelopeFields, envelopeFields } from '../envelope-schemas.js';
import { aboutField, linesField } from '../facts-answer.js';
import { entityField } from '../lore-schemas.js';
import { oneLine, PassageSpanSchema, PlaceSchema, placeLine, presentPlace } from '../passage-schemas.js';
import { compactEnvelope } from '../present-envelope.js';
import { knownAtField, nextCursorField, PAGE_MAX, pageShape, tenantShape } from '../schemas.js';

const LIMIT = 10;

const AboutSchema = z
  .object({
    place: PlaceSchema.describe('Where it stands; the quote is the first mention.'),
    mentions: z
      .array(PassageSpanSchema)
      .describe('Where in the passage it is named; empty: only its relations cite it.'),
    cites: z.number().int().describe('How many relations of it cite the passage.'),
  })
  .describe('A passage that is about an entity.')
  .meta({ id: 'AboutPassage' });

const countFields = {
  total: z.number().int().describe('How many there are on all pages.'),
  is_cut: z.boolean().describe('Whether more passages have words of its names than are looked at.'),
  next_cursor: nextCursorField,
};

export const loreAbout = defineTool({
  name: 'lore_about',
  method: 'GET',
  path: '/v1/lore/lore-about',
  tag: 'lore',
  role: 'reader',
  summary: 'List the passages that mention an entity',
  description:
    'Passages of documents that name it, by its own name or an alias, or that its relations cite; those that say most of ' +
    'it first, each with document, heading and line. `known_at` shows passages as they were cited then; what a document ' +
    'no longer says is found only where a relation cites it.',
  useWhen: 'you want colour and texture, in the words of the chronicles.',
  notFor: 'where one fact is said: use cite. A question in words: use recall.',
  query: z.strictObject({
    ...{ ...tenantShape, entity: entityField },
    type: z.enum(PASSAGE_TYPES).nullish().describe('`prose`: Markdown; `records`: YAML and JSON. Default: prose.'),
    ...{ known_at: knownAtField, ...pageShape },
    limit: z.coerce.number().int().min(1).max(PAGE_MAX).nullish().describe(`Items on a page; default ${LIMIT}.`),
  }),
  responses: {
    200: {
      description: 'One page; empty: no passage names it.',
      schema: z
        .object({
          ...{ ...envelopeFields, entity: aboutField },
          ...{ passages: z.array(AboutSchema).describe('Those that say most of it first.'), ...countFields },
        })
        .describe('The passages that mention an entity.')
        .meta({ id: 'LoreAbout' }),
      short: z
        .object({
          ...{
            ...compactEnvelopeFields,
            passages: linesField('`document:line, heading: text`, cut at 300 characters.'),
          },
          ...countFields,
        })
        .describe('The passages that mention an entity, in short.')
        .meta({ id: 'CompactLoreAbout' }),
    },
  },
  problems: ['unknown_entity', 'ambiguous_entity'],
  run: async (context, { limit, type, ...asked }) => {
    const { entity, passages, ...answer } = await passagesAbout(context, {
      ...{ ...asked, limit: limit ?? LIMIT, type: type ?? 'prose' },
    });
    const { total, isCut, nextCursor } = answer;
    const shown = passages.map(({ place, ...rest }) => ({ place: presentPlace(place), ...rest }));
    const lines = passages.map(({ place }) => `${placeLine(place)}: ${cut(oneLine(place.text ?? ''))}`);
    const short = () => ({ ...compactEnvelope(answer), passages: lines, total, isCut, nextCursor });
    return { status: 200, body: { view: 'full', ...answer, entity: entityRef(entity), passages: shown }, short };
  },
});

const SHORT_MAX = 300;

function cut(text: string): string {
  return text.length <= SHORT_MAX ? text : `${[...text.slice(0, SHORT_MAX)].slice(0, -1).join('')}…`;
}
