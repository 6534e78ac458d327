import { createHash } from 'node:crypto';
import type { Judged, JudgedPair, PairJudge } from '../core/judge.js';
import { judgedSchema, readJudged } from './judged.js';
import { type ModelOptions, openModel, UnusableAnswer } from './model.js';
import { JUDGE_PROMPT, judgeMessage } from './prompts/judge.js';

/** Of what a judge is told to do, and of the form of its answer: another one is another judge. */
export const JUDGE_PROMPT_HASH = createHash('sha256')
  .update(JSON.stringify([JUDGE_PROMPT, judgedSchema()]))
  .digest('hex');

/** A judge that asks a model behind an OpenAI-compatible endpoint: all pairs in one call. */
export async function openLlmJudge(options: ModelOptions): Promise<PairJudge> {
  const model = await openModel(options, { name: 'verdicts', schema: judgedSchema() });
  return {
    identity: { kind: 'llm', model: options.model, promptHash: JUDGE_PROMPT_HASH },
    quotes: true,
    judge: (pairs, limitMs) =>
      model
        .ask({
          ...{ system: JUDGE_PROMPT, user: judgeMessage(pairs), read: (content) => readJudged(content, pairs) },
          ...(limitMs === undefined ? {} : { limitMs }),
        })
        .catch((error: unknown) => faultOf(error, pairs)),
  };
}

function faultOf(error: unknown, pairs: readonly JudgedPair[]): Judged[] {
  const fault = error instanceof UnusableAnswer ? 'unusable' : 'unavailable';
  return pairs.map(() => ({ fault }));
}
