import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { PROBLEMS } from '../../core/errors.js';
import { systemClock } from '../../start/system.js';
import { type ApiAnswer, ask, type Connection } from '../api/client.js';
import { connectionOf } from '../api/connection.js';
import { exitOf } from '../api/run.js';
import { EXIT } from '../exit.js';
import { share, statusLine } from '../progress.js';
import { describeAnswer } from '../show/answer.js';
import type { ImportOptions } from '../transfer/options.js';
import { readMcpMemory } from './mcp-memory.js';
import { readMem0 } from './mem0.js';
import { bodyOf, chunksOf, type Outcome, outcomesOf, type Target } from './requests.js';
import type { SourceName, Taken } from './sources.js';

const READERS: Record<SourceName, (text: string) => Taken> = { 'mcp-memory': readMcpMemory, mem0: readMem0 };

/** What became of a file: for scripts as it is, for people in lines. */
interface Report {
  stored: number;
  unchanged: number;
  refused: Outcome[];
  unread: Taken['unread'];
  contradictions: number;
}

/** Stores what another program keeps, as facts or under the guard, and reports what was refused and why. */
export async function takeOver(file: string, options: ImportOptions & { from: SourceName }): Promise<number> {
  const text = readFileSync(file === '-' ? process.stdin.fd : file, 'utf8');
  const taken = READERS[options.from](text);
  const connection = connectionOf(options);
  const report: Report = { stored: 0, unchanged: 0, refused: [], unread: taken.unread, contradictions: 0 };
  const target = { ...options, source: `${options.from}:${file === '-' ? 'standard input' : basename(file)}` };
  const failed = await store(connection, taken, target, report);
  if (failed !== null) {
    console.error(describeAnswer(null, failed, { commands: [], given: {} }));
    if (report.stored > 0)
      console.error(`${report.stored} were stored before that; the same command goes on from there.`);
    return exitOf(failed);
  }
  console.log(options.json === true ? JSON.stringify(report) : describeReport(report));
  if (report.refused.some(({ status }) => status === PROBLEMS.conflict.status)) return EXIT.refused;
  return report.refused.length > 0 || taken.facts.length === 0 ? EXIT.usage : EXIT.ok;
}

/** Sends all chunks; answers the first answer that is no result of one, or null. */
async function store(connection: Connection, taken: Taken, target: Target, report: Report): Promise<ApiAnswer | null> {
  const bar = statusLine<number>(
    process.stderr,
    () => systemClock.elapsed(),
    (done, ms) => share(done, taken.facts.length, 'memories', ms),
  );
  try {
    let done = 0;
    for (const facts of chunksOf(taken.facts)) {
      const { path, body } = bodyOf(facts, target);
      const answer = await ask(connection, { method: 'POST', path, body });
      if (answer.status >= 400) return answer;
      const { outcomes, contradictions } = outcomesOf(facts, answer.body);
      for (const outcome of outcomes) count(report, outcome);
      report.contradictions += contradictions;
      done += facts.length;
      bar.tell(done);
    }
    return null;
  } finally {
    bar.end();
  }
}

function count(report: Report, outcome: Outcome): void {
  if (outcome.status >= 400) report.refused.push(outcome);
  else if (outcome.result === 'unchanged') report.unchanged += 1;
  else report.stored += 1;
}

function describeReport({ stored, unchanged, refused, unread, contradictions }: Report): string {
  const found = contradictions === 0 ? '' : `, ${contradictions} contradictions found: loreguard get-contradictions`;
  return [
    ...unread.map(({ where, why }) => `not read: ${where} ${why}`),
    ...refused.flatMap(({ statement, reasons }) => [`refused: "${statement}"`, ...reasons.map((why) => `  ${why}`)]),
    `${stored} stored, ${unchanged} unchanged, ${refused.length} refused, ${unread.length} not read${found}`,
  ].join('\n');
}
