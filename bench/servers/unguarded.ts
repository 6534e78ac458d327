import Fastify from 'fastify';
import { z } from 'zod';
import { isoCalendar } from '../../src/core/calendar.js';
import type { WriteRequest } from '../../src/core/claim.js';
import { DEFAULT_CONTEXT } from '../../src/core/context.js';
import { ALWAYS } from '../../src/core/period.js';
import { KeyRing } from '../../src/flows/key-ring.js';
import { commitInput, storedClaim } from '../../src/flows/rows.js';
import { Stopwatch } from '../../src/flows/stopwatch.js';
import { lockKeys, recallKeys } from '../../src/guard/keys.js';
import { decide, read, versionsOf } from '../../src/guard/pipeline.js';
import { keyAuth } from '../../src/http/auth.js';
import { registerProblems } from '../../src/http/problem.js';
import { registerValidation } from '../../src/http/validation.js';
import { nliOff } from '../../src/inference/off.js';
import { loadLexicon } from '../../src/lexicons.js';
import { commitWrite } from '../../src/store/queries/commit.js';
import { openStore } from '../../src/store/store.js';
import { systemClock, systemIds, systemRandom } from '../../src/system.js';
import { presentClaim } from '../../src/tools/present.js';
import { fromWire, toWire } from '../../src/tools/wire.js';
import { rememberBody, rememberRequest } from '../../src/tools/write/bodies.js';

/**
 * The same stack, authentication, tenant setting and rows, without the guard: nothing is read, looked up, compared
 * or judged. The rows carry the reading and the decision of one sample statement, and keys of their own.
 */
const store = await openStore({ url: process.env.DATABASE_URL ?? '', poolSize: 10, random: systemRandom });
const lexicon = loadLexicon();
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

const app = Fastify();
registerProblems(app);
registerValidation(app);
const authenticator = keyAuth(process.env.LOREGUARD_API_KEY ?? '', new KeyRing(store, systemClock));
app.post(
  '/v1/remember',
  {
    schema: { body: z.strictObject(rememberBody) },
    onRequest: async (request) => {
      await authenticator.authenticate(request);
    },
  },
  async (request, reply) => {
    const tenant = { orgId: 'default', project: 'bench' };
    const body = rememberRequest(
      { tenant, caller: { keyId: null, role: 'admin' } },
      fromWire(request.body) as Parameters<typeof rememberRequest>[1],
    );
    const row = commitInput(systemIds, draftOf(body), new Map(), decision, false);
    const result = await store.tenant(tenant.orgId, (db) => commitWrite(db, row));
    const systemFrom = result.outcome === 'stored' ? result.systemFrom : '';
    const claim = presentClaim(storedClaim(row, systemFrom), isoCalendar);
    const stored = { result: 'stored', tier: 'clean', claim, warnings: [], decisionId: row.decision.id };
    return reply.code(201).send(toWire(stored));
  },
);
console.log(`Loreguard listens on ${await app.listen({ port: 0 })};`);
process.on('SIGTERM', () => process.exit(0));

function draftOf(request: WriteRequest) {
  written += 1;
  const own = (keys: readonly string[]) => keys.map((_, index) => `unguarded-${process.pid}-${written}-${index}`);
  return {
    ...{
      request,
      context: DEFAULT_CONTEXT,
      statement: request.statement,
      kind: request.kind,
      replaces: false,
      claimId: systemIds.next(),
      reading,
      window: { from: null, until: null },
      period: ALWAYS,
      saidAt: null,
      replaced: [],
    },
    ...{ lockKeys: own(locks), recallKeys: [...own(locks), ...own(recalls)].slice(0, recalls.length) },
    watch: new Stopwatch(systemClock),
  };
}
