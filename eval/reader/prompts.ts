import { mkdirSync } from 'node:fs';
import type { Case } from '../../src/cli/labelled.js';
import { PROPOSITIONS_PROMPT, statementMessage } from '../../src/llm/prompts/propositions.js';
import { READER_PROMPT_HASH } from '../../src/llm/statement-reader.js';
import { writeBatch } from '../batch.js';
import { askedCases, shuffled } from './asked.js';
import { type ReaderCassette, readCassettes, statementKeyOf } from './cassette.js';

const USAGE = 'npx tsx eval/reader/prompts.ts <out folder> <folder or files>';

/** Of one file: whoever answers it sees no more than these. */
const MESSAGES_AT_ONCE = 60;

/**
 * Writes what the server would say to a model about statements that are on no cassette yet, in an order that tells nothing: in each file what it is told
 * to do, and messages that are to be answered each by itself. Both sides of a pair are never in one file, so that nobody
 * reads the one with the other in mind. What the model answers is put on cassettes by `record.ts`.
 */
function main(): void {
  const [folder, ...files] = process.argv.slice(2);
  if (folder === undefined || files.length === 0) throw new Error(USAGE);
  const { pairs, documents } = askedCases(files);
  mkdirSync(folder, { recursive: true });
  const known = new Set(readCassettes().filter(isOfThisPrompt).flatMap(keysOn));
  const all = [...new Set([...pairs, ...documents].flatMap(statementsOf))];
  const statements = shuffled(all, 3).filter((statement) => !known.has(statementKeyOf(statement)));
  const batches = apart(statements, pairs);
  for (const [at, batch] of batches.entries()) {
    writeBatch(folder, at + 1, { system: PROPOSITIONS_PROMPT, users: batch.map(statementMessage) });
  }
  console.log(
    `${statements.length} statements that nobody was asked about yet, of ${pairs.length} pairs and ${documents.length} documents`,
  );
}

function isOfThisPrompt({ prompt_hash }: ReaderCassette): boolean {
  return prompt_hash === READER_PROMPT_HASH;
}

function keysOn({ told = {}, placed = {} }: ReaderCassette): string[] {
  return [...Object.keys(told), ...Object.keys(placed)];
}

function statementsOf({ writes }: Case): string[] {
  return writes.map(({ statement }) => statement);
}

/** Puts each statement into the first batch with room that holds none which it is paired with. */
function apart(statements: readonly string[], pairs: readonly Case[]): string[][] {
  const partners = new Map<string, Set<string>>();
  for (const [a = '', b = ''] of pairs.map(statementsOf)) {
    partners.set(a, (partners.get(a) ?? new Set()).add(b));
    partners.set(b, (partners.get(b) ?? new Set()).add(a));
  }
  const batches: string[][] = [];
  for (const one of statements) {
    const theirs = partners.get(one) ?? new Set();
    const batch = batches.find(
      (others) => others.length < MESSAGES_AT_ONCE && !others.some((other) => theirs.has(other)),
    );
    if (batch === undefined) batches.push([one]);
    else batch.push(one);
  }
  return batches;
}

main();
