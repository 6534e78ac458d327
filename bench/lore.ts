import { loadavg } from 'node:os';
import pg from 'pg';
import { systemRandom } from '../src/start/system.js';
import { openStore } from '../src/store/store.js';
import { type ServerProcess, startServer } from '../test/helpers/server-process.js';
import { median } from './load.js';
import { atMost, goalTable } from './report.js';
import { loadWorld } from './world/load.js';

/** What questions about a world take, beside the bare SQL and the least that a request takes. */

const TENANT = { orgId: 'default', project: 'generated' };
const ROUNDS = 5;
const ASKED_A_ROUND = 200;
/** So many times the bare SQL, beside what any request takes. */
const TIMES_MAX = 3;

interface Asked {
  relation: string;
  subject: string;
  object: string;
  /** An event in which the subject took part. */
  event: string;
  atTime: string;
  tick: number;
}

interface Contestant {
  name: string;
  /** Does it once. */
  once(asked: Asked): Promise<void>;
}

export async function loreReport(databaseUrl: string, size: number): Promise<string> {
  const store = await openStore({ url: databaseUrl, poolSize: 4, random: systemRandom });
  const { stored } = await loadWorld(store, { tenant: TENANT, size, seed: 1 });
  await store.close();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('ANALYZE');
  const server = await startServer({ DATABASE_URL: databaseUrl, NLI_MODE: 'off', RATE_LIMIT: 'off' });
  try {
    const questions = await questionsOf(client);
    const contestants = [...bareOf(client), ...askedOf(server)];
    const medians = await measure(contestants, questions);
    return [
      `${stored} relations, one connection, medians of ${ROUNDS} rounds in turn, load average ${(loadavg()[0] ?? 0).toFixed(1)}.`,
      table(medians),
      goalTable(goals(medians)),
    ].join('\n\n');
  } finally {
    await server.kill();
    await client.end();
  }
}

/** Reigns of the world, spread over all of it, each at a time within it. */
async function questionsOf(client: pg.Client): Promise<Asked[]> {
  const { rows } = await client.query<{ from_id: string; to_id: string; tick: string; event: string }>(
    `SELECT from_id, to_id, lower(valid_possible)::text AS tick, (
      SELECT e.to_id FROM relations e WHERE e.org_id = $1 AND e.project = $2 AND e.from_id = r.from_id
        AND e.type = 'PARTICIPATED_IN' LIMIT 1
    ) AS event FROM (
      SELECT *, row_number() OVER (ORDER BY id) AS n, count(*) OVER () AS total FROM relations
      WHERE org_id = $1 AND project = $2 AND type = 'RULES' AND NOT lower_inf(valid_possible)
    ) r WHERE n % greatest(total / $3, 1) = 0 LIMIT $3`,
    [TENANT.orgId, TENANT.project, ASKED_A_ROUND],
  );
  return rows.map(({ from_id, to_id, tick, event }) => {
    const atTime = new Date(Number(tick) * 1000).toISOString().slice(0, 10);
    return { relation: 'RULES', subject: from_id, object: to_id, event, atTime, tick: Number(tick) };
  });
}

const OPEN = "r.org_id = $1 AND r.project = $2 AND r.system_until IS NULL AND r.status = 'active'";

/** Distinct events up to three steps away. */
const CHAIN = `
  WITH RECURSIVE chain (id, depth) AS (
    SELECT $3::uuid, 0
    UNION
    SELECT r.to_id, c.depth + 1 FROM chain c JOIN relations r
      ON ${OPEN} AND r.from_id = c.id AND r.type = 'CAUSED' WHERE c.depth < 3
  )
  SELECT DISTINCT e.id, e.name FROM chain c JOIN entities e ON e.org_id = $1 AND e.project = $2 AND e.id = c.id`;

/** The bare SQL: one look-up, without names of sources, disputes or lives. */
function bareOf(client: pg.Client): Contestant[] {
  const context = (end: string, other: string) => `
    SELECT r.id, r.type, e.name FROM relations r JOIN entities e
      ON e.org_id = r.org_id AND e.project = r.project AND e.id = r.${other}
    WHERE ${OPEN} AND r.${end} = $3 AND r.valid_possible @> $4::int8`;
  const around = `${context('from_id', 'to_id')} UNION ALL ${context('to_id', 'from_id')}`;
  const ask = async (name: string, text: string, values: unknown[]) => {
    await client.query({ name, text, values: [TENANT.orgId, TENANT.project, ...values] });
  };
  return [
    {
      name: 'bare was_true_at',
      once: ({ subject, object, relation, tick }) =>
        ask(
          'bare_truth',
          `SELECT r.id FROM relations r WHERE ${OPEN} AND r.from_id = $3 AND r.type = $4 AND r.to_id = $5
            AND r.valid_possible @> $6::int8`,
          [subject, relation, object, tick],
        ),
    },
    { name: 'bare event_chain', once: ({ event }) => ask('bare_chain', CHAIN, [event]) },
    { name: 'bare state_at', once: ({ object, tick }) => ask('bare_around', around, [object, tick]) },
    { name: 'bare entity_context', once: ({ subject, tick }) => ask('bare_around', around, [subject, tick]) },
  ];
}

function askedOf({ url, apiKey }: ServerProcess): Contestant[] {
  const get = async (path: string, query: Record<string, string> | null) => {
    const asked = new URLSearchParams(query === null ? {} : { project: TENANT.project, ...query });
    const response = await fetch(`${url}${path}?${asked}`, { headers: { authorization: `Bearer ${apiKey}` } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  };
  const tool = (name: string) => `/v1/lore/${name.replaceAll('_', '-')}`;
  return [
    { name: 'floor', once: () => get('/v1/whoami', null) },
    { name: 'finding one entity', once: ({ subject }) => get(tool('lookup'), { query: subject }) },
    {
      name: 'was_true_at',
      once: ({ relation, subject, object, atTime }) =>
        get(tool('was_true_at'), { relation, subject, object, at_time: atTime }),
    },
    { name: 'state_at', once: ({ object, atTime }) => get(tool('state_at'), { entity: object, at_time: atTime }) },
    {
      name: 'entity_context',
      once: ({ subject, atTime }) => get(tool('entity_context'), { entity: subject, at_time: atTime }),
    },
    { name: 'event_chain', once: ({ event }) => get(tool('event_chain'), { entity: event, depth: '3' }) },
    ...OTHERS.map((name) => ({ name, once: ({ subject }: Asked) => get(tool(name), { entity: subject }) })),
  ];
}

/** Tools that are asked about an entity, for which no bare SQL stands. */
const OTHERS = ['timeline', 'expand_context', 'significance_of', 'get_context', 'list_relations'];

type Medians = ReadonlyMap<string, number>;

/** Milliseconds at the median of each round, of which the median; the first round warms up. */
async function measure(contestants: readonly Contestant[], questions: readonly Asked[]): Promise<Medians> {
  const rounds = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { name, once } of contestants) {
      const taken: number[] = [];
      for (const asked of questions) {
        const start = performance.now();
        await once(asked);
        taken.push(performance.now() - start);
      }
      if (round > 0) rounds.set(name, [...(rounds.get(name) ?? []), median(taken)]);
    }
  }
  return new Map([...rounds].map(([name, all]) => [name, median(all)]));
}

function table(medians: Medians): string {
  const rows = [...medians].map(([name, ms]) => `| ${name} | ${ms.toFixed(2)} |`);
  return ['| what | p50 ms |', '|---|---|', ...rows].join('\n');
}

function goals(medians: Medians) {
  const of = (name: string) => medians.get(name) ?? Number.NaN;
  return ['was_true_at', 'state_at', 'entity_context', 'event_chain'].map((name) =>
    atMost(
      `${name} beyond the floor, by the bare SQL`,
      (of(name) - of('floor')) / of(`bare ${name}`),
      TIMES_MAX,
      'times',
    ),
  );
}
