import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import type { JudgedPair, JudgedSide } from '../../src/core/judge.js';
import { pairKeyOf } from '../../src/flows/judging/key.js';
import { JUDGE_PROMPT_HASH } from '../../src/llm/judge.js';
import type { ToldVerdict } from '../../src/llm/judged.js';
import { JUDGE_PROMPT } from '../../src/llm/prompts/judge.js';
import { type AnsweredBatch, readBatches } from '../batch.js';
import { type Cassette, placedOf, readCassette } from './cassette.js';

const USAGE = 'npx tsx eval/judge/record.ts <cassette> <folder of prompts> <folder of answers> <model> <date>';
const CASSETTES = new URL('./cassettes/', import.meta.url);
const OWN = 'own';

/**
 * Puts what a model answered to prompts on a cassette, beside what is there already by the same model: word for word of
 * pairs of our own, by hashes and without words of others. An answer is taken as it is; a prompt that was changed meanwhile
 * is refused.
 */
function main(): void {
  const [name, prompts, answers, model, date] = process.argv.slice(2);
  if (!name || !prompts || !answers || !model || !date) throw new Error(USAGE);
  mkdirSync(CASSETTES, { recursive: true });
  const cassette = begun(name, { prompt_hash: JUDGE_PROMPT_HASH, model, recorded_at: date });
  for (const batch of readBatches(prompts, answers)) {
    const verdicts = verdictsOf(batch);
    console.log(`${batch.name}: ${verdicts.length} verdicts`);
    for (const { pair, told } of verdicts) {
      const { pair: _number, ...words } = told;
      if (cassette.told === undefined)
        Object.assign(cassette.placed ?? {}, { [pairKeyOf(pair)]: placedOf(told, pair) });
      else Object.assign(cassette.told, { [pairKeyOf(pair)]: words });
    }
  }
  writeFileSync(fileOf(name), `${rows(cassette)}\n`);
}

function fileOf(name: string): URL {
  return new URL(`${name}.json`, CASSETTES);
}

/** The cassette as it is, where this model is on it. */
function begun(name: string, head: Cassette): Cassette {
  const before = existsSync(fileOf(name)) ? readCassette(fileOf(name)) : null;
  const isSame = before?.prompt_hash === head.prompt_hash && before.model === head.model;
  if (isSame) return before;
  return name === OWN ? { ...head, told: {} } : { ...head, placed: {} };
}

/** Each verdict of an answer with the pair that it is about. */
function verdictsOf({ name, system, users, answers }: AnsweredBatch): { pair: JudgedPair; told: ToldVerdict }[] {
  if (system !== JUDGE_PROMPT) throw new Error('the prompt was changed since; nothing that it got counts');
  return users.flatMap((user, at) => {
    const answer = answers[at];
    if (answer === undefined || answer === null) return [];
    const pairs = pairsOf(user);
    const { verdicts } = JSON.parse(answer) as { verdicts: ToldVerdict[] };
    return verdicts.map((told) => {
      const pair = pairs[told.pair - 1];
      if (pair === undefined) throw new Error(`${name} tells of pair ${told.pair}, which was not asked about`);
      return { pair, told };
    });
  });
}

/** A line a pair. */
function rows({ placed, told, ...head }: Cassette): string {
  const [kind, verdicts] = told === undefined ? ['placed', placed ?? {}] : ['told', told];
  const lines = Object.entries(verdicts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, verdict]) => `  ${JSON.stringify(key)}: ${JSON.stringify(verdict)}`);
  return `${JSON.stringify(head, null, 1).slice(0, -2)},\n "${kind}": {\n${lines.join(',\n')}\n }\n}`;
}

function pairsOf(user: string): JudgedPair[] {
  const { pairs } = JSON.parse(user) as { pairs: { stored: Shown; incoming: Shown }[] };
  return pairs.map(({ stored, incoming }) => ({ stored: sideOf(stored), incoming: sideOf(incoming) }));
}

type Shown = Record<'statement', string> & Partial<Record<'env' | 'team' | 'valid_from' | 'valid_until', string>>;

function sideOf({ statement, env, team, valid_from, valid_until }: Shown): JudgedSide {
  const scope = { env: env ?? null, team: team ?? null };
  return { statement, scope, validFrom: valid_from ?? null, validUntil: valid_until ?? null };
}

main();
