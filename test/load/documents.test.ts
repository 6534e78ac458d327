import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../helpers/database.js';
import { HealthWatch, type Held } from '../helpers/health-watch.js';
import { FIELDS, MARKDOWN } from '../helpers/large-documents.js';
import { MAIN, type ServerProcess, startServer } from '../helpers/server-process.js';

/** The longest, in milliseconds, that a document may hold up whatever else is asked. */
const HELD_MAX_MS = 200;
const IS_SOAK = process.env.LOREGUARD_SOAK === '1';

/** What took longest, by measurement; the others follow in the long run. */
const HARDEST = [
  ...['a heading of spaces', 'a line of # marks', 'plain prose with names', 'a list', 'ten thousand quotes'],
  ...['words of one letter', 'people and their parents', 'one name of many things', 'commas'],
];

/** What people write: all of it is read. */
const USUAL = ['plain prose with names', 'a list'];

const documents = new Map([
  ...Object.entries(MARKDOWN).map(([what, content]) => [what, { path: 'x.md', content }] as const),
  ...Object.entries(FIELDS),
]);

interface Outcome {
  held: Held;
  status: number;
  result: string;
  warnings: string[];
  message: string;
}

interface IngestAnswer {
  documents?: { result: string; warnings: { reason: string }[] }[];
  errors?: { message: string }[];
  lore?: object;
  detail?: string;
}

let database: TestDatabase;
let server: ServerProcess;
let health: HealthWatch;

beforeAll(async () => {
  database = await createDatabase();
  server = await startServer(
    { DATABASE_URL: database.url, NLI: 'off', MAX_EVENT_LOOP_DELAY_MS: '60000' },
    process.env.NODE_PROF ? ['--cpu-prof', `--cpu-prof-dir=${process.env.NODE_PROF}`, MAIN] : [MAIN],
  );
  health = new HealthWatch(server);
  // Whatever is done once is done.
  await ingest('warm-up', { path: 'warm-up.md', content: '# Brack\n\nOdo ruled Brack from 3 to 9.\n' });
});

afterAll(async () => {
  await health?.close();
  await server?.stop();
  await database?.drop();
});

describe('while a large document is ingested, the server answers', () => {
  const chosen = [...documents].filter(([what]) => IS_SOAK || HARDEST.includes(what));

  test.each(chosen)(
    '%s',
    async (what, document) => {
      const { held, status, result, warnings, message } = await ingest(what, document);
      expect(status, message).toBe(200);
      expect(['stored', 'failed']).toContain(result);
      if (USUAL.includes(what)) expect(warnings).toEqual([]);
      expect(held.cpuMs).toBeLessThanOrEqual(HELD_MAX_MS);
    },
    300_000,
  );
});

async function ingest(project: string, document: { path: string; content: string }): Promise<Outcome> {
  const outcome = { status: 0, result: '', warnings: [] as string[], message: '' };
  const start = performance.now();
  const { held } = await health.during(async () => {
    const response = await fetch(`${server.url}/v1/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ project: project.replace(/[^a-z0-9]+/gi, '-'), documents: [document] }),
    });
    const body = (await response.json()) as IngestAnswer;
    outcome.status = response.status;
    const [done] = body.documents ?? [];
    outcome.result = done?.result ?? '';
    outcome.warnings = (done?.warnings ?? []).map(({ reason }) => reason);
    outcome.message = body.errors?.[0]?.message ?? body.detail ?? '';
    outcome.message += JSON.stringify(body.lore);
  });
  if (IS_SOAK) {
    const ms = `${Math.round(held.wallMs)} ms, ${Math.round(held.cpuMs)} ms of CPU`;
    const took = Math.round(performance.now() - start);
    process.stderr.write(
      `${project.padEnd(44)} held ${ms} of ${took}: ${outcome.result} ${outcome.warnings} ${outcome.message}\n`,
    );
  }
  return { held, ...outcome };
}
