import { mkdirSync, writeFileSync } from 'node:fs';
import { loadCases } from '../../src/cli/labelled.js';
import { PROPOSITIONS_PROMPT } from '../../src/llm/prompts/propositions.js';
import { READER_PROMPT_HASH } from '../../src/llm/statement-reader.js';
import { readBatches } from '../batch.js';
import { OWN_PAIRS } from './asked.js';
import { CASSETTES, type PlacedProposal, placedOf, readCassettes, statementKeyOf } from './cassette.js';

const USAGE = 'npx tsx eval/reader/record.ts <folder of prompts> <folder of answers> <model> <date>';

/**
 * Puts what a model answered to the prompts of `prompts.ts` on cassettes: word for word for our own statements, by hashes
 * and without words for those of others, beside what is there already by the same model. An answer is taken as it is; a prompt that was changed meanwhile is refused.
 */
function main(): void {
  const [prompts, answers, model, date] = process.argv.slice(2);
  if (prompts === undefined || answers === undefined || model === undefined || date === undefined) {
    throw new Error(USAGE);
  }
  const own = new Set(loadCases([OWN_PAIRS]).flatMap(({ writes }) => writes.map(({ statement }) => statement)));
  const before = readCassettes().filter((one) => one.prompt_hash === READER_PROMPT_HASH && one.model === model);
  const told: Record<string, string> = Object.assign({}, ...before.map((one) => one.told));
  const placed: Record<string, PlacedProposal[] | null> = Object.assign({}, ...before.map((one) => one.placed));
  for (const batch of readBatches(prompts, answers)) {
    if (batch.system !== PROPOSITIONS_PROMPT)
      throw new Error('the prompt was changed since; nothing that it got counts');
    for (const [at, user] of batch.users.entries()) {
      const answer = batch.answers[at];
      if (answer === undefined || answer === null) continue;
      const { statement } = JSON.parse(user) as { statement: string };
      const key = statementKeyOf(statement);
      if (own.has(statement)) told[key] = answer;
      else placed[key] = placedOf(answer, statement);
    }
  }
  mkdirSync(CASSETTES, { recursive: true });
  const head = { prompt_hash: READER_PROMPT_HASH, model, recorded_at: date };
  write('own.json', head, 'told', told);
  write('others.json', head, 'placed', placed);
  console.log(
    `${Object.keys(told).length} answers about our own statements, ${Object.keys(placed).length} about others`,
  );
}

/** A line a statement, in the order of their hashes. */
function write(name: string, head: object, kind: string, answers: Readonly<Record<string, unknown>>): void {
  const rows = Object.entries(answers).sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = rows.map(([key, answer]) => `  ${JSON.stringify(key)}: ${JSON.stringify(answer)}`);
  const text = `${JSON.stringify(head, null, 1).slice(0, -2)},\n "${kind}": {\n${lines.join(',\n')}\n }\n}\n`;
  writeFileSync(new URL(name, CASSETTES), text);
}

main();
