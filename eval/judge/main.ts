import { existsSync, readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Case, loadCases } from '../../src/cli/labelled.js';
import type { Decision } from '../../src/core/decision.js';
import { isVerdict, type JudgedPair, type PairJudge } from '../../src/core/judge.js';
import { UNCALIBRATED_JUDGE } from '../../src/core/judge-card.js';
import type { Lexicon } from '../../src/core/lexicon.js';
import type { NliScorer } from '../../src/core/ports.js';
import { ask, decide, examine, leftOpen, type PairVerdict } from '../../src/guard/pipeline.js';
import { openLlmJudge } from '../../src/llm/judge.js';
import { loadLexicon } from '../../src/start/lexicons.js';
import { systemClock, systemRandom } from '../../src/start/system.js';
import { type Entry, enter } from '../engines.js';
import { openPatientScorer } from '../inference.js';
import { groupBy } from '../report.js';
import { rate } from '../stats.js';
import { readCassette } from './cassette.js';
import { documentEntries, pairOf } from './pairs-asked.js';
import { startReplay } from './replay-server.js';

const USAGE = 'npm run eval:judge -- <folder or files> [--documents N] [--misses]';
const CASSETTES = new URL('./cassettes/', import.meta.url);
const VERSIONS = { normalizer: 0, lexicon: '', model: null, rules: 0 };
const TIERS = ['rules', 'default', 'judge'] as const;
type Tier = (typeof TIERS)[number];

/** One statement beside some that are stored, as each tier decides about it; null where the judge was not recorded. */
interface Tried {
  file: string;
  expected: Case['expected'];
  statement: string;
  decisions: Record<Tier, Decision | null>;
}

/** The guard by its rules, with the model that comes along, and with the language model whose answers are on cassettes. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { documents: { type: 'string' }, misses: { type: 'boolean' } },
  });
  if (positionals.length === 0) throw new Error(USAGE);
  const cases = loadCases(positionals);
  const lexicon = loadLexicon();
  const scorer = await openPatientScorer();
  if (scorer === null) throw new Error('NLI=off leaves out the model that is to be measured');
  const files = existsSync(CASSETTES) ? readdirSync(CASSETTES) : [];
  const cassettes = files.map((name) => readCassette(new URL(name, CASSETTES)));
  const replay = await startReplay(cassettes);
  const judge = await openLlmJudge({
    ...{ baseUrl: replay.baseUrl, apiKey: null, model: 'recorded', timeoutMs: 60_000 },
    ...{ clock: systemClock, random: systemRandom },
  });
  const tiers = { scorer, judge };
  const pairs = await tryPairs(cases, lexicon, tiers);
  console.log(pairLines(pairs, values.misses === true).join('\n'));
  const documents: Tried[] = [];
  const documentOf = documentsOf(cases);
  let ofOne = 0;
  for (const { incoming, stored } of documentEntries(cases, lexicon, Number(values.documents ?? 300))) {
    const one = await tryOne('documents', 'no-conflict', incoming, stored, tiers);
    documents.push(one);
    if (isAdded(one, 'judge') && warnsOfOwn(one, documentOf)) ofOne += 1;
  }
  console.log(documentLines(documents).join('\n'));
  console.log(
    `documents: of what the judge adds, about two statements of one document ${rate(ofOne, documents.length)}`,
  );
  const tapes = new Set(cassettes.map(({ model, recorded_at }) => `${model}, ${recorded_at}`));
  console.log(`recorded: ${tapes.size === 0 ? 'nothing' : [...tapes].join('; ')}`);
  await replay.close();
  await scorer.close();
}

/** The documents are of many projects, whose rules may well contradict each other: which one each statement is of. */
function documentsOf(cases: readonly Case[]): Map<string, string> {
  const documents = cases.filter(({ isDocument }) => isDocument);
  return new Map(documents.flatMap(({ id, writes }) => writes.map(({ statement }) => [statement, id] as const)));
}

function warnsOfOwn({ statement, decisions: { judge } }: Tried, documentOf: ReadonlyMap<string, string>): boolean {
  const own = documentOf.get(statement);
  return judge?.warnings.some(({ claim }) => claim !== null && documentOf.get(claim.statement) === own) === true;
}

interface Tiers {
  scorer: NliScorer;
  judge: PairJudge;
}

async function tryPairs(cases: readonly Case[], lexicon: Lexicon, tiers: Tiers): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const { file, expected, isDocument, writes } of cases) {
    const [a, b] = writes;
    if (isDocument || !/^(pairs|tp-free|tn-free)/.test(file) || a === undefined || b === undefined) continue;
    tried.push(await tryOne(file, expected, enter(b, lexicon), [enter(a, lexicon)], tiers));
  }
  return tried;
}

async function tryOne(
  file: string,
  expected: Case['expected'],
  incoming: Entry,
  stored: readonly Entry[],
  { scorer, judge }: Tiers,
): Promise<Tried> {
  const { statement } = incoming.write;
  const examined = examine(
    incoming.reading,
    stored.map(({ candidate }) => candidate),
  );
  const bare = { statement, incoming: incoming.reading, examined, versions: VERSIONS, nli: 'off' as const };
  const none = { questions: [], scores: [], thresholds: scorer.thresholds };
  const questions = ask(statement, examined, scorer.thresholds);
  const { scores } = await scorer.score(questions.map(({ nli }) => nli));
  const withModel = { ...bare, questions, scores, thresholds: scorer.thresholds };
  const said = await judgeOpen(judge, incoming, stored, examined);
  return {
    ...{ file, expected, statement },
    decisions: {
      rules: decide({ ...bare, ...none }),
      default: decide(withModel),
      judge: said && decide({ ...withModel, judged: said }),
    },
  };
}

/** What the judge says of what is left open; null where some of it was not recorded. */
async function judgeOpen(judge: PairJudge, incoming: Entry, stored: readonly Entry[], examined: PairVerdict[]) {
  const { pairs, leftOut } = leftOpen(incoming.reading, examined);
  const writes = new Map(stored.map(({ candidate, write }) => [candidate, write]));
  const shown = pairs.map(({ candidate }): JudgedPair => {
    const write = writes.get(candidate);
    if (write === undefined) throw new Error('a candidate that nobody stored');
    return pairOf(write, incoming.write);
  });
  const said = shown.length === 0 ? [] : await judge.judge(shown);
  if (said.some((one) => !isVerdict(one) && one.fault !== 'ungrounded')) return null;
  const thresholds = UNCALIBRATED_JUDGE;
  const verdicts = new Map(pairs.flatMap((pair, at) => (said[at] === undefined ? [] : [[pair, said[at]] as const])));
  return { by: judge.identity, thresholds, later: 0, leftOut, said: verdicts };
}

function isHeard(decision: Decision | null): boolean {
  return decision !== null && (decision.tier === 'block' || decision.tier === 'warn');
}

/** Whether all that it warns of is that the same was said before: no claim that the two contradict each other. */
function isOfRepetition(decision: Decision | null): boolean {
  return decision?.tier === 'warn' && decision.warnings.every(({ code }) => code === 'nli_restatement');
}

function isAdded({ decisions: { rules, judge, default: model } }: Tried, tier: Tier): boolean {
  return tier === 'default' ? !isHeard(rules) && isHeard(model) : !isHeard(model) && isHeard(judge);
}

function pairLines(all: readonly Tried[], withMisses: boolean): string[] {
  const recorded = all.filter(isRecorded);
  const lines = [
    `${all.length} labelled pairs, of which ${recorded.length} need no judge or were recorded; of these the judge`,
  ];
  for (const [file, tried] of groupBy(all, (one) => one.file)) {
    const conflicts = tried.filter(({ expected }) => expected === 'conflict');
    if (conflicts.length > 0)
      for (const tier of TIERS) lines.push(`${file.padEnd(24)} heard by ${share(conflicts, tier)}`);
  }
  for (const tier of ['default', 'judge'] as const) {
    const added = (tier === 'judge' ? recorded : all).filter((one) => isAdded(one, tier));
    const repetitions = added.filter(({ decisions }) => isOfRepetition(decisions[tier]));
    const contradictions = added.filter((one) => !repetitions.includes(one));
    lines.push(`warnings of a contradiction that ${tier} adds: right ${conflictsAmong(contradictions)}`);
    lines.push(`warnings of a repetition that ${tier} adds: beside a contradiction ${conflictsAmong(repetitions)}`);
  }
  const missed = recorded.filter((one) => one.expected === 'conflict' && !isHeard(one.decisions.judge));
  const wrong = recorded.filter((one) => one.expected !== 'conflict' && isAdded(one, 'judge'));
  const show = (name: string) => (one: Tried) => `  ${name} ${one.file}: ${one.statement}`;
  return withMisses ? [...lines, ...missed.map(show('missed')), ...wrong.map(show('wrong'))] : lines;
}

function conflictsAmong(tried: readonly Tried[]): string {
  return rate(tried.filter(({ expected }) => expected === 'conflict').length, tried.length);
}

function documentLines(all: readonly Tried[]): string[] {
  const recorded = all.filter(isRecorded);
  return [
    `${all.length} statements of documents beside their neighbours, of which ${recorded.length} need no judge or were recorded`,
    ...TIERS.map((tier) => `documents: refused or warned by ${share(all, tier)}`),
  ];
}

/** What the judge was not asked about is no miss of it, and nothing that it heard: then there is no share. */
function share(tried: readonly Tried[], tier: Tier): string {
  const unknown = tried.filter((one) => !isRecorded(one)).length;
  const name = tier.padEnd(8);
  if (tier === 'judge' && unknown > 0) return `${name} – (${unknown} of ${tried.length} were not recorded)`;
  return `${name} ${rate(tried.filter(({ decisions }) => isHeard(decisions[tier])).length, tried.length)}`;
}

function isRecorded({ decisions }: Tried): boolean {
  return decisions.judge !== null;
}

await main();
