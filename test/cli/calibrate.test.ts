import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardOf, describeMeasured, measureJudge } from '../../src/cli/judge-card.js';
import type { PairJudge } from '../../src/core/judge.js';
import { openLlmJudge } from '../../src/llm/judge.js';
import { thresholdsOf } from '../../src/start/judging.js';
import { systemClock, systemRandom } from '../../src/start/system.js';
import { lexicon } from '../helpers/guard.js';
import { judges } from '../helpers/judge-server.js';
import { type LlmServer, startLlmServer } from '../helpers/llm-server.js';

const PAIRS = 'eval/judge/pairs.jsonl';
const folder = mkdtempSync(join(tmpdir(), 'loreguard-card-'));
const labels = new Map(
  readFileSync(PAIRS, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ b, expect: label }) => [b, label]),
);

describe('calibrate', () => {
  let server: LlmServer;
  let judge: PairJudge;

  beforeAll(async () => {
    server = await startLlmServer();
    const endpoint = { baseUrl: server.baseUrl, apiKey: null, model: 'test', timeoutMs: 5000 };
    judge = await openLlmJudge({ ...endpoint, clock: systemClock, random: systemRandom });
  });
  afterAll(() => server.close());

  test('a judge that is right may warn, and refuse only once enough was counted', async () => {
    server.behave(
      judges(({ incoming }) => (labels.get(incoming.statement) === 'conflict' ? 'contradicts' : 'compatible')),
    );
    const measured = await measureJudge(judge, [PAIRS], lexicon);
    const { counts, calibration } = measured;
    expect(counts.heard).toBe(counts.conflicts);
    expect(counts.heard).toBeGreaterThan(0);
    expect(counts).toMatchObject({ pairs: labels.size, unanswered: 0 });
    expect(calibration.thresholds).toMatchObject({ warn: 0.95, block: null });
    expect(describeMeasured(measured)).toMatch(/may not refuse/);
    expect(Math.max(...server.asked.map(({ body }) => JSON.parse(body.messages[1].content).pairs.length))).toBe(8);
  });

  test('one that is sure of everything may not even warn', async () => {
    server.behave(judges(() => 'contradicts'));
    const { calibration } = await measureJudge(judge, [PAIRS], lexicon);
    expect(calibration.thresholds).toMatchObject({ warn: null, block: null });
  });

  test('a server takes a card of this judge alone, and counts for itself', async () => {
    server.behave(
      judges(({ incoming }) => (labels.get(incoming.statement) === 'conflict' ? 'contradicts' : 'compatible')),
    );
    const card = cardOf(judge, [PAIRS], await measureJudge(judge, [PAIRS], lexicon));
    const file = join(folder, 'card.json');
    const write = (rest: object) => writeFileSync(file, JSON.stringify({ ...card, ...rest }));
    write({});
    expect(thresholdsOf(file, judge.identity)).toMatchObject({ warn: 0.95, block: null });
    const bold = { floor: 0.3, warn: 0.95, block: 0.95 };
    write({ thresholds: bold, block: { right: 20, wrong: 0 } });
    expect(thresholdsOf(file, judge.identity)).toMatchObject({ block: null });
    write({ thresholds: bold, block: { right: 400, wrong: 0 } });
    expect(thresholdsOf(file, judge.identity)).toEqual(bold);
    for (const other of [{ model: 'another' }, { promptHash: 'another' }]) {
      expect(() => thresholdsOf(file, { ...judge.identity, ...other })).toThrow(/card of another judge/);
    }
    writeFileSync(file, '{}');
    expect(() => thresholdsOf(file, judge.identity)).toThrow(/JUDGE_CARD: .* can not be used/);
    expect(() => thresholdsOf(join(folder, 'none.json'), judge.identity)).toThrow(/can not be used/);
  });
});
