import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Case, loadCases } from '../src/cli/labelled.js';
import { writeMeasured } from '../src/cli/measured.js';
import { loadLexicon } from '../src/start/lexicons.js';
import { ablate } from './ablate.js';
import { browse } from './browse.js';
import { candidateRecall } from './distractors.js';
import { ENGINES, type Engine, type Entry, rules } from './engines.js';
import { goals, worth } from './goals.js';
import { runHttp } from './http.js';
import { allStages, inferenceAlone, openPatientScorer, withoutGate } from './inference.js';
import { accuracyInShort, accuracyTables } from './markdown.js';
import { breakdown, differences, summary } from './report.js';
import { enterAll, keyMisses, type Result, runEngine } from './run.js';
import { quantile } from './stats.js';
import { documentFindings, storyReport } from './stories/report.js';
import { loadStories } from './stories/told.js';

const USAGE =
  'npm run eval -- <folder or files> [--http URL] [--json FILE] [--diff FILE] [--show FILE [--kind KIND] [--outcome fp|fn|block|warn|clean]] [--readme] [--distractors N] [--rules] [--ablate [--part PREFIX]]';

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      http: { type: 'string' },
      json: { type: 'string' },
      diff: { type: 'string' },
      show: { type: 'string' },
      kind: { type: 'string' },
      outcome: { type: 'string' },
      readme: { type: 'boolean' },
      rules: { type: 'boolean' },
      ablate: { type: 'boolean' },
      part: { type: 'string', multiple: true },
      distractors: { type: 'string' },
    },
  });
  if (positionals.length === 0) throw new Error(USAGE);
  const cases = loadCases(positionals);
  if (values.ablate === true) await ablate(cases, values.part ?? []);
  else await evaluate(cases, { ...values, stories: positionals });
}

interface Options {
  /** Files and folders that may hold stories. */
  stories: readonly string[];
  http?: string;
  json?: string;
  diff?: string;
  show?: string;
  kind?: string;
  outcome?: string;
  readme?: boolean;
  rules?: boolean;
  distractors?: string;
}

async function evaluate(cases: Case[], values: Options): Promise<void> {
  const lexicon = loadLexicon();
  const { entries, readMicros } = enterAll(cases, lexicon);
  const scorer = values.rules === true ? null : await openPatientScorer();
  const guard = scorer === null ? rules : allStages(scorer);
  const results = await runEngine(guard, cases, entries);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results)}\n`);
  if (values.show !== undefined) console.log(browse(cases, entries, results, { ...values, file: values.show }));
  else {
    const parts = scorer === null ? [] : [inferenceAlone(scorer), withoutGate(scorer), guard];
    const engines = values.rules === true ? [rules] : [...ENGINES, ...parts];
    await printReport({ cases, entries, results, engines, guard, readMicros, isForReadme: values.readme === true });
  }
  if (values.show === undefined) {
    console.log(await storyReport(loadStories(values.stories), lexicon));
    console.log(documentFindings(cases, lexicon));
  }
  await scorer?.close();
  if (values.distractors !== undefined) {
    console.log(candidateRecall(cases, entries, lexicon, Number(values.distractors)));
  }
  if (values.diff !== undefined) console.log(differences(results, earlier(values.diff)));
  if (values.http !== undefined) await compareHttp(values.http, cases, results);
}

function earlier(file: string): Result[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Result[];
}

interface Report {
  cases: Case[];
  entries: Map<Case, Entry[]>;
  results: Result[];
  engines: Engine[];
  /** The one whose results these are. */
  guard: Engine;
  readMicros: number[];
  isForReadme: boolean;
}

async function printReport({
  cases,
  entries,
  results,
  engines,
  guard,
  readMicros,
  isForReadme,
}: Report): Promise<void> {
  const parts: { name: string; results: Result[] }[] = [];
  for (const engine of engines) {
    const own = engine === guard ? results : await runEngine(engine, cases, entries);
    parts.push({ name: engine.name, results: own });
    console.log(summary(engine.name, own));
  }
  const without = parts.find(({ name }) => name === rules.name);
  if (guard !== rules && without !== undefined) console.log(`\n${worth(without.results, results)}`);
  console.log(`\n${goals(results)}`);
  if (isForReadme)
    await writeMeasured({ accuracy: accuracyTables(parts, results), 'accuracy-in-short': accuracyInShort(results) });
  console.log(`\n${breakdown(results)}\n`);
  const { locks, recalls, pairMicros } = keyMisses(entries);
  console.log(`pairs that surely conflict and share no lock key: ${locks.length}`);
  console.log(`pairs that conflict or may, and share no recall key: ${recalls.length}`);
  for (const miss of [...locks, ...recalls].slice(0, 10)) console.log(`  ${miss.stored}\n  ${miss.incoming}`);
  console.log(`reading a statement: ${micros(readMicros)}; comparing a pair: ${micros(pairMicros)}`);
}

function micros(values: readonly number[]): string {
  return `p50 ${quantile(values, 0.5).toFixed(1)} µs, p95 ${quantile(values, 0.95).toFixed(1)} µs`;
}

/** A statement that the pure pipeline judges otherwise than the server was not found among the candidates. */
async function compareHttp(base: string, cases: readonly Case[], results: readonly Result[]): Promise<void> {
  const answers = await runHttp(base, cases);
  console.log(summary('over HTTP', answers));
  console.log(`against the pure pipeline: ${differences(answers, results)}`);
}

await main();
