import { z } from 'zod';
import { CITATION_BASES, type Citation, citationsOf } from '../../flows/lore/read/cite.js';
import { defineTool } from '../define.js';
import { compactEnvelopeFields, envelopeFields, FactSchema } from '../envelope-schemas.js';
import { linesField } from '../facts-answer.js';
import { oneLine, PlaceSchema, placeLine, presentPlace } from '../passage-schemas.js';
import { compactEnvelope } from '../present-envelope.js';
import { idField, knownAtField, tenantShape } from '../schemas.js';

const LIMIT = 10;
const LIMIT_MAX = 50;
const TEXT_MAX = 2000;

const CitationSchema = z
  .object({
    basis: z
      .enum(CITATION_BASES)
      .describe(
        '`cited`: a relation is said there. `made`: the claim is its sentence. `found`: it has the words; read it.',
      ),
    place: PlaceSchema.describe('Where.'),
    fact: FactSchema.nullable().describe('The relation that is said there; null: none is.'),
    claim_id: z.string().nullable().describe('The claim that is said there; null: none is.'),
    share: z.number().nullable().describe('Of a text: the share of its words that stand there; null of the others.'),
  })
  .describe('Where something is said.')
  .meta({ id: 'Citation' });

const about = {
  statement: z.string().nullable().describe('What is cited, in its own words; null of a relation.'),
  total: z.number().int().describe('How many there are; those beyond `limit` are left out.'),
};

export const cite = defineTool({
  name: 'cite',
  method: 'GET',
  path: '/v1/lore/cite',
  tag: 'lore',
  role: 'reader',
  summary: 'Say where a claim, a relation or a text stands in the sources',
  description:
    'The passages that a relation or a claim is said in, and those of every other source that says the same, with ' +
    'document, heading, line, span and how reliable the source is. Of a text the passages with at least half of its ' +
    'words, most of them first, each with the sentence that fits best: they may also deny it.',
  useWhen: 'you are about to repeat or stress a fact, or are asked for the source.',
  notFor: 'all that is told of somebody: use lore_about. Whether a draft is so: use verify_answer.',
  query: z.strictObject({
    ...tenantShape,
    claim: idField.nullish().describe('Id of a claim; or give `relation` or `text`.'),
    relation: idField.nullish().describe('Id of a relation, as answers about the world name it.'),
    text: z.string().trim().min(1).max(TEXT_MAX).nullish().describe('A sentence.'),
    known_at: knownAtField,
    limit: z.coerce.number().int().min(1).max(LIMIT_MAX).nullish().describe(`Citations; default ${LIMIT}.`),
  }),
  responses: {
    200: {
      description: 'Where it is said; empty: nowhere that is known.',
      schema: z
        .object({
          ...envelopeFields,
          ...about,
          citations: z.array(CitationSchema).describe('What was asked for first.'),
        })
        .describe('Where something is said.')
        .meta({ id: 'Citations' }),
      short: z
        .object({
          ...compactEnvelopeFields,
          citations: linesField('`document:line, heading: quote`.'),
          total: about.total,
        })
        .describe('Where something is said, in short.')
        .meta({ id: 'CompactCitations' }),
    },
  },
  problems: ['not_found'],
  run: async (context, { limit, ...asked }) => {
    const { citations, ...answer } = await citationsOf(context, { ...asked, limit: limit ?? LIMIT });
    const shown = citations.map(({ place, ...rest }) => ({ ...rest, place: presentPlace(place) }));
    const short = () => ({ ...compactEnvelope(answer), citations: citations.map(line), total: answer.total });
    return { status: 200, body: { view: 'full', ...answer, citations: shown }, short };
  },
});

function line({ place, share }: Citation): string {
  const mark = share === null ? '' : ` (${share} of the words)`;
  return `${placeLine(place)}${place.quote === null ? '' : `: ${oneLine(place.quote)}`}${mark}`;
}
