import { z } from 'zod';
import { fitLines, writeLines } from '../../core/room.js';
import { briefLines } from '../../flows/asking/brief.js';
import { tickAt, timeAsked } from '../../flows/window.js';
import { defineTool } from '../define.js';
import { atTimeField, knownAtField, tenantShape } from '../schemas.js';

const TOKENS_DEFAULT = 1000;
const [TOKENS_LEAST, TOKENS_MOST] = [100, 20_000];
/** What is counted as a token. */
const TOKEN_CHARACTERS = 4;
/** Room for the numbers of the answer, and the names of its fields. */
const FRAME = 140;
/** Open contradictions get so much of the room, if they need it. */
const CONTRADICTIONS_SHARE = 0.2;

export const brief = defineTool({
  name: 'brief',
  method: 'GET',
  path: '/v1/brief',
  tag: 'read',
  role: 'reader',
  toolsets: ['memory'],
  summary: 'Tell a newcomer what holds in a project, in so many tokens',
  description:
    'What is active and holds now, as Markdown: constraints, conventions, then decisions and rejections, the newest and ' +
    'those that most rests on first, and open contradictions last. Each line ends with its id. The answer as a whole is ' +
    'never longer than `max_tokens` times four characters; the same memory gives the same answer.',
  useWhen: 'you begin to work on a project, before you know what to ask.',
  notFor: 'a question: use recall. A list of all claims: use list_claims.',
  query: z.strictObject({
    ...tenantShape,
    max_tokens: z.coerce
      .number()
      .int()
      .min(TOKENS_LEAST)
      .max(TOKENS_MOST)
      .nullish()
      .describe(`Most tokens of the answer, of four characters each; default ${TOKENS_DEFAULT}.`),
    at_time: atTimeField.describe('What holds at this time in the world, surely or perhaps; default: now.'),
    known_at: knownAtField,
  }),
  responses: {
    200: {
      description: 'The brief.',
      schema: z
        .object({
          text: z
            .string()
            .describe('Markdown: a heading for each section, and a line for each claim, which ends with its id.'),
          lines: z.number().int().describe('How many lines it has.'),
          left_out: z.number().int().describe('How many further lines there was no room for.'),
          is_cut: z.boolean().describe('Whether there are more still, which were not counted.'),
        })
        .describe('What a newcomer must know.')
        .meta({ id: 'Brief' }),
    },
  },
  problems: ['invalid_date'],
  run: async ({ deps, tenant }, { maxTokens, atTime, knownAt }) => {
    const { calendar, unit } = await timeAsked(deps, tenant, atTime);
    const now = tickAt(calendar, deps.clock.now());
    const asked = { unit: unit ?? { start: now, end: now + 1 }, knownAt: knownAt ?? null };
    const { lines, isCut } = await briefLines(deps, tenant, asked);
    const all = lines.map(({ section, id, text }) => ({ section, text: `- ${text} [${id}]` }));
    const room = (maxTokens ?? TOKENS_DEFAULT) * TOKEN_CHARACTERS - FRAME;
    const shown = fitLines(all, room, sizeInJson, { keeps: 'contradictions', share: CONTRADICTIONS_SHARE });
    const left = { lines: shown.length, leftOut: all.length - shown.length, isCut };
    return { status: 200, body: { text: writeLines(shown), ...left } };
  },
});

/** Quotes and ends of lines take two characters. */
function sizeInJson(text: string): number {
  return JSON.stringify(text).length - 2;
}
