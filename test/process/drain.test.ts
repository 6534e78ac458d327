import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../helpers/database.js';
import { RawConnection, statusesIn } from '../helpers/raw.js';
import { type ServerProcess, startServer } from '../helpers/server-process.js';

const CLIENTS = 24;
const ROUNDS = 2;

/** What became of the requests of a client that keeps its connection. */
interface Told {
  statuses: Set<number>;
  /** Why its connection ended: it was told to let go, or the code of a fault. */
  end: string;
}

describe('clients that keep their connections', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());

  /** A slow machine may hold the process for seconds, which is not what is asked here. */
  const ENVIRONMENT = { NLI: 'off', MAX_EVENT_LOOP_DELAY_MS: '0' };

  const get = ({ url, apiKey }: ServerProcess, path: string, agent: Agent): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const sent = request(`${url}${path}`, { agent, headers: { authorization: `Bearer ${apiKey}` } }, (reply) => {
        reply.resume();
        reply.on('error', reject);
        reply.on('end', () => resolve(reply));
      });
      sent.on('error', reject);
      sent.end();
    });

  /** Sends one request after the other on one connection until it is told to let go of it, or the connection fails. */
  async function ask(server: ServerProcess, paths: readonly string[], first: number): Promise<Told> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const statuses = new Set<number>();
    try {
      for (let n = first; ; n++) {
        const { statusCode = 0, headers } = await get(server, paths[n % paths.length] ?? '', agent);
        statuses.add(statusCode);
        if (headers.connection === 'close') return { statuses, end: 'told' };
      }
    } catch (error) {
      return { statuses, end: (error as NodeJS.ErrnoException).code ?? String(error) };
    } finally {
      agent.destroy();
    }
  }

  test.each([
    ['at once', '0'],
    ['after a delay', '400'],
  ])(
    'are never cut off by a server that stops %s',
    async (_, delay) => {
      for (let round = 0; round < ROUNDS; round++) {
        const server = await startServer({ DATABASE_URL: database.url, ...ENVIRONMENT, SHUTDOWN_DELAY_MS: delay });
        const paths = ['/v1/claims', '/v1/nothing', '/health', '/docs/', '/v1/claims?limit=wrong', '/v1/claims/%'];
        const clients = Array.from({ length: CLIENTS }, (_, first) => ask(server, paths, first));
        await sleep(500);
        server.child.kill('SIGTERM');
        const told = await Promise.all(clients);
        expect(told.map(({ end }) => end)).toEqual(Array(CLIENTS).fill('told'));
        const statuses = new Set(told.flatMap(({ statuses }) => [...statuses]));
        expect([...statuses].sort()).toEqual([200, 400, 404]);
        expect(await server.exitCode).toBe(0);
      }
    },
    120_000,
  );

  test('every answer says so, whatever it is, and is followed by the end of the connection', async () => {
    const server = await startServer({ DATABASE_URL: database.url, ...ENVIRONMENT, SHUTDOWN_DELAY_MS: '3000' });
    server.child.kill('SIGTERM');
    const ready = () => fetch(`${server.url}/ready`);
    while ((await ready()).status !== 503) await sleep(20);
    const authorization = `authorization: Bearer ${server.apiKey}\r\n`;
    const asked: [string, number][] = [
      ['GET /health HTTP/1.1\r\n', 200],
      ['HEAD /health HTTP/1.1\r\n', 200],
      ['GET /metrics HTTP/1.1\r\n', 200],
      ['GET /docs/static/index.css HTTP/1.1\r\n', 200],
      ['GET /openapi.json HTTP/1.1\r\n', 200],
      ['OPTIONS /v1/claims HTTP/1.1\r\n', 204],
      ['GET /v1/claims HTTP/1.1\r\n', 401],
      [`GET /v1/claims HTTP/1.1\r\n${authorization}`, 200],
      [`GET /v1/claims?limit=x HTTP/1.1\r\n${authorization}`, 400],
      ['GET /nothing HTTP/1.1\r\n', 404],
      ['DELETE /health HTTP/1.1\r\n', 405],
      ['GET /v1/claims/% HTTP/1.1\r\n', 400],
      ['NONSENSE / HTTP/1.1\r\n', 400],
    ];
    for (const [head, status] of asked) {
      const connection = new RawConnection(server.url);
      connection.write(`${head}host: a\r\n\r\n`);
      const { text, isClosed } = await connection.reply(2000);
      expect([head, statusesIn(text), isClosed]).toEqual([head, [status], true]);
      expect(text.toLowerCase(), head).toContain('\r\nconnection: close\r\n');
    }
    expect(await server.exitCode).toBe(0);
  }, 60_000);
});
