import { expect, test } from 'vitest';
import { createClient } from '../helpers/client.js';
import { createDatabase } from '../helpers/database.js';
import { judges } from '../helpers/judge-server.js';
import { startLlmServer } from '../helpers/llm-server.js';
import { startServer } from '../helpers/server-process.js';

const APPLIED = 'Migration 47 has not been applied yet';
/** Of two processes, one after the other. */
const TWO_STARTS_MS = 120_000;

const RUNNING = 'Production already runs with migration 47';

test(
  'kill −9 while a judge is asked: the job is there after the next start, and the pair is suspected once',
  async () => {
    const database = await createDatabase();
    const judge = await startLlmServer();
    const environment = { DATABASE_URL: database.url, JUDGE: 'after', LLM_BASE_URL: judge.baseUrl, LLM_MODEL: 'test' };
    const never = () => undefined;
    judge.behave(never);
    const first = await startServer(environment);
    const { post } = createClient(first.url, first.apiKey, 1);
    for (const statement of [APPLIED, RUNNING]) {
      expect((await post('/v1/remember', { statement, kind: 'fact', who: 'mara' })).status).toBe(201);
    }
    await expect.poll(() => judge.asked.length, { timeout: 10_000 }).toBe(1);
    await first.kill();
    expect(await database.asAdmin('SELECT kind, attempts FROM jobs')).toEqual([{ kind: 'judge', attempts: 1 }]);
    // The lease of who was killed is over.
    await database.asAdmin('UPDATE jobs SET not_before = now()');
    judge.behave(judges(() => 'contradicts'));
    const second = await startServer(environment);
    const suspected = () => database.asAdmin("SELECT status FROM violations WHERE kind = 'contradiction'");
    await expect.poll(suspected, { timeout: 10_000 }).toEqual([{ status: 'suspected' }]);
    await expect.poll(() => database.asAdmin('SELECT kind FROM jobs'), { timeout: 10_000 }).toEqual([]);
    expect(judge.asked).toHaveLength(1);
    expect(await database.asAdmin('SELECT answer FROM judge_verdicts')).toEqual([{ answer: 'contradicts' }]);
    await second.stop();
    await judge.close();
    await database.drop();
  },
  TWO_STARTS_MS,
);
