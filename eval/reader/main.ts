import { parseArgs } from 'node:util';
import type { Decision } from '../../src/core/decision.js';
import { askingSource } from '../../src/flows/asking-source.js';
import { read } from '../../src/guard/pipeline.js';
import { openStatementReader } from '../../src/llm/statement-reader.js';
import { loadLexicon } from '../../src/start/lexicons.js';
import { systemClock, systemRandom } from '../../src/start/system.js';
import { groupBy } from '../report.js';
import { rate } from '../stats.js';
import { askedCases } from './asked.js';
import { readCassettes, startReplay } from './cassette.js';
import { type Tried, tryCase } from './tried.js';

const USAGE = 'npm run eval:reader -- <folder or files> [--misses]';

/** The guard with its rules as reader, and with the language model beside them whose answers are on cassettes. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { misses: { type: 'boolean' } } });
  if (positionals.length === 0) throw new Error(USAGE);
  const lexicon = loadLexicon();
  const cassettes = readCassettes();
  const replay = await startReplay(cassettes);
  const reader = await openStatementReader({
    ...{ baseUrl: replay.baseUrl, apiKey: null, model: 'recorded', timeoutMs: 60_000 },
    ...{ clock: systemClock, random: systemRandom },
  });
  const readers = { rules: read, model: askingSource(reader) };
  const { pairs, documents } = askedCases(positionals);
  const tried: Tried[] = [];
  for (const one of [...pairs, ...documents]) tried.push(...(await tryCase(one, readers, lexicon)));
  console.log(linesOf(tried, values.misses === true).join('\n'));
  const tapes = new Set(cassettes.map(({ model, recorded_at }) => `${model}, ${recorded_at}`));
  console.log(`recorded: ${tapes.size === 0 ? 'nothing' : [...tapes].join('; ')}`);
  await replay.close();
}

const isRefused = (decision: Decision | null) => decision?.tier === 'block';
const isHeard = (decision: Decision | null) => isRefused(decision) || decision?.tier === 'warn';
const isRecorded = ({ model }: Tried) => model !== null;

function linesOf(all: readonly Tried[], withMisses: boolean): string[] {
  const recorded = all.filter(isRecorded);
  const lines = [`${recorded.length} of ${all.length} statements were recorded with all that they are compared with`];
  for (const [file, tried] of groupBy(recorded, (one) => one.file)) {
    if (file === 'documents') lines.push(`${file}, written one after the other`, ...shares(tried));
    else {
      lines.push(`${file}, in conflict`, ...shares(tried.filter(({ expected }) => expected === 'conflict')));
      lines.push(`${file}, not in conflict`, ...shares(tried.filter(({ expected }) => expected !== 'conflict')));
    }
  }
  const ofPairs = recorded.filter(({ file }) => file !== 'documents');
  const added = ofPairs.filter((one) => isHeard(one.model) && !isHeard(one.rules));
  const isRight = ({ expected }: Tried) => expected === 'conflict';
  lines.push(
    `of the warnings that the model adds about pairs, right ${rate(added.filter(isRight).length, added.length)}`,
  );
  const lost = recorded.filter((one) => isRefused(one.rules) && !isRefused(one.model));
  lines.push(`refusals by the rules that the model takes away: ${lost.length}`);
  if (!withMisses) return lines;
  const missed = ofPairs.filter((one) => isRight(one) && !isHeard(one.model));
  const wrong = recorded.filter((one) => !isRight(one) && isHeard(one.model) && !isHeard(one.rules));
  return [
    ...[...lines, ...missed.map(({ file, statement }) => `  missed ${file}: ${statement}`)],
    ...wrong.map(({ file, statement, model }) => `  wrong ${file}: ${statement} | ${whyOf(model)}`),
  ];
}

function whyOf(decision: Decision | null): string {
  return [...(decision?.conflicts ?? []), ...(decision?.warnings ?? [])]
    .map(({ code, claim, slots }) => `${code} ${JSON.stringify(slots)} ${claim?.statement ?? ''}`)
    .join('; ');
}

function shares(tried: readonly Tried[]): string[] {
  return (['rules', 'model'] as const).map((name) => {
    const refused = tried.filter((one) => isRefused(one[name])).length;
    const heard = tried.filter((one) => isHeard(one[name])).length;
    return `  ${name.padEnd(6)} refused ${rate(refused, tried.length)}, refused or warned of ${rate(heard, tried.length)}`;
  });
}

await main();
