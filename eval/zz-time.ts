import { readFileSync } from 'node:fs';
import { DEFAULT_CONTEXT } from '../src/core/context.js';
import { claimHits, scoreClaims } from '../src/flows/asking/claim-hits.js';
import { readQuestion } from '../src/flows/asking/question.js';
import { weigh } from '../src/flows/asking/weighed.js';
import { read, recallKeys } from '../src/guard/pipeline.js';
import { loadLexicon } from '../src/start/lexicons.js';
import { systemRandom } from '../src/start/system.js';
import { startEmbedded } from '../src/store/embedded/start.js';
import { RECALL, recallClaims } from '../src/store/queries/recall.js';
import { openStore } from '../src/store/store.js';
import { readQuestions } from './recall/questions.js';

const postgres = await startEmbedded({ dataDir: '/tmp/asking-tune' });
const url = new URL(postgres.url);
url.pathname = '/tune';
const store = await openStore({ url: url.href, random: systemRandom });
const lexicon = loadLexicon();
const tenant = { orgId: 'default', project: 'bench' };
const qs = readQuestions(readFileSync(new URL('recall/questions.jsonl', import.meta.url), 'utf8'));
const q = (xs: number[], s: number) => xs.sort((a, b) => a - b)[Math.floor(xs.length * s)]?.toFixed(2);
const t: Record<string, number[]> = {};
const time = async <T>(name: string, f: () => T | Promise<T>): Promise<T> => {
  const a = performance.now();
  const r = await f();
  (t[name] ??= []).push(performance.now() - a);
  return r;
};
for (let round = 0; round < 3; round++) {
  if (round === 1) for (const k of Object.keys(t)) delete t[k];
  for (const { question } of qs) {
    const asked = await time('question', () => readQuestion(question, lexicon));
    const keys = await time('keys', () =>
      recallKeys(
        read(
          { statement: question, scope: { env: null, team: null }, from: null, until: null },
          DEFAULT_CONTEXT,
          lexicon,
          0,
        ),
      ),
    );
    await store.tenant('default', async (db) => {
      const filter = {
        status: 'active',
        kind: null,
        entity: null,
        tag: null,
        env: null,
        team: null,
        atTime: null,
        knownAt: null,
      } as const;
      const answer = await time('sql', () => recallClaims(db, tenant, { terms: asked.terms, keys }, filter));
      await time('sql without keys', () => recallClaims(db, tenant, { terms: asked.terms, keys: [] }, filter));
      const w = weigh(asked, answer);
      const best = await time('score', () => scoreClaims(w, answer.found, keys).slice(0, 10));
      await time('hits', () =>
        claimHits(
          db,
          tenant,
          {
            question: w,
            keys,
            lexicon,
            knownAt: null,
            asked: { calendar: DEFAULT_CONTEXT.calendar, unit: { start: 0, end: 1 }, isNamed: false },
          },
          best,
        ),
      );
    });
  }
}
for (const [k, v] of Object.entries(t)) console.log(k.padEnd(20), q(v, 0.5), q(v, 0.95));
const asked = readQuestion(qs[0]!.question, lexicon);
if (process.argv[2])
  await store.tenant('default', async (db) => {
    const rows = await db.run<Record<string, string>>({
      text: `EXPLAIN (ANALYZE, BUFFERS) ${RECALL}`,
      values: [
        tenant.orgId,
        tenant.project,
        asked.terms.map((x) => x.word),
        asked.terms.map((x) => x.place),
        asked.terms.map((x) => x.factor),
        [],
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        200,
      ],
    });
    console.log(rows.map((r) => r['QUERY PLAN']).join('\n'));
  });
await store.close();
await postgres.stop();
