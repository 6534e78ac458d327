import { cpus, loadavg } from 'node:os';
import { orphanRules } from '../src/consistency/orphan-rules.js';
import { checkEntity } from '../src/flows/consistency/entity.js';
import { liveOrphans } from '../src/flows/consistency/live.js';
import { suspectRelations } from '../src/flows/consistency/sweep-all.js';
import type { Deps } from '../src/flows/deps.js';
import { compareRelations } from '../src/flows/documents/sweep-lore.js';
import { KeyedQueue } from '../src/flows/keyed-queue.js';
import { typesOf } from '../src/flows/lore/types.js';
import { ProjectContexts } from '../src/flows/project-contexts.js';
import { loadLexicon } from '../src/start/lexicons.js';
import { systemClock, systemIds, systemRandom } from '../src/start/system.js';
import { openStore, type Store } from '../src/store/store.js';
import { sweepOrphans } from '../src/store/sweeps/orphans.js';
import { ONE_PASS } from '../test/helpers/rule-scale.js';
import { seeded } from '../test/helpers/seeded.js';
import { analyse } from './database.js';
import { type Goal, goalTable } from './report.js';
import { loadWorld } from './world/load.js';

const tenant = { orgId: 'default', project: 'generated' };
const SEED = 1;
const ROUNDS = 5;
const TOUCHED = 400;
const WARM_UP = 40;
/** Of every so many touched entities all that is told is compared too. */
const WHOLE_EACH = 10;

/** One pass in order with the end of the row before alone, which misses what a long span hides. */
const WITH_LAG = ONE_PASS.replace('max(', 'lag(').replace(' ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING', '');

type SweepDeps = Pick<Deps, 'store' | 'clock' | 'ids' | 'lexicon' | 'queue' | 'contexts' | 'rulesLimitMs'>;

interface Detection {
  sweepMs: number;
  flagged: number;
  flaggedByLag: number;
  detectMs: number;
  orphansMs: number;
  suspects: string[];
  orphans: number;
}

/** What the consistency engine takes over a generated world, beside one sort-sweep of the same rounds. */
export async function sweepReport(databaseUrl: string, size: number): Promise<string> {
  const store = await openStore({ url: databaseUrl, poolSize: 6, random: systemRandom, statementTimeoutMs: 120_000 });
  try {
    const { stored, seconds } = await loadWorld(store, { tenant, size, seed: SEED }, () => undefined);
    console.error(`${stored} relations stored in ${seconds.toFixed(1)} s`);
    await analyse(databaseUrl);
    const deps = { ...{ store, clock: systemClock, ids: systemIds, lexicon: loadLexicon() }, queue: new KeyedQueue() };
    const all = { ...deps, contexts: new ProjectContexts(store), rulesLimitMs: 50 };
    const detection = await detect(all);
    const live = await measureLive(all, store);
    return report(stored, detection, live);
  } finally {
    await store.close();
  }
}

async function detect(deps: SweepDeps): Promise<Detection> {
  const context = await deps.contexts.fresh(tenant);
  const { relations: types } = await typesOf(deps, tenant);
  const count = async (text: string) => {
    const values = [tenant.orgId, tenant.project];
    const rows = await deps.store.tenant(tenant.orgId, (db) => db.run<{ flagged: number }>({ text, values }));
    return rows[0]?.flagged ?? 0;
  };
  const rounds = { sweep: [] as number[], detect: [] as number[], orphans: [] as number[] };
  let [flagged, suspects, orphans]: [number, string[], number] = [0, [], 0];
  for (let round = 0; round <= ROUNDS; round++) {
    const [sweepMs] = await timed(async () => (flagged = await count(ONE_PASS)));
    const [detectMs] = await timed(
      async () => (suspects = (await suspectRelations(deps, { tenant, types, context })).ids),
    );
    const [orphansMs] = await timed(async () => {
      const found = await deps.store.tenant(tenant.orgId, (db) => sweepOrphans(db, tenant, orphanRules(types)));
      orphans = found.length;
    });
    // The first round fills the caches.
    if (round === 0) continue;
    rounds.sweep.push(sweepMs);
    rounds.detect.push(detectMs);
    rounds.orphans.push(orphansMs);
  }
  return {
    ...{ sweepMs: median(rounds.sweep), detectMs: median(rounds.detect), orphansMs: median(rounds.orphans) },
    ...{ flagged, flaggedByLag: await count(WITH_LAG), suspects, orphans },
  };
}

interface Live {
  /** Milliseconds of each sweep, sorted. */
  relation: number[];
  entity: number[];
}

/** Sweeps after a write about one entity, drawn from all; and of all that is told of one. */
async function measureLive(deps: SweepDeps, store: Store): Promise<Live> {
  const random = seeded(SEED);
  const drawn = await store.tenant(tenant.orgId, (db) =>
    db.run<{ id: string; entity: string }>({
      text: `SELECT r.id, r.from_id AS entity FROM relations r WHERE r.org_id = $1 AND r.project = $2 ORDER BY md5(r.id::text) LIMIT $3`,
      values: [tenant.orgId, tenant.project, TOUCHED + WARM_UP],
    }),
  );
  drawn.sort(() => random() - 0.5);
  const [relation, entity]: [number[], number[]] = [[], []];
  for (const [at, { id, entity: about }] of drawn.entries()) {
    const [ofRelation] = await timed(async () => {
      await compareRelations(deps, tenant, [id], null);
      await liveOrphans(deps, tenant, { relationIds: [id] }, systemIds.next());
    });
    if (at < WARM_UP) continue;
    relation.push(ofRelation);
    if (at % WHOLE_EACH > 0) continue;
    const [ofEntity] = await timed(() => checkEntity(deps as Deps, tenant, { name: 'bench', keyId: null }, about));
    entity.push(ofEntity);
  }
  const ascending = (a: number, b: number) => a - b;
  return { relation: relation.sort(ascending), entity: entity.sort(ascending) };
}

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;

function report(stored: number, detection: Detection, live: Live): string {
  const { sweepMs, detectMs, orphansMs, flagged, flaggedByLag, suspects, orphans } = detection;
  const ratio = (detectMs + orphansMs) / sweepMs;
  const p95 = at(live.relation, 0.95);
  const goals: Goal[] = [
    {
      what: 'detection of A, B and D',
      ...{ measured: `${ratio.toFixed(1)} × one sort-sweep`, goal: '≤ 4 ×', isMet: ratio <= 4 },
    },
    {
      what: 'live sweep after a write about one entity, p95',
      ...{ measured: `${p95.toFixed(1)} ms`, goal: '≤ 10 ms', isMet: p95 <= 10 },
    },
  ];
  return [
    `${stored} relations, medians of ${ROUNDS} rounds in turn, ${cpus().length} cores, load average ${(loadavg()[0] ?? 0).toFixed(1)}.`,
    '',
    '| what | ms | found |',
    '|---|---|---|',
    `| one sort-sweep in SQL | ${sweepMs.toFixed(0)} | ${flagged} flagged; with lag() ${flaggedByLag} |`,
    `| sweeps of A and B | ${detectMs.toFixed(0)} | ${suspects.length} relations for the rules to decide |`,
    `| sweep of D | ${orphansMs.toFixed(0)} | ${orphans} orphans |`,
    `| live sweep, one relation of one entity | p50 ${at(live.relation, 0.5).toFixed(1)}, p95 ${p95.toFixed(1)} | |`,
    `| all that is told of one entity | p50 ${at(live.entity, 0.5).toFixed(1)}, p95 ${at(live.entity, 0.95).toFixed(1)} | |`,
    '',
    goalTable(goals),
  ].join('\n');
}
