import { z } from 'zod';
import { describeFindings } from '../../flows/detective/describe.js';
import { investigate as look } from '../../flows/detective/investigate.js';
import { defineTool } from '../define.js';
import { tenantShape } from '../schemas.js';
import { Timestamp } from '../time-schemas.js';
import { CoverageSchema, FindingSchema } from './finding-schemas.js';
import { presentFinding } from './present-finding.js';

const ModelSchema = z
  .object({
    state: z
      .enum(['off', 'not_needed', 'asked', 'later'])
      .describe('`off`: none is configured. `later`: it failed, and is asked again in the background.'),
    requests: z.number().int().describe('Requests that were sent to it.'),
    prompt_tokens: z.number().int().describe('Tokens that it was sent, by what it says.'),
    completion_tokens: z.number().int().describe('Tokens that it answered, by what it says.'),
  })
  .describe('The language model that reads the story too.')
  .meta({ id: 'StoryModel' });

export const investigate = defineTool({
  name: 'investigate',
  method: 'POST',
  path: '/v1/investigate',
  tag: 'write',
  role: 'writer',
  summary: 'Read the story of a project now for what may confuse',
  description:
    'Reads all claims that nobody has read yet, of any author, and waits: would somebody who reads them from the first to ' +
    'the last know what is true now? The same goes on in the background after every write. Answers what it raised, what ' +
    'is open (at most 50), and how much was read.',
  useWhen: 'you have just written or ingested a lot and want to know at once what it leaves open.',
  notFor: 'what was found before: use list_findings. What a write would contradict: use check.',
  body: z.strictObject({ ...tenantShape }),
  responses: {
    200: {
      description: 'It was read.',
      schema: z
        .object({
          result: z
            .enum(['finished', 'unfinished'])
            .describe('`unfinished`: there was more than a request may take; the rest is read in the background.'),
          findings: z.array(FindingSchema).describe('What is open, oldest first.'),
          raised: z.array(z.string()).describe('Ids of the findings that this run raised.'),
          coverage: CoverageSchema.describe('Of this run.'),
          covered: CoverageSchema.describe('Of all runs.'),
          read_until: Timestamp.nullable().describe('What was stored until then is read; null: nothing is stored.'),
          model: ModelSchema,
        })
        .describe('What reading the story came to.')
        .meta({ id: 'Investigation' }),
    },
  },
  problems: [],
  run: async ({ deps, tenant }) => {
    const { raised, open, coverage, story, model } = await look(deps, tenant);
    const findings = await describeFindings(deps, tenant, open);
    const body = {
      result: story.isBehind ? 'unfinished' : 'finished',
      findings: findings.map((one) => presentFinding(one, tenant)),
      raised: raised.map(({ id }) => id),
      ...{ coverage, covered: story.coverage, readUntil: story.readUntil },
      model: { state: model.state, ...model.cost },
    };
    return { status: 200, body };
  },
});
