import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../helpers/app.js';
import { casesInBothOrders, FILES } from './cases.js';

const STATUS = { unchanged: 200, clean: 201, warn: 201, block: 409 };

describe('the golden cases over HTTP', () => {
  let app: TestApp;
  let project = 0;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const remember = (written: object) =>
    app.post('/v1/remember', { project: `golden-${project}`, who: 'alice', kind: 'fact', ...written });

  test.each(FILES)(
    '%s is answered as the pipeline decides',
    async (file) => {
      const wrong: string[] = [];
      for (const { stored, incoming, tier } of casesInBothOrders(file)) {
        project++;
        const first = await remember(stored);
        const { status, body } = await remember(incoming);
        const answered = status === 409 ? 'block' : body.tier;
        const isRight = first.status === 201 && status === STATUS[tier] && answered === tier;
        if (!isRight) wrong.push(`${stored.statement} ← ${incoming.statement}: ${status} ${answered}, not ${tier}`);
      }
      expect(wrong).toEqual([]);
    },
    60_000,
  );
});
