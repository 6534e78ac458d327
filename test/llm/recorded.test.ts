import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LocalEndpoint } from '../../eval/endpoint.js';
import { type Cassette, readCassette } from '../../eval/judge/cassette.js';
import { startReplay as startJudge } from '../../eval/judge/replay-server.js';
import { OWN_PAIRS } from '../../eval/reader/asked.js';
import { readCassettes, startReplay as startReader } from '../../eval/reader/cassette.js';
import { type Case, loadCases, type Write } from '../../src/cli/labelled.js';
import { isVerdict, type JudgedPair } from '../../src/core/judge.js';
import { UNCALIBRATED_JUDGE } from '../../src/core/judge-card.js';
import { askingSource } from '../../src/flows/asking-source.js';
import type { Judging } from '../../src/flows/judging/judging.js';
import { judgeDue } from '../../src/jobs/judge.js';
import { JUDGE_PROMPT_HASH, openLlmJudge } from '../../src/llm/judge.js';
import { openStatementReader, READER_PROMPT_HASH } from '../../src/llm/statement-reader.js';
import { systemClock, systemRandom } from '../../src/start/system.js';
import { createTestApp, type TestApp } from '../helpers/app.js';

const FOLDER = new URL('../../eval/judge/cassettes/', import.meta.url);
const JUDGED = readdirSync(FOLDER).map((name) => readCassette(new URL(name, FOLDER)));
const PAIRS = loadCases([OWN_PAIRS]);

/** Conflicts of which the two sides have less than a quarter of their words in common: the judge is not asked. */
const TOO_UNLIKE: readonly string[] = ['own-03', 'own-06', 'own-12', 'own-34'];
/** Conflicts that come out of the reader in words in which no rule sees them. */
const READ_APART: readonly string[] = [...TOO_UNLIKE, ...['own-01', 'own-02', 'own-08', 'own-10', 'own-13', 'own-38']];

const fail = (error: unknown): never => {
  throw error;
};
const modelAt = ({ baseUrl }: LocalEndpoint) => ({
  ...{ baseUrl, apiKey: null, model: 'recorded', timeoutMs: 10_000 },
  ...{ clock: systemClock, random: systemRandom },
});

interface Answered {
  status: number;
  codes: string[];
}

async function writeBoth(app: TestApp, { id, writes }: Case): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (const one of writes) {
    const { status, body } = await app.post('/v1/remember', { project: id, kind: 'fact', who: 'mara', ...bodyOf(one) });
    const told: { code: string }[] = [...(body.warnings ?? []), ...(body.conflicts ?? [])];
    answered.push({ status, codes: told.map(({ code }) => code) });
  }
  return answered;
}

function bodyOf({ statement, env, team, from, until }: Write) {
  return { statement, scope: { env, team }, valid_from: from, valid_until: until };
}

const isConflict = ({ expected }: Case) => expected === 'conflict';
const idsOf = (cases: readonly Case[]) => cases.map(({ id }) => id);

/** Every real part, and an endpoint that answers what a model once did to exactly these prompts. */
describe('a judge whose answers were recorded', () => {
  let endpoint: LocalEndpoint;

  const judging = async (mode: Judging['mode']): Promise<Judging> => ({
    ...{ judge: await openLlmJudge(modelAt(endpoint)), mode, thresholds: UNCALIBRATED_JUDGE },
    ...{ writeLimitMs: 10_000, jobLimitMs: 10_000 },
  });

  beforeAll(async () => {
    endpoint = await startJudge(JUDGED);
  });
  afterAll(() => endpoint?.close());

  test('hears within the write what contradicts, and warns of nothing else', async () => {
    const app = await createTestApp({ judging: await judging('write') });
    const heard: string[] = [];
    for (const pair of PAIRS) {
      const [, second] = await writeBoth(app, pair);
      const isHeard = second?.status === 409 || second?.codes.includes('judge_contradiction') === true;
      if (isHeard || (isConflict(pair) && second?.codes.length !== 0)) heard.push(pair.id);
    }
    await app.close();
    const missed = idsOf(PAIRS.filter((pair) => isConflict(pair) && !heard.includes(pair.id)));
    expect(missed).toEqual(TOO_UNLIKE);
    expect(heard).toEqual(idsOf(PAIRS.filter((pair) => isConflict(pair) && !missed.includes(pair.id))));
  });

  test('suspects after the write the same, and disputes nothing', async () => {
    const app = await createTestApp({ judging: await judging('after') });
    const heard: string[] = [];
    for (const pair of PAIRS) {
      const [, second] = await writeBoth(app, pair);
      await judgeDue(app.deps, fail);
      const path = `/v1/contradictions?project=${pair.id}`;
      const suspected: { code: string; sides: { is_disputed?: boolean }[] }[] = (
        await app.get(`${path}&status=suspected`)
      ).body.items;
      expect(suspected.every(({ code }) => code === 'judge_contradiction')).toBe(true);
      expect((await app.get(`${path}&status=open`)).body.items).toEqual([]);
      if (suspected.length > 0 || second?.status === 409 || (isConflict(pair) && second?.codes.length !== 0))
        heard.push(pair.id);
    }
    await app.close();
    expect(idsOf(PAIRS.filter((pair) => isConflict(pair) !== heard.includes(pair.id)))).toEqual(TOO_UNLIKE);
  });
});

describe('a reader whose answers were recorded', () => {
  let endpoint: LocalEndpoint;
  let app: TestApp;
  let rules: TestApp;

  beforeAll(async () => {
    endpoint = await startReader(readCassettes());
    app = await createTestApp({ normSource: askingSource(await openStatementReader(modelAt(endpoint))) });
    rules = await createTestApp();
  });
  afterAll(async () => {
    await app?.close();
    await rules?.close();
    await endpoint?.close();
  });

  test('warns of what the rules alone do not hear, refuses what they do, and warns of nothing else', async () => {
    const heard = { rules: [] as string[], model: [] as string[] };
    for (const pair of PAIRS) {
      const [byRules, byModel] = [(await writeBoth(rules, pair))[1], (await writeBoth(app, pair))[1]];
      expect(byModel?.status).toBe(byRules?.status);
      expect(byModel?.codes).not.toContain('normalizer_failed_open');
      if (byRules?.codes.length !== 0) heard.rules.push(pair.id);
      if (byModel?.codes.length !== 0) heard.model.push(pair.id);
    }
    const added = heard.model.filter((id) => !heard.rules.includes(id));
    expect(heard.rules.filter((id) => !heard.model.includes(id))).toEqual([]);
    expect(added.every((id) => PAIRS.some((pair) => pair.id === id && isConflict(pair)))).toBe(true);
    const missed = idsOf(PAIRS.filter((pair) => isConflict(pair) && !heard.model.includes(pair.id)));
    expect(missed).toEqual([...READ_APART].sort());
  });

  test('is asked nothing for a replay, which comes to the same', async () => {
    const [pair] = PAIRS.filter(({ id }) => id === 'own-07');
    if (pair === undefined) throw new Error('the pair about schema changes is gone');
    const project = 'replayed';
    for (const one of pair.writes)
      await app.post('/v1/remember', { project, kind: 'fact', who: 'mara', ...bodyOf(one) });
    const [written] = (await app.get(`/v1/decisions?project=${project}`)).body.items;
    await endpoint.close();
    const { status, body } = await app.post(`/v1/decisions/${written.id}/replay`, { project });
    expect([status, body.matches, written.tier]).toEqual([200, true, 'warn']);
  });
});

describe('a cassette', () => {
  test('is of the prompt and the form of answers that the server sends', () => {
    const hashes = (all: readonly Pick<Cassette, 'prompt_hash'>[]) => all.map(({ prompt_hash }) => prompt_hash);
    expect(new Set(hashes(JUDGED))).toEqual(new Set([JUDGE_PROMPT_HASH]));
    expect(new Set(hashes(readCassettes()))).toEqual(new Set([READER_PROMPT_HASH]));
  });

  test('of another prompt answers nothing', async () => {
    const other = { prompt_hash: 'another' };
    const [judges, reads] = [
      await startJudge(JUDGED.map((one) => ({ ...one, ...other }))),
      await startReader(readCassettes().map((one) => ({ ...one, ...other }))),
    ];
    const [a, b] = PAIRS[0]?.writes ?? [];
    if (a === undefined || b === undefined) throw new Error('a pair has two sides');
    const side = ({ statement, env, team, from, until }: Write): JudgedPair['stored'] => {
      return { statement, scope: { env, team }, validFrom: from, validUntil: until };
    };
    const judge = await openLlmJudge(modelAt(judges));
    const said = await judge.judge([{ stored: side(a), incoming: side(b) }]);
    expect(said.some(isVerdict)).toBe(false);
    const reader = await openStatementReader(modelAt(reads));
    await expect(reader.read(a.statement)).rejects.toThrow('422');
    await judges.close();
    await reads.close();
  });
});
