import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, createTestApp, type TestApp } from '../helpers/app.js';

describe('harness', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app?.close());

  test('200 the contract as text and as data, for the role that asks', async () => {
    const { status, body } = await app.get('/v1/lore/harness');
    expect(status).toBe(200);
    expect(body).toMatchObject({ view: 'full', form: 'prompt' });
    expect(body.text).toContain('was_true_at');
    expect(body.questions).toHaveLength(5);
    expect(body.questions[1].steps[0]).toEqual({ tool: 'lookup', given: 'each name', when: 'not known yet' });
    expect(body.rules.map(({ id }: { id: string }) => id)).toContain('call_first');
    expect(body.tools).toContain('verify_answer');
    const reader = bearer(await app.keyFor('reader'));
    const read = (await app.get('/v1/lore/harness?form=full', reader)).body;
    expect(read.tools).not.toContain('flag_for_review');
    expect(read.text).not.toContain('flag_for_review');
    expect(read.text.length).toBeGreaterThan(body.text.length);
    expect(read.text).toContain('Example: ');
  });

  test('200 as text alone', async () => {
    const { body } = await app.get('/v1/lore/harness?view=compact');
    expect(Object.keys(body).sort()).toEqual(['text', 'view']);
  });

  test('400 for a form that there is not', async () => {
    expect((await app.get('/v1/lore/harness?form=poem')).body).toMatchObject({ errors: [{ path: 'form' }] });
  });
});
