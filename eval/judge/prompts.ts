import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadCases } from '../../src/cli/labelled.js';
import type { JudgedPair } from '../../src/core/judge.js';
import { pairKeyOf } from '../../src/flows/judging/key.js';
import { JUDGE_PROMPT, judgeMessage } from '../../src/llm/prompts/judge.js';
import { loadLexicon } from '../../src/start/lexicons.js';
import { seeded } from '../../test/helpers/seeded.js';
import { writeBatch } from '../batch.js';
import { documentPairs, labelledPairs } from './pairs-asked.js';

const USAGE = 'npx tsx eval/judge/prompts.ts <out folder> <folder or files> [--documents N]';
const OWN = new URL('./pairs.jsonl', import.meta.url).pathname;

/** Of one prompt. */
const PAIRS_AT_ONCE = 40;

/**
 * Writes what the server would say to a model about labelled pairs and statements of documents, in an order that tells
 * nothing. What the model answers is put on cassettes by `record.ts`, one for each folder.
 */
function main(): void {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { documents: { type: 'string' } } });
  const [folder, ...files] = positionals;
  if (folder === undefined || files.length === 0) throw new Error(USAGE);
  const cases = loadCases(files);
  const labelled = cases.filter(({ file, isDocument }) => !isDocument && /^(pairs-|tp-free|tn-free)/.test(file));
  const documents = documentPairs(cases, loadLexicon(), Number(values.documents ?? 300));
  write(folder, 'own', labelledPairs(loadCases([OWN])));
  write(folder, 'others', labelledPairs(labelled));
  write(folder, 'documents', documents);
}

function write(folder: string, name: string, pairs: readonly JudgedPair[]): void {
  const next = seeded(3);
  const once = [...new Map(pairs.map((pair) => [pairKeyOf(pair), pair])).values()];
  const order = once.map((pair) => ({ pair, at: next() })).sort((a, b) => a.at - b.at);
  mkdirSync(join(folder, name), { recursive: true });
  for (let start = 0; start < order.length; start += PAIRS_AT_ONCE) {
    const batch = order.slice(start, start + PAIRS_AT_ONCE).map(({ pair }) => pair);
    const number = start / PAIRS_AT_ONCE + 1;
    writeBatch(join(folder, name), number, { system: JUDGE_PROMPT, users: [judgeMessage(batch)] });
  }
  console.log(`${name}: ${once.length} pairs`);
}

main();
