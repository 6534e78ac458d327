import { cpus, loadavg } from 'node:os';
import { v7 } from 'uuid';
import { readRule } from '../src/consistency/cypher/rule.js';
import { sweepPlan } from '../src/consistency/plan.js';
import { STARTER_RULES } from '../src/consistency/starter-rules/index.js';
import { isoCalendar } from '../src/core/calendar.js';
import { runOntologyRules } from '../src/flows/consistency/ontology-run.js';
import { runRulesAround } from '../src/flows/consistency/rules-around.js';
import { brokenBy } from '../src/flows/consistency/written-rules.js';
import { ProjectContexts } from '../src/flows/project-contexts.js';
import { loadLexicon } from '../src/start/lexicons.js';
import { systemClock, systemIds, systemRandom } from '../src/start/system.js';
import { type CompiledRule, compileRule } from '../src/store/ontology/compile.js';
import { runRule } from '../src/store/ontology/run.js';
import { listRuleRuns, putRule } from '../src/store/queries/consistency/ontology-rules.js';
import { openStore, type Store } from '../src/store/store.js';
import { fillForRules, ONE_PASS } from '../test/helpers/rule-scale.js';
import { analyse } from './database.js';
import { goalTable } from './report.js';

const tenant = { orgId: 'default', project: 'ruled' };
const ROUNDS = 5;
const WRITES = 200;
const RULES = 100;

/** What the rules that somebody wrote take over a large world: one alone, a hundred in a run, and those of one write. */
export async function rulesReport(databaseUrl: string, size: number): Promise<string> {
  const store = await openStore({ url: databaseUrl, poolSize: 6, random: systemRandom, statementTimeoutMs: 120_000 });
  try {
    await store.tenant(tenant.orgId, (db) => fillForRules(db, tenant, size));
    await analyse(databaseUrl);
    const deps = { store, clock: systemClock, ids: systemIds, contexts: new ProjectContexts(store), rulesLimitMs: 50 };
    const world = {
      tenant,
      context: await deps.contexts.fresh(tenant),
      types: loadLexicon().relationTypes,
    };
    const lines = [
      `${size} relations, ${cpus().length} cores, load average ${(loadavg()[0] ?? 0).toFixed(1)}.`,
      ...(await ofOneRule(store, world.types)),
      ...(await ofWrites(deps, world)),
      ...(await ofHundred(deps, world)),
    ];
    return lines.join('\n');
  } finally {
    await store.close();
  }
}

type Types = Parameters<typeof sweepPlan>[0];

/** Kingdoms that exist at one time and control one place, whenever they did. */
const BY_EXISTENCE = `
MATCH (k1:Kingdom)-[:CONTROLS]->(loc:Location)<-[:CONTROLS]-(k2:Kingdom)
WHERE k1 <> k2 AND time_windows_overlap(k1.valid_from, k1.valid_until, k2.valid_from, k2.valid_until)
RETURN k1, k2, loc`;

async function ofOneRule(store: Store, types: Types): Promise<string[]> {
  const byReign = STARTER_RULES.find(({ id }) => id === 'no-overlapping-kingdoms')?.cypher ?? '';
  const rules = [
    { what: 'the kingdoms rule by their reigns, median', ...compiledFor(types, byReign) },
    { what: 'the kingdoms rule by their existence, median', ...compiledFor(types, BY_EXISTENCE) },
  ];
  const taken = rules.map((rule) => ({ ...rule, ms: [] as number[], found: 0 }));
  const pass: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const passMs = await timed(() =>
      store.tenant(tenant.orgId, (db) => db.run({ text: ONE_PASS, values: [tenant.orgId, tenant.project] })),
    );
    // The first round fills the caches.
    if (round > 0) pass.push(passMs);
    for (const one of taken) {
      const ruleMs = await timed(async () => {
        one.found = (await store.snapshot(tenant.orgId, (db) => runRule(db, one.compiled, 60_000))).length;
      });
      if (round > 0) one.ms.push(ruleMs);
    }
  }
  const lines = taken.map(({ what, ms: all, found }) => {
    const ms = at(all, 0.5);
    const measured = `${ms.toFixed(0)} ms, ${(ms / at(pass, 0.5)).toFixed(2)} × one sort-sweep; ${found} rows`;
    return { what, measured, goal: '≤ 1000 ms', isMet: ms <= 1000 };
  });
  return ['', goalTable(lines)];
}

function compiledFor(types: Types, cypher: string): { compiled: CompiledRule } {
  const read = readRule(cypher, { parameters: {}, readDate: (text) => isoCalendar.parse(text, 0) });
  if (!read.isRule) throw new Error(read.fault.message);
  const { lives } = sweepPlan(types);
  return { compiled: compileRule(read.plan, { ...tenant, lives, eras: [], minConfidence: 0, rows: 2001 }) };
}

type WriteDeps = Parameters<typeof brokenBy>[0] & Parameters<typeof runRulesAround>[0];
type World = Parameters<typeof brokenBy>[1];

/** What the rules of one write take, before it is stored and after. */
async function ofWrites(deps: WriteDeps, world: World): Promise<string[]> {
  const lines = ['', '| a write of | before it is stored, ms | after it, ms | not in time |', '|---|---|---|---|'];
  for (const type of ['KNOWS', 'CLAIMS_TITLE', 'PARENT_OF', 'LOCATED_IN', 'CONTROLS']) {
    const drawn = await deps.store.tenant(tenant.orgId, (db) =>
      db.run<{ id: string; from_id: string; to_id: string; span: string }>({
        text: `SELECT r.id, r.from_id, r.to_id, r.valid_possible::text AS span FROM relations r
          WHERE r.org_id = $1 AND r.project = $2 AND r.type = $3 ORDER BY md5(r.id::text) LIMIT $4`,
        values: [tenant.orgId, tenant.project, type, WRITES],
      }),
    );
    const [before, after]: [number[], number[]] = [[], []];
    let late = 0;
    for (const { id: stored, from_id, to_id, span } of drawn) {
      const id = v7();
      const row = { org_id: tenant.orgId, project: tenant.project, id, type, from_id, to_id, status: 'active' };
      const told = { valid_certain: span, valid_possible: span, valid_tail: 0, extraction: 1, prophetic: false };
      const relations = [{ id, type, fromId: from_id, toId: to_id }];
      const written = { entities: [], relations: [{ ...row, ...told, properties: {} }], over: [] };
      const ms = await timed(() => brokenBy(deps, world, { relations, written }));
      before.push(ms);
      if (ms >= deps.rulesLimitMs) late += 1;
      after.push(await timed(() => runRulesAround(deps, world, [stored], { runId: systemIds.next(), limitMs: 1000 })));
    }
    lines.push(`| ${type} | ${both(before)} | ${both(after)} | ${late} of ${drawn.length} |`);
  }
  return lines;
}

/** A hundred rules in one run, with what each came to. */
async function ofHundred(deps: WriteDeps, world: World): Promise<string[]> {
  await deps.store.tenant(tenant.orgId, async (db) => {
    const copies = Array.from({ length: Math.ceil(RULES / STARTER_RULES.length) }, () => STARTER_RULES).flat();
    for (const [n, { id, description, cypher }] of copies.slice(0, RULES - STARTER_RULES.length).entries()) {
      const rule = { id: `${id}-${n}`, cypher, description, parameters: {}, severity: 'warn' as const, enabled: true };
      await putRule(db, tenant, { ...rule, who: 'generator', keyId: null });
    }
  });
  const whole = { ...world, context: await deps.contexts.fresh(tenant) };
  const ms = await timed(() => runOntologyRules(deps, whole, systemIds.next(), async () => undefined));
  const runs = await deps.store.tenant(tenant.orgId, (db) => listRuleRuns(db, tenant));
  const slowest = [...runs].sort((a, b) => b.durationMs - a.durationMs).slice(0, 15);
  const failed = runs.filter(({ error }) => error !== null).length;
  const sum = runs.reduce((all, { durationMs }) => all + durationMs, 0);
  return [
    '',
    `${runs.length} rules in one run: ${(ms / 1000).toFixed(1)} s, ${(sum / 1000).toFixed(1)} s of them together; ${failed} failed.`,
    '',
    '| rule (the slowest) | ms | found | error |',
    '|---|---|---|---|',
    ...slowest.map(
      ({ ruleId, durationMs, found, isCut, error }) =>
        `| ${ruleId} | ${durationMs.toFixed(0)} | ${found}${isCut ? ' or more' : ''} | ${error ?? ''} |`,
    ),
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

function both(values: readonly number[]): string {
  return `p50 ${at(values, 0.5).toFixed(2)}, p95 ${at(values, 0.95).toFixed(2)}`;
}
