import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_CONTEXT } from '../../src/core/context.js';
import { toldClaims } from '../../src/flows/documents/told-claims.js';
import { Turns } from '../../src/flows/turns.js';
import { statusOf } from '../../src/lore/ingest/front-matter.js';
import { readSentences } from '../../src/lore/ingest/read.js';
import { loadLexicon } from '../../src/start/lexicons.js';
import { systemClock } from '../../src/start/system.js';
import { groupBy } from '../report.js';
import { rate } from '../stats.js';
import { type Mark, readMarks } from './marks.js';
import { type Marked, matched } from './match.js';

const USAGE = 'npm run eval:documents -- <marks.jsonl> <folder of the documents> [--misses]';

/** Shares of the sentences that are marked: of rules at least, of what is only told at most. */
const GOALS = { rule: 0.95, told: 0.03 };

/** How many of the rules that people find in documents become claims, and how much of what only tells something does. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { misses: { type: 'boolean' } } });
  const [marks, folder] = positionals;
  if (marks === undefined || folder === undefined) throw new Error(USAGE);
  const byFile = groupBy(readMarks(readFileSync(marks, 'utf8')), ({ file }) => file);
  const lexicon = loadLexicon();
  const nowTick = DEFAULT_CONTEXT.calendar.current(Math.floor(systemClock.now() / 1000)).unit.start;
  const read = async (file: string, of: readonly Mark[]): Promise<Marked[]> => {
    const content = readFileSync(join(folder, file), 'utf8');
    const reader = { context: DEFAULT_CONTEXT, lexicon, nowTick };
    const document = { path: file, sentences: readSentences(content) ?? [], status: statusOf(content) };
    const told = await toldClaims(document, 'rules', reader, new Turns(systemClock));
    return matched(content, of, told);
  };
  const all: Marked[] = [];
  for (const [file, of] of byFile) all.push(...(await read(file, of)));
  console.log(report(byFile.size, all, values.misses === true));
}

function report(documents: number, all: readonly Marked[], showsMisses: boolean): string {
  const [rules, told] = (['rule', 'told'] as const).map((label) => all.filter(({ mark }) => mark.label === label));
  const counted = (of: readonly Marked[] = []) => of.filter(({ isClaim }) => isClaim).length;
  const shareOf = (of: readonly Marked[] = []) => (of.length === 0 ? 0 : counted(of) / of.length);
  const met = (is: boolean) => (is ? 'met' : 'missed');
  const line = (of: readonly Marked[] = []) => rate(counted(of), of.length);
  const lines = [
    `${documents} documents, ${all.length} marked sentences`,
    `rules that became claims: ${line(rules)} (goal ≥ ${GOALS.rule * 100} %: ${met(shareOf(rules) >= GOALS.rule)})`,
    `what is only told that did: ${line(told)} (goal ≤ ${GOALS.told * 100} %: ${met(shareOf(told) <= GOALS.told)})`,
  ];
  const missed = all.filter(({ mark, isClaim }) => isClaim !== (mark.label === 'rule'));
  const shown = missed.map(
    ({ mark: { file, line: at, text, label }, became }) =>
      `${label} ${file}:${at}: ${text}\n    ${became.join('\n    ') || 'no sentence'}`,
  );
  return [...lines, ...(showsMisses ? shown : [])].join('\n');
}

await main();
