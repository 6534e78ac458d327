import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.js';
import { openJudge } from '../start/judging.js';
import { loadLexicon } from '../start/lexicons.js';
import { openScorer } from '../start/nli-scorer.js';
import { telemetryOff } from '../telemetry/off.js';
import { cardOf, describeMeasured, measureJudge } from './judge-card.js';
import { commandOf, fail } from './operator.js';

const USAGE = `Measures the judge of the configuration (JUDGE_BY, LLM_BASE_URL, LLM_MODEL) on labelled pairs, and writes what it may do.

  calibrate <pairs.jsonl …> [--card FILE] [--dry]

Pairs are {a, b, expect: "conflict" | "no-conflict" | "same"}, a line each. The card goes to judge-card.json, or to FILE; a
server takes it with JUDGE_CARD. --dry writes nothing. A judge may refuse where 99 % of its refusals are right, 98 % surely.`;

const CARD_FILE = 'judge-card.json';
/** Nobody waits here. */
const PATIENT_MS = 60_000;

interface Calibrate {
  files: string[];
  card: string;
  isDry: boolean;
}

/** For operators: how right the configured judge is, and the card that says so. */
export async function runCalibrate(words: readonly string[]): Promise<void> {
  const command = commandOf(readCommand, USAGE, words);
  if (command !== null) await run(command).catch(fail);
}

function readCommand(words: readonly string[]): Calibrate {
  const options = { card: { type: 'string' }, dry: { type: 'boolean' } } as const;
  const { values, positionals: files } = parseArgs({ args: [...words], options, allowPositionals: true });
  if (files.length === 0) throw new Error('Name the files of labelled pairs.');
  return { files, card: values.card ?? CARD_FILE, isDry: values.dry ?? false };
}

async function run({ files, card, isDry }: Calibrate): Promise<void> {
  const config = readConfig();
  const scorer = await openScorer({ ...config, NLI_TIMEOUT_MS: PATIENT_MS }, console.error);
  try {
    const judge = await openJudge(config, scorer, telemetryOff);
    const measured = await measureJudge(judge, files, loadLexicon());
    console.log(describeMeasured(measured));
    if (!isDry) writeFileSync(card, `${JSON.stringify(cardOf(judge, files, measured), null, 2)}\n`);
  } finally {
    await scorer.close();
  }
}
