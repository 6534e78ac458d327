import { z } from 'zod';
import { CLAIM_KINDS, CLAIM_STATUSES } from '../../core/claim.js';
import { storyTimeOf } from '../../core/story-time.js';
import { HIT_KINDS, type HitKind } from '../../flows/asking/hit.js';
import { ASKED_MAX } from '../../flows/asking/question.js';
import { type RecallRequest, recall as recallHits } from '../../flows/asking/recall.js';
import { compactView, fullView } from '../compact-schemas.js';
import { defineTool } from '../define.js';
import { compactHit, presentHit } from '../present-recall.js';
import { CompactHitSchema, HitSchema } from '../recall-schemas.js';
import { knownAtField, tenantShape, wordField } from '../schemas.js';
import { StoryTimeSchema } from '../time-schemas.js';
import type { Camel } from '../wire.js';

const LIMIT_DEFAULT = 10;
const LIMIT_MAX = 50;
const QUESTION_MAX = 8000;

const kindsField = z
  .string()
  .max(100)
  .transform((text) => text.split(',').map((kind) => kind.trim()))
  .pipe(z.array(z.enum(HIT_KINDS)).min(1));

const query = z.strictObject({
  ...tenantShape,
  q: z
    .string()
    .max(QUESTION_MAX)
    .refine((text) => text.trim() !== '', 'must hold more than white space')
    .describe('The question, or words of what is looked for. A date that it names is the time asked about.'),
  kinds: kindsField
    .nullish()
    .describe(`What may be found, with commas between: ${HIT_KINDS.join(', ')}. Default: all.`),
  kind: z.enum(CLAIM_KINDS).nullish().describe('Claims of this kind only.'),
  status: z
    .enum([...CLAIM_STATUSES.filter((status) => status !== 'erased'), 'all'])
    .nullish()
    .describe('Default: active, or what was active at `known_at`. `all`: what is no longer believed too.'),
  entity: wordField.describe('Claims about this entity only, as it was written with them.'),
  tag: wordField.describe('Claims with this tag only.'),
  env: wordField.describe('Claims of this environment, and those of all environments, only.'),
  team: wordField.describe('Claims of this team, and those of all teams, only.'),
  at_time: wordField.describe('What holds at this time in the world, surely or perhaps: a date of the calendar.'),
  known_at: knownAtField,
  limit: z.coerce.number().int().min(1).max(LIMIT_MAX).nullish().describe(`Hits; default ${LIMIT_DEFAULT}.`),
});

const about = {
  words: z.array(z.string()).describe('The words of the question that were looked for, in any form, in lower case.'),
  words_left_out: z.number().int().describe(`How many further words were not looked for: ${ASKED_MAX} are at most.`),
  date: StoryTimeSchema.nullable().describe('The date that the question names; null: none, or `at_time` was given.'),
  is_cut: z.boolean().describe('Whether more shares words with the question than was looked at: add rarer words.'),
};

export const recall = defineTool({
  name: 'recall',
  method: 'GET',
  path: '/v1/recall',
  tag: 'read',
  role: 'reader',
  takesSession: true,
  toolsets: ['memory'],
  summary: 'Find what is believed about a question',
  description:
    'Claims, passages of documents, entities and relations by how well they fit the question, best first, each with what ' +
    'of it matched and what to know before you rely on it: whether it is disputed, superseded, unguarded, unsupported, or ' +
    'does not hold at the time asked about. What your session (header `Loreguard-Session`) showed or wrote ranks higher. Passages are those of documents as they are now. Filters for claims leave ' +
    'everything else out.',
  useWhen: 'you have a question in words and want what the memory knows about it.',
  notFor: 'the reason of a decision: use why. Every claim of an author, tag or source: use list_claims.',
  query,
  responses: {
    200: {
      description: 'What was found; empty when nothing was.',
      schema: z
        .object({ view: fullView, items: z.array(HitSchema).describe('Best first.'), ...about })
        .describe('What fits the question.')
        .meta({ id: 'Recalled' }),
      short: z
        .object({ view: compactView, items: z.array(CompactHitSchema).describe('Best first.'), ...about })
        .describe('What fits the question, in short.')
        .meta({ id: 'RecalledInShort' }),
    },
  },
  problems: ['invalid_date'],
  run: async ({ deps, tenant, session }, input) => {
    const { hits, question, namedDate, isCut } = await recallHits(deps, tenant, { ...requestOf(input), session });
    const { calendar } = await deps.contexts.of(tenant);
    const rest = {
      ...{ words: question.asked, wordsLeftOut: question.leftOut, isCut },
      date: namedDate === null ? null : storyTimeOf(namedDate),
    };
    const short = () => ({ view: 'compact', items: hits.map(compactHit), ...rest });
    return { status: 200, body: { view: 'full', items: hits.map((hit) => presentHit(hit, calendar)), ...rest }, short };
  },
});

function requestOf(input: Camel<z.infer<typeof query>>): Omit<RecallRequest, 'session'> {
  return {
    q: input.q,
    kinds: new Set<HitKind>(input.kinds ?? HIT_KINDS),
    status: input.status === 'all' ? null : (input.status ?? 'active'),
    ...{ kind: input.kind ?? null, entity: input.entity ?? null, tag: input.tag ?? null },
    ...{ env: input.env ?? null, team: input.team ?? null },
    ...{ atTime: input.atTime ?? null, knownAt: input.knownAt ?? null, limit: input.limit ?? LIMIT_DEFAULT },
  };
}
