import { buildApp } from '../../src/app.js';
import type { WriteRequest } from '../../src/core/claim.js';
import { DEFAULT_CONTEXT } from '../../src/core/context.js';
import { ALWAYS } from '../../src/core/period.js';
import { ThreadReader } from '../../src/documents/reader.js';
import type { Deps } from '../../src/flows/deps.js';
import { KeyRing } from '../../src/flows/key-ring.js';
import { KeyedQueue } from '../../src/flows/keyed-queue.js';
import { NOTHING_PREPARED } from '../../src/flows/lore/commit-relations.js';
import { Sessions } from '../../src/flows/lore/sessions.js';
import { ProjectContexts } from '../../src/flows/project-contexts.js';
import { commitInput, storedClaim } from '../../src/flows/rows.js';
import { wordsOfClaim } from '../../src/flows/search-text.js';
import { Stopwatch } from '../../src/flows/stopwatch.js';
import { hash } from '../../src/guard/hash.js';
import { lockKeys, recallKeys } from '../../src/guard/keys.js';
import { decide, read, versionsOf } from '../../src/guard/pipeline.js';
import { keyAuth } from '../../src/http/auth.js';
import { loggerOptions } from '../../src/http/log.js';
import { nliOff } from '../../src/inference/off.js';
import { loadLexicon } from '../../src/start/lexicons.js';
import { systemClock, systemIds, systemRandom, systemSecrets } from '../../src/start/system.js';
import { commitWrite } from '../../src/store/queries/commit.js';
import { openStore } from '../../src/store/store.js';
import { Metrics } from '../../src/telemetry/metrics.js';
import type { Tool } from '../../src/tools/define.js';
import { answerWrite } from '../../src/tools/write/answer.js';
import { rememberRequest } from '../../src/tools/write/bodies.js';
import { remember } from '../../src/tools/write/remember.js';

/**
 * The same stack, authentication, tenant setting and rows, without the guard: nothing is read, looked up, compared
 * or judged. The rows carry the reading and the decision of one sample statement, and keys of their own.
 */
const store = await openStore({ url: process.env.DATABASE_URL ?? '', poolSize: 10, random: systemRandom });
const lexicon = loadLexicon();
const metrics = new Metrics();
const documents = new ThreadReader({ clock: systemClock });
const deps: Deps = {
  ...{
    store,
    lexicon,
    normSource: read,
    scorer: nliOff,
    storyteller: null,
    detective: null,
    documents,
    telemetry: metrics,
  },
  version: 'bench',
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
const locks = lockKeys(reading);
const recalls = recallKeys(reading);
let written = 0;

const unguarded: Tool = {
  ...remember,
  async run({ tenant, caller }, body: Parameters<typeof rememberRequest>[1]) {
    const draft = draftOf(rememberRequest({ tenant, caller }, body));
    // Its keys are its own, so the versions that it has not read are surely those of new keys.
    const row = commitInput(systemIds, draft, new Map(), decision, true, NOTHING_PREPARED);
    const result = await store.tenant(tenant.orgId, (db) => commitWrite(db, row));
    const claim = storedClaim(row, result.outcome === 'stored' ? result.systemFrom : '');
    const timings = draft.watch.timings();
    const parts = { claim, closed: [], unsupported: [], decision, decisionId: row.decision.id, timings };
    return answerWrite({ result: 'stored', ...parts }, DEFAULT_CONTEXT.calendar, null);
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

function draftOf(request: WriteRequest) {
  written += 1;
  // Hashed like real ones, so that they spread over the index as those do.
  const own = (keys: readonly string[]) => keys.map((_, index) => hash(`${process.pid} ${written} ${index}`));
  return {
    ...{
      request,
      context: DEFAULT_CONTEXT,
      statement: request.statement,
      kind: request.kind,
      replaces: false,
      stated: [],
      unstated: 0,
      types: lexicon.relationTypes,
    },
    ...{ claimId: systemIds.next(), reading, window: { from: null, until: null }, period: ALWAYS },
    ...{ saidAt: null, replaced: [] },
    ...{ lockKeys: own(locks), recallKeys: [...own(locks), ...own(recalls)].slice(0, recalls.length) },
    words: wordsOfClaim(request, lexicon),
    watch: new Stopwatch(systemClock),
  };
}
