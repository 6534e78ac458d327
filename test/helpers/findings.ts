import { afterAll, beforeAll, expect } from 'vitest';
import { createTestApp, type Reply, type TestApp } from './app.js';
import { facts, readAgain } from './stories.js';

const PROJECT = 'told';
const LIFT = ['The tower lift is enabled.', 'The tower lift is disabled.', 'The tower lift is enabled.'];

/** What is done with the finding about a lift that is enabled, disabled and enabled, for the tests of one file. */
export interface LiftFinding {
  app: TestApp;
  id: string;
  /** Sends a body by the last part of a path: `answer`. */
  settle(path: string, body: object, headers?: Record<string, string>): Promise<Reply>;
  /** Holds an answer to what every settlement leaves: a finding that is settled, none open, a line on the record. */
  expectSettled(reply: Reply, result: string, action: string): Promise<void>;
  /** What is open once the same claims were read again. */
  openOnceReadAgain(): Promise<unknown[]>;
}

export function liftFinding(): LiftFinding {
  const lift = {} as LiftFinding;
  const get = async (path: string) => (await lift.app.get(`${path}?project=${PROJECT}`)).body.items;
  lift.settle = (path, body, headers) =>
    lift.app.post(
      `/v1/findings/${lift.id}/${path}`,
      { project: PROJECT, reason: 'Looked at', who: 'dora', ...body },
      headers,
    );
  lift.expectSettled = async ({ status, body }, result, action) => {
    expect([status, body.result]).toEqual([200, result]);
    expect(body.finding).toMatchObject({ settled_by: 'dora', settled_reason: 'Looked at', resolutions: [] });
    expect(await get('/v1/findings')).toEqual([]);
    expect((await get('/v1/audit')).map((line: { action: string }) => line.action)).toContain(action);
  };
  lift.openOnceReadAgain = async () => {
    await readAgain(lift.app, PROJECT);
    return get('/v1/findings');
  };
  beforeAll(async () => {
    lift.app = await createTestApp();
    await lift.app.post('/v1/ingest', { project: PROJECT, facts: facts(...LIFT) });
    lift.id = (await lift.app.post('/v1/investigate', { project: PROJECT })).body.findings[0].id;
  });
  afterAll(() => lift.app?.close());
  return lift;
}
