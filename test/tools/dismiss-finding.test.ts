import { describe, expect, test } from 'vitest';
import { bearer } from '../helpers/app.js';
import { liftFinding } from '../helpers/findings.js';

describe('dismiss_finding', () => {
  const lift = liftFinding();
  const settle = (body: object = {}, headers = {}) => lift.settle('dismiss', { ...body }, headers);

  test('400 for a body that says too little or what there is not; 403 for a writer', async () => {
    expect((await settle({ reason: '' })).status).toBe(400);
    expect((await settle({}, bearer(await lift.app.keyFor('writer')))).status).toBe(403);
  });

  test('200 settles it, on the record; the same claims are not raised again, though they are read again', async () => {
    await lift.expectSettled(await settle(), 'dismissed', 'dismiss_finding');
    expect(await lift.openOnceReadAgain()).toEqual([]);
  });

  test('409 a second time', async () => {
    expect(await settle()).toMatchObject({ status: 409, body: { code: 'already_settled' } });
  });

  test('404 for a finding that there is not', async () => {
    lift.id = lift.app.deps.ids.next();
    expect((await settle()).status).toBe(404);
  });
});
