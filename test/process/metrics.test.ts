import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../helpers/database.js';
import { type ServerProcess, startServer } from '../helpers/server-process.js';

let database: TestDatabase;
let server: ServerProcess;

beforeAll(async () => {
  database = await createDatabase();
  server = await startServer({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

test('a server tells of its process, its pool and its requests', async () => {
  await fetch(`${server.url}/health`);
  const page = await (await fetch(`${server.url}/metrics`)).text();
  for (const name of [
    ...['nodejs_eventloop_lag_p99_seconds', 'nodejs_heap_size_used_bytes', 'process_cpu_seconds_total'],
    ...['process_resident_memory_bytes', 'loreguard_pool_connections{state="waiting"}'],
    'loreguard_http_requests_total{method="GET",route="/health",status="200"} 1',
    'loreguard_http_request_duration_seconds_count{route="/health"} 1',
  ]) {
    expect(page).toContain(name);
  }
});
