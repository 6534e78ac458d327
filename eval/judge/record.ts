import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JudgedPair, JudgedSide } from '../../src/core/judge.js';
import { pairKeyOf } from '../../src/flows/judging/key.js';
import { JUDGE_PROMPT_HASH } from '../../src/llm/judge.js';
import type { ToldVerdict } from '../../src/llm/judged.js';
import { JUDGE_PROMPT } from '../../src/llm/prompts/judge.js';
import { type Cassette, placedOf } from './cassette.js';

const USAGE = 'npx tsx eval/judge/record.ts <folder of prompts> <folder of answers> <model> <date>';
const CASSETTES = new URL('./cassettes/', import.meta.url);

/**
 * Puts what a model answered to the prompts of `prompts.ts` on cassettes: word for word of pairs of our own, by hashes and
 * without words of others. An answer is taken as it is; a prompt that was changed meanwhile is refused.
 */
function main(): void {
  const [prompts, answers, model, date] = process.argv.slice(2);
  if (prompts === undefined || answers === undefined || model === undefined || date === undefined) {
    throw new Error(USAGE);
  }
  mkdirSync(CASSETTES, { recursive: true });
  const cassette = { prompt_hash: JUDGE_PROMPT_HASH, model, recorded_at: date };
  const own: Cassette = { ...cassette, told: {} };
  const others: Cassette = { ...cassette, placed: {} };
  for (const name of readdirSync(prompts).sort()) {
    const file = join(answers, name.replace(/\.txt$/, '.json'));
    if (!existsSync(file)) continue;
    const answered = answeredIn(join(prompts, name), file);
    console.log(`${name}: ${answered.length} verdicts`);
    for (const { pair, told } of answered) {
      const key = pairKeyOf(pair);
      const { pair: _number, ...words } = told;
      if (name.startsWith('1-own')) Object.assign(own.told ?? {}, { [key]: words });
      else Object.assign(others.placed ?? {}, { [key]: placedOf(told, pair) });
    }
  }
  writeFileSync(new URL('own.json', CASSETTES), `${JSON.stringify(own, null, 1)}\n`);
  writeFileSync(new URL('others.json', CASSETTES), `${rows(others)}\n`);
}

/** Each verdict of an answer with the pair that it is about. */
function answeredIn(prompt: string, answer: string): { pair: JudgedPair; told: ToldVerdict }[] {
  const pairs = pairsOf(readFileSync(prompt, 'utf8'));
  const { verdicts } = JSON.parse(readFileSync(answer, 'utf8')) as { verdicts: ToldVerdict[] };
  return verdicts.map((told) => {
    const pair = pairs[told.pair - 1];
    if (pair === undefined) throw new Error(`${answer} tells of pair ${told.pair}, which was not asked about`);
    return { pair, told };
  });
}

/** A line a pair. */
function rows({ placed = {}, ...rest }: Cassette): string {
  const lines = Object.entries(placed)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, verdict]) => `  ${JSON.stringify(key)}: ${JSON.stringify(verdict)}`);
  return `${JSON.stringify(rest, null, 1).slice(0, -2)},\n "placed": {\n${lines.join(',\n')}\n }\n}`;
}

function pairsOf(text: string): JudgedPair[] {
  const [system, user = ''] = text.split('\n----\n');
  if (system !== JUDGE_PROMPT) throw new Error('the prompt was changed since; nothing that it got counts');
  const { pairs } = JSON.parse(user) as { pairs: { stored: Shown; incoming: Shown }[] };
  return pairs.map(({ stored, incoming }) => ({ stored: sideOf(stored), incoming: sideOf(incoming) }));
}

type Shown = Record<'statement', string> & Partial<Record<'env' | 'team' | 'valid_from' | 'valid_until', string>>;

function sideOf({ statement, env, team, valid_from, valid_until }: Shown): JudgedSide {
  const scope = { env: env ?? null, team: team ?? null };
  return { statement, scope, validFrom: valid_from ?? null, validUntil: valid_until ?? null };
}

main();
