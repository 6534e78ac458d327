import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { StoryFinding, StoryReader } from '../core/detective.js';
import { FINDING_KINDS } from '../core/finding.js';
import { type ModelOptions, openModel } from './model.js';
import { DETECTIVE_PROMPT, storyOf } from './prompts/detective.js';

const finding = z.object({ ids: z.array(z.string()), kind: z.enum(FINDING_KINDS), question: z.string() });
const answer = z.object({ findings: z.array(finding) });

/** Limits lie outside of the schema that is sent: not every endpoint takes them in one. */
const bounded = z.object({
  findings: z
    .array(
      finding.extend({
        ids: z.array(z.string().max(20)).min(2).max(50),
        question: z.string().trim().min(1).max(600),
      }),
    )
    .max(50),
});

function answerSchema(): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(answer);
  return schema;
}

/** Of what a reader is told to do, and of the form of its answer: another one is another reader. */
export const DETECTIVE_PROMPT_HASH = createHash('sha256')
  .update(JSON.stringify([DETECTIVE_PROMPT, answerSchema()]))
  .digest('hex');

/**
 * Reads what a model wrote. Words or a fence around the JSON are passed over, and a bare list is taken for the findings.
 * @throws Error when there is no JSON in it, or another one
 */
export function readFindings(content: string): StoryFinding[] {
  const text = content.trim().replace(/^```[a-z]*\s*/i, '');
  const isList = text.startsWith('[');
  const from = text.indexOf(isList ? '[' : '{');
  const until = text.lastIndexOf(isList ? ']' : '}');
  if (from < 0 || until < from) throw new Error('the answer holds no JSON');
  const parsed: unknown = JSON.parse(text.slice(from, until + 1));
  const { findings } = bounded.parse(isList ? { findings: parsed } : parsed);
  return findings.map(({ ids, kind, question }) => ({ lineIds: [...new Set(ids)], kind, question }));
}

/** A reader that asks a model behind an OpenAI-compatible endpoint. */
export async function openStoryReader(options: ModelOptions): Promise<StoryReader> {
  const model = await openModel(options, { name: 'findings', schema: answerSchema() });
  return {
    name: `llm:${options.model}`,
    read: async (lines) => {
      const cost = { requests: 0, promptTokens: 0, completionTokens: 0 };
      const found = await model.ask({
        ...{ system: DETECTIVE_PROMPT, user: storyOf(lines), read: readFindings },
        onUsage: ({ input, output }) => {
          cost.requests += 1;
          cost.promptTokens += input;
          cost.completionTokens += output;
        },
      });
      return { found, cost };
    },
  };
}
