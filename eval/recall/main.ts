import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase } from '../../bench/database.js';
import { fill, PROJECT } from '../../bench/fill.js';
import { loadCases } from '../../src/cli/labelled.js';
import { loadLexicon } from '../../src/start/lexicons.js';
import { startEmbedded } from '../../src/store/embedded/start.js';
import { migrate } from '../../src/store/migrate.js';
import { type Client, createClient } from '../../test/helpers/client.js';
import { startServer } from '../../test/helpers/server-process.js';
import { quantile, rate } from '../stats.js';
import { crowd } from './crowd.js';
import { askable, type Question, readQuestions, rewordedQuestions } from './questions.js';

const USAGE = 'npm run eval:recall -- <folder or files of documents> [--claims N] [--misses]';
const CLAIMS_DEFAULT = 100_000;
const REWORDED = 200;
const TOP = 5;
const WARM_UP = 50;

/** Goals: milliseconds, and shares of the questions whose statement is among the first five. */
const GOALS = { p95Ms: 25, reworded: 0.95, asked: 0.9 };

interface Asked extends Question {
  /** Its place among the hits, from 1; 0 where it is not among them. */
  rank: number;
  first: string;
  ms: number;
}

/**
 * How well recall finds, and how fast: among so many claims, made of the bench's generator and of the documents, the
 * statements of documents by rewordings, and our own by questions as people ask them.
 */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { claims: { type: 'string' }, misses: { type: 'boolean' } },
  });
  if (positionals.length === 0) throw new Error(USAGE);
  const count = Number(values.claims ?? CLAIMS_DEFAULT);
  const documents = loadCases(positionals).flatMap(({ writes, isDocument }) => (isDocument ? writes : []));
  const statements = [...new Set(documents.map(({ statement }) => statement))];
  const questions = readQuestions(readFileSync(new URL('questions.jsonl', import.meta.url), 'utf8'));
  const synonyms = JSON.parse(readFileSync(new URL('synonyms.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >;
  const reworded = rewordedQuestions(askable(statements), new Map(Object.entries(synonyms)), REWORDED);
  const folder = await mkdtemp(join(tmpdir(), 'loreguard-recall-'));
  const postgres = await startEmbedded({ dataDir: join(folder, 'data') });
  try {
    const url = await createDatabase(postgres.url, 'eval_recall');
    await migrate({ url });
    const stored = crowd({ statements, own: questions.map(({ statement }) => statement), count });
    await fill(url, loadLexicon(), stored.length, (at) => stored[at] ?? '');
    const server = await startServer({ DATABASE_URL: url, NLI: 'off' });
    const client = createClient(server.url, server.apiKey, 1);
    for (const { question } of reworded.slice(0, WARM_UP)) await ask(client, question);
    const answers = [await askAll(client, reworded), await askAll(client, questions)] as const;
    client.close();
    await server.stop();
    console.log(report(stored.length, ...answers, values.misses === true));
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function askAll(client: Client, questions: readonly Question[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const { statement, question } of questions) {
    const { ms, found } = await ask(client, question);
    asked.push({ statement, question, ms, rank: found.indexOf(statement) + 1, first: found[0] ?? '' });
  }
  return asked;
}

async function ask(client: Client, question: string): Promise<{ ms: number; found: string[] }> {
  const startedAt = performance.now();
  const { status, body } = await client.get(`/v1/recall?${new URLSearchParams({ project: PROJECT, q: question })}`);
  const ms = performance.now() - startedAt;
  if (status !== 200) throw new Error(`${question}: ${status}`);
  return { ms, found: body.items.map((hit: { claim?: { statement: string } }) => hit.claim?.statement ?? '') };
}

function report(count: number, reworded: readonly Asked[], asked: readonly Asked[], showsMisses: boolean): string {
  const times = [...reworded, ...asked].map(({ ms }) => ms);
  const [p50, p95] = [0.5, 0.95].map((share) => quantile(times, share)) as [number, number];
  const shareOf = (answers: readonly Asked[]) => answers.filter(isFound).length / answers.length;
  const met = (is: boolean) => (is ? 'met' : 'missed');
  const lines = [
    `${count} claims, ${times.length} questions one after the other, load average ${loadavg()[0]?.toFixed(1)}`,
    `recall: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (goal ≤ ${GOALS.p95Ms} ms: ${met(p95 <= GOALS.p95Ms)})`,
    `reworded by rule: ${share(reworded)} among the first ${TOP} (goal ≥ ${GOALS.reworded * 100} %: ${met(shareOf(reworded) >= GOALS.reworded)})`,
    `asked as people ask: ${share(asked)} among the first ${TOP} (goal ≥ ${GOALS.asked * 100} %: ${met(shareOf(asked) >= GOALS.asked)})`,
  ];
  const missed = [...reworded, ...asked].filter((answer) => !isFound(answer));
  const told = missed.map(
    ({ question, statement, rank, first }) =>
      `  ${question}\n    wanted ${statement}\n    place ${rank || 'none'}, first ${first}`,
  );
  return [...lines, ...(showsMisses ? told : [])].join('\n');
}

function isFound({ rank }: Asked): boolean {
  return rank > 0 && rank <= TOP;
}

function share(answers: readonly Asked[]): string {
  return rate(answers.filter(isFound).length, answers.length);
}

await main();
