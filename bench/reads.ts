import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { loadLexicon } from '../src/start/lexicons.js';
import { systemRandom } from '../src/start/system.js';
import { openStore } from '../src/store/store.js';
import { createClient } from '../test/helpers/client.js';
import { type ServerProcess, startServer } from '../test/helpers/server-process.js';
import { fill, PROJECT } from './fill.js';
import { loadReads, median, type Sample } from './load.js';
import { fillDisputes, HUB, HUB_PROJECT } from './reads-fill.js';
import { atLeast, atMost, type Goal, goalTable } from './report.js';
import { loadWorld } from './world/load.js';

/** What reads cost, beside the same rows looked up by one prepared statement through fastify and pg alone. */

const WORLD = { orgId: 'default', project: 'generated' };
const ROUNDS = 5;
/** Before them, until what is hot is compiled. */
const WARM_UP_ROUNDS = 3;
const ROUND_MS = 1500;
const CONNECTIONS = 6;
const FILTERED_P95_MS = 20;

interface Read {
  name: string;
  /** The n-th request, and the same look-up of the bare server; null: a filtered list, of which the p95 counts. */
  ours(n: number): string;
  bare: ((n: number) => string) | null;
  /** Least share of the throughput of the bare look-up. */
  goal: number | null;
}

interface Measured {
  read: Read;
  ours: Sample[];
  bare: Sample[];
}

/** @param size relations of the world, and claims of another project */
export async function readsReport(databaseUrl: string, size: number): Promise<string> {
  await store(databaseUrl, size);
  return measuredReads(databaseUrl, size);
}

/** The same of a database that is filled. */
export async function measuredReads(databaseUrl: string, size: number): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const ids = await idsOf(client);
  await client.end();
  const bareScript = fileURLToPath(new URL('servers/bare-reads.ts', import.meta.url));
  const environment = { DATABASE_URL: databaseUrl, NLI_MODE: 'off', RATE_LIMIT: 'off' };
  const [ours, bare] = [
    await startServer(environment),
    await startServer(environment, ['--import', 'tsx', bareScript]),
  ];
  try {
    const measured = await measure(readsOf(ids), ours, bare);
    return [
      `${size} relations, ${size} claims, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds in turn, ${cpus().length} cores, load average ${(loadavg()[0] ?? 0).toFixed(1)}.`,
      table(measured),
      goalTable(measured.flatMap(goalsOf)),
    ].join('\n\n');
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
}

async function store(databaseUrl: string, size: number): Promise<void> {
  const lore = await openStore({ url: databaseUrl, poolSize: 4, random: systemRandom });
  await loadWorld(lore, { tenant: WORLD, size, seed: 1 });
  await lore.close();
  await fill(databaseUrl, loadLexicon(), size);
  await fillDisputes(databaseUrl);
}

interface Ids {
  entities: string[];
  claims: string[];
}

/** Some of each, spread over all. */
async function idsOf(client: pg.Client): Promise<Ids> {
  const some = async (table: string, project: string) => {
    const text = `SELECT id FROM ${table} WHERE org_id = 'default' AND project = $1 ORDER BY md5(id::text) LIMIT 500`;
    return (await client.query<{ id: string }>(text, [project])).rows.map(({ id }) => id);
  };
  return { entities: await some('entities', WORLD.project), claims: await some('claims', PROJECT) };
}

function readsOf({ entities, claims }: Ids): Read[] {
  const entity = (n: number) => entities[n % entities.length] ?? '';
  const claim = (n: number) => claims[n % claims.length] ?? '';
  const bare = (read: string, project: string, of: (n: number) => string) => (n: number) =>
    `/${read}?project=${project}&of=${of(n)}`;
  const filtered = (name: string, path: string): Read => ({ name, ours: () => path, bare: null, goal: null });
  const hub = () => HUB;
  return [
    {
      ...{ name: 'get_claim', goal: 0.5, bare: bare('claim', PROJECT, claim) },
      ours: (n) => `/v1/claims/${claim(n)}?project=${PROJECT}`,
    },
    {
      ...{ name: 'list_claims, a page of 50', goal: 0.5, bare: bare('claims', PROJECT, hub) },
      ours: () => `/v1/claims?project=${PROJECT}&limit=50`,
    },
    {
      ...{ name: 'get_contradictions, a page of 50', goal: 0.5, bare: bare('contradictions', HUB_PROJECT, hub) },
      ours: () => `/v1/contradictions?project=${HUB_PROJECT}&limit=50`,
    },
    {
      ...{ name: 'lookup', goal: 0.3, bare: bare('entity', WORLD.project, entity) },
      ours: (n) => `/v1/lore/lookup?project=${WORLD.project}&query=${entity(n)}`,
    },
    {
      ...{ name: 'list_relations', goal: 0.3, bare: bare('relations', WORLD.project, entity) },
      ours: (n) => `/v1/lore/list-relations?project=${WORLD.project}&entity=${entity(n)}`,
    },
    {
      ...{ name: 'list_relations of a hub', goal: 0.3, bare: bare('relations', HUB_PROJECT, hub) },
      ours: () => `/v1/lore/list-relations?project=${HUB_PROJECT}&entity=${HUB}`,
    },
    filtered('list_claims by a rare author', `/v1/claims?project=${PROJECT}&who=nobody`),
    filtered('list_claims by a part of the statement', `/v1/claims?project=${PROJECT}&q=zzzz`),
    filtered('get_contradictions by severity', `/v1/contradictions?project=${HUB_PROJECT}&severity=error`),
    filtered('the same of any status', `/v1/contradictions?project=${HUB_PROJECT}&severity=error&status=all`),
    filtered('get_contradictions by subject', `/v1/contradictions?project=${HUB_PROJECT}&subject=Rare`),
    filtered('the same, settled', `/v1/contradictions?project=${HUB_PROJECT}&subject=Rare&status=dismissed`),
    filtered('list_entities by type', `/v1/lore/list-entities?project=${WORLD.project}&type=Plane`),
  ];
}

async function measure(reads: readonly Read[], ours: ServerProcess, bare: ServerProcess): Promise<Measured[]> {
  const clients = [ours, bare].map(({ url, apiKey }) => createClient(url, apiKey, CONNECTIONS));
  const measured = reads.map((read): Measured => ({ read, ours: [], bare: [] }));
  let used = 0;
  const sample = async (at: number, path: (n: number) => string, samples: Sample[], counts: boolean) => {
    const client = clients[at];
    if (client === undefined) return;
    const one = await loadReads(client, path, CONNECTIONS, ROUND_MS, () => used++);
    if (counts) samples.push(one);
  };
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const { read, ours: mine, bare: floor } of measured) {
      await sample(0, read.ours, mine, round >= WARM_UP_ROUNDS);
      if (read.bare !== null) await sample(1, read.bare, floor, round >= WARM_UP_ROUNDS);
    }
  }
  for (const client of clients) client.close();
  return measured;
}

function table(measured: readonly Measured[]): string {
  const of = (samples: readonly Sample[], figure: (sample: Sample) => number, digits: number) =>
    samples.length === 0 ? '' : median(samples.map(figure)).toFixed(digits);
  const rows = measured.map(({ read, ours, bare }) => {
    const mine = [
      of(ours, (one) => one.perSecond, 0),
      of(ours, (one) => one.p50Ms, 2),
      of(ours, (one) => one.p95Ms, 2),
    ];
    return `| ${read.name} | ${mine.join(' | ')} | ${of(bare, (one) => one.perSecond, 0)} |`;
  });
  return ['| read | a second | p50 ms | p95 ms | bare, a second |', '|---|---|---|---|---|', ...rows].join('\n');
}

function goalsOf({ read: { name, goal }, ours, bare }: Measured): Goal[] {
  const perSecond = (samples: readonly Sample[]) => median(samples.map((sample) => sample.perSecond));
  if (goal !== null) return [atLeast(`${name} / bare`, perSecond(ours) / perSecond(bare), goal)];
  return [atMost(`${name}, p95`, median(ours.map(({ p95Ms }) => p95Ms)), FILTERED_P95_MS, 'ms')];
}
