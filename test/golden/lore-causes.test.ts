import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';

/** What people ask of eras: what brought them about, and what came of them. */
describe('eras as causes and effects', () => {
  let app: TestApp;
  const ask = async (tool: string, query: Record<string, string>) =>
    (await app.get(`/v1/lore/${tool}?${new URLSearchParams({ project: 'winter', ...query })}`)).body;

  beforeAll(async () => {
    app = await createTestApp();
    await app.put('/v1/calendar', {
      project: 'winter',
      ...{ id: 'winter', name: 'The Count', current: '380 TA', units: {}, circa_years: 5 },
      eras: [
        { slug: '3rd_age', name: 'Third Age', abbreviations: ['TA'], start: 1 },
        { slug: 'long_winter', name: 'Long Winter', parent: '3rd_age', start: 305, end: 312 },
        { slug: 'great_thaw', name: 'Great Thaw', parent: '3rd_age', start: 312, end: 320 },
      ],
    });
    const content = [
      'source_type: timeline',
      'title: Frosthollow Lore',
      'reliability: canonical',
      'eras:',
      '  - { name: Long Winter, causes: The Sundering, effects: [Great Thaw, Famine of Frosthollow] }',
      '  - { name: Great Thaw }',
      '  - { name: Quiet Years }',
      'events:',
      '  - { name: The Sundering, date: 304 TA }',
      '  - { name: Famine of Frosthollow, date: 311 TA }',
      '  - { name: The Burning, effects: Quiet Years }',
    ].join('\n');
    const told = await app.post('/v1/ingest', {
      project: 'winter',
      documents: [{ path: 'lore.yaml', format: 'yaml', content }],
    });
    expect(told.body).toMatchObject({ errors: [] });
  });
  afterAll(() => app?.close());

  test('Was the Long Winter caused by the Sundering?', async () => {
    const asked = { relation: 'CAUSED_BY', subject: 'Long Winter', object: 'The Sundering' };
    expect(await ask('was-true-at', asked)).toMatchObject({
      ...{ outcome: 'answered', hint: null, was_true: 'true', is_disputed: false, confidence: 1 },
      happened_at: { from: { text: '304 TA' } },
      sources: [{ title: 'Frosthollow Lore', reliability: 'canonical' }],
    });
    expect(await ask('was-true-at', { ...asked, at_time: '300 TA' })).toMatchObject({ was_true: 'false' });
    // Nobody says that it was the other way round.
    expect(
      await ask('was-true-at', { relation: 'CAUSED', subject: 'Long Winter', object: 'The Sundering' }),
    ).toMatchObject({ was_true: 'unknown', outcome: 'answered' });
  });

  test('Did the Long Winter bring the Great Thaw? Of two eras it had, once both had begun', async () => {
    const asked = { relation: 'CAUSED', subject: 'Long Winter', object: 'Great Thaw' };
    expect(await ask('was-true-at', { ...asked, at_time: '330 TA' })).toMatchObject({ was_true: 'true' });
    expect(await ask('was-true-at', { ...asked, at_time: '306 TA' })).toMatchObject({ was_true: 'unknown' });
  });

  test('Did the Burning bring the Quiet Years? Nobody dates either', async () => {
    const asked = { relation: 'CAUSED', subject: 'The Burning', object: 'Quiet Years' };
    expect(await ask('was-true-at', { ...asked, at_time: '330 TA' })).toMatchObject({
      ...{ was_true: 'unknown', happened_at: null, facts: [{ type: 'CAUSED' }] },
    });
  });

  test('Why did the Long Winter come, and what came of it?', async () => {
    const { chain } = await ask('event-chain', { entity: 'Long Winter' });
    const lines = chain.map(
      ({ event, side, depth }: { event: { name: string }; side: string; depth: number }) =>
        `${side} ${depth} ${event.name}`,
    );
    expect(lines).toEqual([
      'start 0 Long Winter',
      'start 0 Famine of Frosthollow',
      'cause 1 The Sundering',
      'effect 1 Great Thaw',
    ]);
  });
});
