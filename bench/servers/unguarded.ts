import { buildApp } from '../../src/app.js';
import type { Claim } from '../../src/core/claim.js';
import { DEFAULT_CONTEXT } from '../../src/core/context.js';
import { ALWAYS } from '../../src/core/period.js';
import { ThreadReader } from '../../src/documents/reader.js';
import type { Deps } from '../../src/flows/deps.js';
import { KeyRing } from '../../src/flows/key-ring.js';
import { KeyedQueue } from '../../src/flows/keyed-queue.js';
import { Sessions } from '../../src/flows/lore/sessions.js';
import { ProjectContexts } from '../../src/flows/project-contexts.js';
import { Stopwatch } from '../../src/flows/stopwatch.js';
import { decide, read, versionsOf } from '../../src/guard/pipeline.js';
import { keyAuth } from '../../src/http/auth.js';
import { loggerOptions } from '../../src/http/log.js';
import { nliOff } from '../../src/inference/off.js';
import { loadLexicon } from '../../src/start/lexicons.js';
import { systemClock, systemIds, systemRandom, systemSecrets } from '../../src/start/system.js';
import { openStore } from '../../src/store/store.js';
import { toInstant } from '../../src/store/text.js';
import { Metrics } from '../../src/telemetry/metrics.js';
import type { Tool } from '../../src/tools/define.js';
import { answerWrite } from '../../src/tools/write/answer.js';
import { rememberRequest } from '../../src/tools/write/bodies.js';
import { remember } from '../../src/tools/write/remember.js';
import { type FrozenWrite, frozenCommit } from '../frozen/rows.js';

/**
 * The same stack, authentication and tenant setting, and the rows of release 0.6, without the guard: nothing is read,
 * looked up, compared or judged. The rows carry the reading and the decision of one sample statement, and keys of their
 * own. It writes to tables of that release, in a database of its own.
 */
const store = await openStore({ url: process.env.DATABASE_URL ?? '', poolSize: 10, random: systemRandom });
const lexicon = loadLexicon();
const metrics = new Metrics();
const documents = new ThreadReader({ clock: systemClock });
const deps: Deps = {
  ...{ store, lexicon, normSource: read, scorer: nliOff, storyteller: null, judging: null, detective: null },
  ...{ documents, telemetry: metrics, version: 'bench', rulesLimitMs: 50 },
  ...{ clock: systemClock, ids: systemIds, random: systemRandom, secrets: systemSecrets },
  ...{
    queue: new KeyedQueue(),
    keys: new KeyRing(store, systemClock),
    contexts: new ProjectContexts(store),
    sessions: new Sessions(store),
  },
};
const SAMPLE = 'The north gateway queue must be restarted by team web after 0 failures';
const input = { statement: SAMPLE, scope: { env: null, team: null }, from: null, until: null };
const reading = read(input, DEFAULT_CONTEXT, lexicon, 0);
const decision = decide({
  ...{ incoming: reading, examined: [], questions: [], scores: [], thresholds: nliOff.thresholds, nli: 'off' },
  versions: versionsOf(lexicon, null, reading),
});
let written = 0;

const unguarded: Tool = {
  ...remember,
  async run({ tenant, caller }, body: Parameters<typeof rememberRequest>[1]) {
    const request = rememberRequest({ tenant, caller }, body);
    const watch = new Stopwatch(systemClock);
    written += 1;
    const write: FrozenWrite = {
      ...{ request, claimId: systemIds.next(), decisionId: systemIds.next(), timings: watch.timings() },
      keyedBy: `${process.pid} ${written}`,
    };
    const [row] = await store.tenant(tenant.orgId, (db) => db.run<{ system_from: string }>(frozenCommit(write)));
    const claim = claimOf(write, toInstant(row?.system_from ?? ''));
    const parts = { claim, closed: [], unsupported: [], decision, decisionId: write.decisionId };
    return answerWrite({ result: 'stored', ...parts, timings: watch.timings() }, DEFAULT_CONTEXT.calendar, null);
  },
};

const app = await buildApp(deps, {
  authenticator: keyAuth(process.env.LOREGUARD_API_KEY ?? '', deps.keys),
  logger: loggerOptions('error'),
  metrics,
  tools: [unguarded],
});
console.log(`Loreguard listens on ${await app.listen({ port: 0 })};`);
process.on('SIGTERM', () => process.exit(0));

function claimOf({ request, claimId }: FrozenWrite, at: string): Claim {
  const { statement, kind, who, reason, source, entity, tags, scope, validFrom, validUntil, dependsOn, keyId } =
    request;
  return {
    ...{ id: claimId, statement, kind, who, reason, source, loreSource: null, entity, tags, scope },
    ...{ validFrom, validUntil, period: ALWAYS, reading, guarded: true, isUnguarded: false, dependsOn, keyId },
    ...{ status: 'active', isDisputed: false, disputedWith: [], supersedes: [], supersededBy: null },
    ...{ saidAt: at, firstStoredAt: at, systemFrom: at, systemUntil: null },
  };
}
