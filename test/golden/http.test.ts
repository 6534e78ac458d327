import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { inParallel } from '../helpers/client.js';
import { casesInBothOrders, FILES } from './cases.js';

/** So many cases, of which each has a project of its own, are told at once: the server and its database wait for each other. */
const AT_ONCE = 8;
const STATUS = { unchanged: 200, clean: 201, warn: 201, block: 409 };

describe('the golden cases over HTTP', () => {
  let app: TestApp;
  let project = 0;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const remember = (number: number, written: object) =>
    app.post('/v1/remember', { project: `golden-${number}`, who: 'alice', kind: 'fact', ...written });

  test.each(FILES)(
    '%s is answered as the pipeline decides',
    async (file) => {
      const wrong: string[] = [];
      await inParallel(casesInBothOrders(file), AT_ONCE, async ({ stored, incoming, tier }) => {
        const number = project++;
        const first = await remember(number, stored);
        const { status, body } = await remember(number, incoming);
        const answered = status === 409 ? 'block' : body.tier;
        const isRight = first.status === 201 && status === STATUS[tier] && answered === tier;
        if (!isRight) wrong.push(`${stored.statement} ← ${incoming.statement}: ${status} ${answered}, not ${tier}`);
      });
      expect(wrong).toEqual([]);
    },
    60_000,
  );
});
