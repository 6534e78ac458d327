import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testRetries } from './test/retries.js';
import { run as withClient } from './with-client.js';
import { run as withHeyApi } from './with-hey-api.js';
import { run as withFetch } from './with-openapi-fetch.js';
import { testTranscripts } from './world/transcripts.js';

/**
 * Starts the built server on an embedded database with the example world, lets each client refuse and resolve a
 * contradiction, tries the package over a bad network, and asks the world what it was asked before.
 */
const API_KEY = 'lg_default_clients_0123456789abcdef';
const CLIENTS = { '@loreguard/client': withClient, 'openapi-fetch': withFetch, 'hey-api': withHeyApi };
const STARTED_WITHIN_MS = 120_000;

const folder = await mkdtemp(join(tmpdir(), 'loreguard-clients-'));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const server = spawn(process.execPath, ['../../dist/main.js', '--example'], {
  env: {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOREGUARD_DATA: folder,
    LOREGUARD_API_KEY: API_KEY,
    NLI: 'off',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
try {
  await ready();
  for (const [name, run] of Object.entries(CLIENTS)) {
    process.stdout.write(
      `${name}: refused and resolved. ${await run(url, API_KEY, name.replace(/\W/g, '-').replace(/^-/, ''))}\n`,
    );
  }
  process.stdout.write(
    `@loreguard/client: ${await testRetries(url, API_KEY)} requests over a bad network, each done once.\n`,
  );
  const answered = await testTranscripts(url, API_KEY, process.argv.includes('--record'));
  process.stdout.write(
    `@loreguard/client: ${answered} questions to the example world, as they were answered before.\n`,
  );
} finally {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
  await rm(folder, { recursive: true, force: true });
}

async function ready(): Promise<void> {
  const until = Date.now() + STARTED_WITHIN_MS;
  while (Date.now() < until && server.exitCode === null) {
    const response = await fetch(`${url}/ready`).catch(() => null);
    if (response?.ok) return;
    await sleep(200);
  }
  throw new Error('The server did not start.');
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}
