import { createClient } from '../test/helpers/client.js';
import type { ServerProcess } from '../test/helpers/server-process.js';
import { startCopying } from './copy.js';
import { PROJECT } from './fill.js';
import { median, sendAll } from './load.js';
import { type PgBouncer, startPgBouncer } from './pgbouncer.js';
import { atLeast, goalTable } from './report.js';
import { startVariant } from './servers.js';
import { statementOf } from './statements.js';
import { target, WARM_UP } from './writes.js';

const ROUNDS = 3;
/** Claims that each way stores in a round, the first of which only warms it up, and in one request of several. */
const CLAIMS = 600;
const ITEMS = 100;
const ORGS = 100;
const SINGLE_CONNECTIONS = 10;
const BATCH_CONNECTIONS = 4;

/** A way to store claims: requests, each of some claims, to servers in turn. */
interface Way {
  name: string;
  servers: readonly ServerProcess[];
  connections: number;
  path: string;
  items: number;
  bodyOf(numbers: readonly number[]): object;
}

/**
 * Markdown: how fast claims are stored otherwise than one by one through one server, beside that, in rounds that take
 * turns: by two servers, for many organisations, as behind a transaction pooler, behind PgBouncer where it is installed, in
 * batches, and as facts of ingest, beside COPY of the rows that these leave.
 */
export async function otherWritesReport(databaseUrl: string, size: number): Promise<string> {
  const started = [startVariant('guarded', databaseUrl), startVariant('guarded', databaseUrl)];
  const pooled = startVariant('guarded', databaseUrl, { DATABASE_POOLING: 'transaction' });
  const [one, other, transactions] = await Promise.all([...started, pooled]);
  if (one === undefined || other === undefined || transactions === undefined) throw new Error('no server');
  const bouncer = await startPgBouncer(databaseUrl);
  const bounced = bouncer && (await startVariant('guarded', bouncer.url, { DATABASE_POOLING: 'transaction' }));
  const ways = waysOf(one, other, transactions, bounced);
  const rates = new Map<string, number[]>([...ways.map(({ name }) => name), JOBS, COPY].map((name) => [name, []]));
  const servers = new Set(ways.flatMap((way) => way.servers));
  for (const [at, server] of [...servers].entries())
    await sendAll(target(server, `${WARM_UP.project}-${at}`), SINGLE_CONNECTIONS, WARM_UP.writes);
  const copying = await startCopying(databaseUrl);
  let used = size;
  try {
    for (let round = -1; round < ROUNDS; round++) {
      for (const way of ways) {
        const perSecond = await rateOf(
          way,
          Array.from({ length: CLAIMS }, () => used++),
        );
        if (round >= 0) rates.get(way.name)?.push(perSecond);
      }
      // Until they are done they would take their part of what COPY has.
      const compared = await copying.comparisons();
      const copied = await copying.rate();
      if (round < 0) continue;
      if (compared !== null) rates.get(JOBS)?.push(compared);
      rates.get(COPY)?.push(copied);
    }
  } finally {
    await Promise.all([one.stop(), other.stop(), transactions.stop(), bounced?.stop()]);
    await bouncer?.stop();
    await copying.end();
  }
  const measured = [...rates].filter(([, all]) => all.length > 0);
  const medians = new Map(measured.map(([name, all]) => [name, median(all)]));
  const rows = [...medians].map(([name, perSecond]) => `| ${told(name, bouncer)} | ${perSecond.toFixed(0)} |`);
  return [['| what | claims/s |', '|---|---|', ...rows].join('\n'), goals(medians, bouncer)].join('\n\n');
}

/** With which PgBouncer it was. */
function told(name: string, bouncer: PgBouncer | null): string {
  return name === BOUNCED && bouncer !== null ? `${name} ${bouncer.version}` : name;
}

const SINGLE = 'one by one';
const TWO = 'one by one, two servers on one database';
const MANY_ORGS = `one by one, ${ORGS} organisations in turn`;
const POOLED = 'one by one, as behind a transaction pooler that keeps prepared statements (none in between)';
const BOUNCED = 'one by one, behind PgBouncer';
const BATCH = `batches of ${ITEMS}`;
const ATOMIC = `atomic batches of ${ITEMS}`;
const INGEST = `facts of ingest, ${ITEMS} a request, compared before the answer`;
const LATER = `facts of ingest, ${ITEMS} a request, compared later: until acknowledged`;
const JOBS = 'the same: compared in the background';

const COPY = 'COPY of the rows of these facts';

const write = (n: number) => ({ statement: statementOf(n), who: 'bench', reason: 'To measure' });

function singleBy(server: ServerProcess): Way {
  return {
    ...{ name: SINGLE, servers: [server], connections: SINGLE_CONNECTIONS, path: '/v1/remember', items: 1 },
    bodyOf: ([n = 0]) => ({ project: PROJECT, ...write(n) }),
  };
}

/** Those that leave jobs behind come last, so that nothing else is measured beside these. */
function waysOf(
  one: ServerProcess,
  other: ServerProcess,
  transactions: ServerProcess,
  bounced: ServerProcess | null,
): Way[] {
  const single = singleBy(one);
  const batch = (isAtomic: boolean): Way => ({
    ...{ name: isAtomic ? ATOMIC : BATCH, servers: [one], connections: BATCH_CONNECTIONS, path: '/v1/batch' },
    items: ITEMS,
    bodyOf: (numbers) => ({
      ...{ project: PROJECT, atomic: isAtomic },
      items: numbers.map((n) => ({ op: 'remember', ...write(n) })),
    }),
  });
  const facts = (name: string, compare: 'now' | 'later'): Way => ({
    ...{ name, servers: [one], connections: BATCH_CONNECTIONS, path: '/v1/ingest', items: ITEMS },
    bodyOf: (numbers) => ({
      ...{ project: PROJECT, compare },
      facts: numbers.map((n) => ({ statement: statementOf(n), who: 'bench' })),
    }),
  });
  return [
    single,
    { ...single, name: TWO, servers: [one, other] },
    { ...single, name: MANY_ORGS, bodyOf: ([n = 0]) => ({ ...single.bodyOf([n]), org_id: `org-${n % ORGS}` }) },
    { ...single, name: POOLED, servers: [transactions] },
    ...(bounced === null ? [] : [{ ...single, name: BOUNCED, servers: [bounced] }]),
    batch(false),
    batch(true),
    facts(INGEST, 'now'),
    facts(LATER, 'later'),
  ];
}

/** Claims stored a second. */
async function rateOf(way: Way, numbers: readonly number[]): Promise<number> {
  const clients = way.servers.map(({ url, apiKey }) => createClient(url, apiKey, way.connections));
  const requests = Array.from({ length: Math.ceil(numbers.length / way.items) }, (_, at) =>
    numbers.slice(at * way.items, (at + 1) * way.items),
  );
  const start = performance.now();
  let next = 0;
  const connection = async () => {
    for (let at = next++; at < requests.length; at = next++) {
      const { status, body } =
        (await clients[at % clients.length]?.post(way.path, way.bodyOf(requests[at] ?? []))) ?? {};
      if (status !== 200 && status !== 201) throw new Error(`${way.name}: ${status} ${JSON.stringify(body)}`);
    }
  };
  await Promise.all(Array.from({ length: way.connections }, connection));
  const seconds = (performance.now() - start) / 1000;
  for (const client of clients) client.close();
  return numbers.length / seconds;
}

function goals(medians: ReadonlyMap<string, number>, bouncer: PgBouncer | null): string {
  const ratio = (one: string, other: string) => (medians.get(one) ?? Number.NaN) / (medians.get(other) ?? Number.NaN);
  return goalTable([
    atLeast(`${BATCH} / one by one, claims per second`, ratio(BATCH, SINGLE), 3),
    atLeast('atomic / other batches, claims per second', ratio(ATOMIC, BATCH), 0.9),
    atLeast('facts of ingest, until acknowledged / COPY of their rows', ratio(LATER, COPY), 0.4),
    atLeast(`${ORGS} organisations / one`, ratio(MANY_ORGS, SINGLE), 0.9),
    atLeast('as behind a transaction pooler / direct', ratio(POOLED, SINGLE), 0.85),
    // An older one does not keep prepared statements: what is planned each time is printed above, and held to nothing.
    ...(bouncer?.keepsStatements
      ? [atLeast(`behind PgBouncer ${bouncer.version} / direct`, ratio(BOUNCED, SINGLE), 0.85)]
      : []),
  ]);
}
