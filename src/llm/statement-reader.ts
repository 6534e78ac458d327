import { createHash } from 'node:crypto';
import type { StatementReader } from '../core/proposal.js';
import { answerSchema, readAnswer } from './answer.js';
import { type ModelOptions, openModel } from './model.js';
import { PROPOSITIONS_PROMPT, statementMessage } from './prompts/propositions.js';

/** Of what a reader is told to do, and of the form of its answer: another one is another reader. */
export const READER_PROMPT_HASH = createHash('sha256')
  .update(JSON.stringify([PROPOSITIONS_PROMPT, answerSchema()]))
  .digest('hex');

/** A reader that asks a model behind an OpenAI-compatible endpoint. */
export async function openStatementReader(options: ModelOptions): Promise<StatementReader> {
  const model = await openModel(options, { name: 'propositions', schema: answerSchema() });
  return {
    name: `llm:${options.model}`,
    read: (statement) =>
      model.ask({ system: PROPOSITIONS_PROMPT, user: statementMessage(statement), read: readAnswer }),
  };
}
