import type { ClauseReader } from '../core/proposal.js';
import { answerSchema, readAnswer } from './answer.js';
import { type ModelOptions, openModel } from './model.js';
import { CLAUSES_PROMPT, statementMessage } from './prompts/clauses.js';

/** A reader that asks a model behind an OpenAI-compatible endpoint. */
export async function openClauseReader(options: ModelOptions): Promise<ClauseReader> {
  const model = await openModel(options, { name: 'clauses', schema: answerSchema() });
  return {
    name: `llm:${options.model}`,
    read: (statement) => model.ask({ system: CLAUSES_PROMPT, user: statementMessage(statement), read: readAnswer }),
  };
}
