import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeMeasured } from '../src/cli/measured.js';
import { loadLexicon } from '../src/start/lexicons.js';
import { startEmbedded } from '../src/store/embedded/start.js';
import { migrate } from '../src/store/migrate.js';
import { answersReport } from './answers.js';
import { createDatabase, postmasterOf } from './database.js';
import { detectiveReport } from './detective.js';
import { bytesAClaim, fill } from './fill.js';
import { FROZEN_SCHEMA } from './frozen/rows.js';
import { inferenceReport, measureAskingWrites, measureModel } from './inference.js';
import { judgingReport } from './judging.js';
import { loreReport } from './lore.js';
import { otherWritesReport } from './other-writes.js';
import { readsReport } from './reads.js';
import { report } from './report.js';
import { rulesReport } from './rules.js';
import { measureStart } from './start-up.js';
import { sweepReport } from './sweep.js';
import { worstReport } from './worst.js';
import { measureWrites, type Site } from './writes.js';

/**
 * Speed of guarded writes as ratios within one run: rounds of all variants in turn, medians over the rounds.
 * `npm run bench -- 1000 100000` names the numbers of claims stored before; `npm run bench -- --nli` measures the NLI
 * stage instead; `npm run bench -- --worst` what the texts cost that are made to keep a server busy, and `--worst list date`
 * only those of these words; `npm run bench -- --answers` how much an agent reads of answers in short; `npm run bench -- --sweep 500000` the
 * consistency engine over so many relations, `--rules 500000` the rules that somebody wrote, `--lore 500000` what questions
 * about a world of so many take, `--reads 100000` what reads of claims and relations take beside fastify and pg alone, and
 * `--detective 10000` the detective beside so many claims, `--judge 10000` writes with a judge that is asked afterwards; --readme puts the tables
 * into docs/speed.md, and the rows that the README shows there.
 */
const SIZES_DEFAULT = [1000, 100_000];
const SWEPT_DEFAULT = 500_000;
/** Number of the first statement that is stored otherwise than by the measured writes before. */
const OTHERS_FROM = 10_000_000;
const CLAIMS_DEFAULT = 10_000;

async function main(): Promise<void> {
  if (process.argv.includes('--nli')) return benchInference();
  if (process.argv.includes('--worst')) return benchWorst();
  if (process.argv.includes('--answers')) return benchAnswers();
  if (process.argv.includes('--sweep')) return benchSweep();
  if (process.argv.includes('--rules')) return benchRules();
  if (process.argv.includes('--lore')) return benchLore();
  if (process.argv.includes('--detective')) return benchTwo('detective', detectiveReport);
  if (process.argv.includes('--judge')) return benchTwo('judge', judgingReport);
  if (process.argv.includes('--reads')) return benchReads();
  const given = process.argv
    .slice(2)
    .filter((argument) => /^\d+$/.test(argument))
    .map(Number);
  const sizes = given.length > 0 ? given : SIZES_DEFAULT;
  const folder = await mkdtemp(join(tmpdir(), 'loreguard-bench-'));
  const start = await measureStart(join(folder, 'start'));
  const postgres = await startEmbedded({ dataDir: join(folder, 'data'), settings: { max_connections: '200' } });
  try {
    const guarded: Site[] = [];
    for (const size of sizes) guarded.push(await makeSite(postgres.url, size));
    const largest = guarded.reduce((one, other) => (other.size > one.size ? other : one));
    const bytes = await bytesAClaim(largest.databaseUrl, largest.size);
    const frozenUrl = await createDatabase(postgres.url, 'bench_frozen', FROZEN_SCHEMA);
    const postmaster = await postmasterOf(postgres.url);
    const writes = report(await measureWrites({ guarded, frozenUrl, postmaster }), start, bytes);
    const text = [writes, await otherWritesReport(guarded[0]?.databaseUrl ?? '', OTHERS_FROM)].join('\n\n');
    console.log(text);
    if (process.argv.includes('--readme')) await writeMeasured({ speed: text });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The model alone, so that it can be measured in a minute. */
async function benchInference(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'loreguard-bench-'));
  // Before anything else is loaded: its memory is part of the result.
  const model = await measureModel();
  const postgres = await startEmbedded({ dataDir: join(folder, 'data') });
  try {
    const databaseUrl = await createDatabase(postgres.url, 'bench_nli');
    await migrate({ url: databaseUrl });
    const text = inferenceReport(model, await measureAskingWrites(databaseUrl, folder));
    console.log(text);
    if (process.argv.includes('--readme')) await writeMeasured({ inference: text });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Statements and documents that are made to keep a server busy. */
async function benchWorst(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'loreguard-bench-'));
  const postgres = await startEmbedded({ dataDir: join(folder, 'data') });
  try {
    const databaseUrl = await createDatabase(postgres.url, 'bench_worst');
    await migrate({ url: databaseUrl });
    const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
    console.log(await worstReport(databaseUrl, words));
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The consistency engine over a large world; a number names how many relations it has. */
async function benchSweep(): Promise<void> {
  const size = Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? SWEPT_DEFAULT);
  const folder = await mkdtemp(join(tmpdir(), 'loreguard-bench-'));
  const postgres = await startEmbedded({ dataDir: join(folder, 'data') });
  try {
    const databaseUrl = await createDatabase(postgres.url, 'bench_sweep');
    await migrate({ url: databaseUrl });
    console.log(await sweepReport(databaseUrl, size));
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The rules that somebody wrote, over a world of so many relations. */
async function benchRules(): Promise<void> {
  const size = process.argv.slice(2).map(Number).find(Number.isSafeInteger) ?? SWEPT_DEFAULT;
  const folder = await mkdtemp(join(tmpdir(), 'loreguard-bench-'));
  const postgres = await startEmbedded({ dataDir: join(folder, 'data') });
  try {
    const databaseUrl = await createDatabase(postgres.url, 'bench_rules');
    await migrate({ url: databaseUrl });
    console.log(await rulesReport(databaseUrl, size));
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** How much an agent reads of answers in short. */
async function benchAnswers(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'loreguard-bench-'));
  const postgres = await startEmbedded({ dataDir: join(folder, 'data') });
  try {
    const databaseUrl = await createDatabase(postgres.url, 'bench_answers');
    await migrate({ url: databaseUrl });
    console.log(await answersReport(databaseUrl));
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes with something and without it, each on a database of its own; a number names the claims stored before. */
async function benchTwo(
  name: string,
  reportOn: (urls: readonly [string, string], size: number) => Promise<string>,
): Promise<void> {
  const size = process.argv.slice(2).map(Number).find(Number.isSafeInteger) ?? CLAIMS_DEFAULT;
  const folder = await mkdtemp(join(tmpdir(), 'loreguard-bench-'));
  const postgres = await startEmbedded({ dataDir: join(folder, 'data') });
  try {
    const urls: string[] = [];
    for (const which of ['off', 'on']) {
      const databaseUrl = await createDatabase(postgres.url, `bench_${name}_${which}`);
      await migrate({ url: databaseUrl });
      await fill(databaseUrl, loadLexicon(), size);
      urls.push(databaseUrl);
    }
    console.log(await reportOn([urls[0] ?? '', urls[1] ?? ''], size));
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Questions about a world of so many relations. */
async function benchLore(): Promise<void> {
  const size = process.argv.slice(2).map(Number).find(Number.isSafeInteger) ?? 100_000;
  const folder = await mkdtemp(join(tmpdir(), 'loreguard-bench-'));
  const postgres = await startEmbedded({ dataDir: join(folder, 'data') });
  try {
    const databaseUrl = await createDatabase(postgres.url, 'bench_lore');
    await migrate({ url: databaseUrl });
    const text = await loreReport(databaseUrl, size);
    console.log(text);
    if (process.argv.includes('--readme')) await writeMeasured({ 'lore-reads': text });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads beside the same rows through fastify and pg alone. */
async function benchReads(): Promise<void> {
  const size = process.argv.slice(2).map(Number).find(Number.isSafeInteger) ?? 100_000;
  const folder = await mkdtemp(join(tmpdir(), 'loreguard-bench-'));
  const postgres = await startEmbedded({ dataDir: join(folder, 'data') });
  try {
    const databaseUrl = await createDatabase(postgres.url, 'bench_reads');
    await migrate({ url: databaseUrl });
    const text = await readsReport(databaseUrl, size);
    console.log(text);
    if (process.argv.includes('--readme')) await writeMeasured({ reads: text });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeSite(serverUrl: string, size: number): Promise<Site> {
  const databaseUrl = await createDatabase(serverUrl, `bench_${size}`);
  await migrate({ url: databaseUrl });
  const startedAt = performance.now();
  await fill(databaseUrl, loadLexicon(), size);
  console.error(`${size} claims stored in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return { size, databaseUrl };
}

await main();
