import { z } from 'zod';
import { RULE_KINDS } from '../../core/contract.js';
import { compactView, fullView } from '../compact-schemas.js';
import { defineTool } from '../define.js';
import { HARNESS_FORMS, harnessFor, harnessText } from '../harness/text.js';
import { tenantShape } from '../schemas.js';

const textField = z.string().describe('All of it as text, to be given to a model as it is.');

const StepSchema = z
  .object({
    tool: z.string().describe('The operation.'),
    given: z.string().describe('What it is given.'),
    when: z.string().nullable().describe('Only then; null: always.'),
  })
  .describe('A call of a sequence.')
  .meta({ id: 'HarnessStep' });

export const harness = defineTool({
  name: 'harness',
  method: 'GET',
  path: '/v1/lore/harness',
  tag: 'lore',
  role: 'reader',
  summary: 'Read the contract of whoever answers about a world',
  description:
    'Which tool is for what, five types of question with their sequences and the shape of their answers, what a reasoner ' +
    'must and must never do, how to speak of what was found and of what was not, what to do on errors. Made from the table ' +
    'of tools, for the role of the key. `form=prompt` is at most 900 tokens; `form=full` has worked examples.',
  useWhen: 'you begin to answer questions about a world.',
  notFor: 'what a session did with it: use session_calls.',
  query: z.strictObject({
    ...tenantShape,
    form: z.enum(HARNESS_FORMS).nullish().describe('`prompt` (default) in short, `full` with worked examples.'),
  }),
  responses: {
    200: {
      description: 'The contract.',
      schema: z
        .object({
          view: fullView,
          form: z.enum(HARNESS_FORMS).describe('Of the text.'),
          text: textField,
          rules: z
            .array(
              z
                .object({
                  id: z.string().describe('As reviews of sessions name it.'),
                  kind: z.enum(RULE_KINDS).describe('What it is about.'),
                  text: z.string().describe('What it asks for.'),
                })
                .describe('A rule.')
                .meta({ id: 'HarnessRule' }),
            )
            .describe('What holds for the role that asks.'),
          questions: z
            .array(
              z
                .object({
                  name: z.string().describe('Of the type.'),
                  examples: z.array(z.string()).describe('Such questions.'),
                  steps: z.array(StepSchema).describe('In their order.'),
                  shape: z.string().describe('Of the answer.'),
                })
                .describe('A type of question.')
                .meta({ id: 'QuestionType' }),
            )
            .describe('Five types.'),
          tools: z.array(z.string()).describe('The tools that it is about.'),
        })
        .describe('The contract of a reasoner.')
        .meta({ id: 'Harness' }),
      short: z
        .object({ view: compactView, text: textField })
        .describe('The contract as text alone.')
        .meta({ id: 'CompactHarness' }),
    },
  },
  problems: [],
  run: async ({ tools: all, caller }, asked) => {
    const form = asked.form ?? 'prompt';
    const made = harnessFor(all, caller.role, form);
    const text = harnessText(made, form);
    const rules = made.rules.map(({ id, kind, text: said }) => ({ id, kind, text: said }));
    const questions = made.questions.map(({ steps, ...type }) => ({
      ...type,
      steps: steps.map(({ when, ...step }) => ({ ...step, when: when ?? null })),
    }));
    const body = { view: 'full', form, text, rules, questions, tools: made.tools.map(({ name }) => name) };
    return { status: 200, body, short: () => ({ view: 'compact', text }) };
  },
});
