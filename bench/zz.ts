import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadLexicon } from '../src/lexicons.js';
import { startEmbedded } from '../src/store/embedded/start.js';
import { migrate } from '../src/store/migrate.js';
import { startServer } from '../test/helpers/server-process.js';
import { createDatabase } from './database.js';
import { fill, PROJECT } from './fill.js';
import { OPEN_STORED, openQuestionOf, openStatementOf } from './statements.js';
import pg from 'pg';
const N = Number(process.argv[2] ?? 100);
const folder = await mkdtemp(join(tmpdir(), 'loreguard-zz-'));
const postgres = await startEmbedded({ dataDir: join(folder, 'data') });
const databaseUrl = await createDatabase(postgres.url, 'bench_nli');
await migrate({ url: databaseUrl });
await fill(databaseUrl, loadLexicon(), N * OPEN_STORED, openStatementOf);
const server = await startServer({ DATABASE_URL: databaseUrl, NLI: 'off', NLI_TIMEOUT_MS: '10000' });
const client = new pg.Client(databaseUrl);
await client.connect();
for (const n of Array.from({length: 30}, (_, i) => i + 3)) {
  const post = await fetch(`${server.url}/v1/remember`, { method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${server.apiKey}` }, body: JSON.stringify({ project: PROJECT, statement: openQuestionOf(n), who: 'bench', reason: 'To measure' }) });
  const body: any = await post.json();
  const dec: any = await (await fetch(`${server.url}/v1/decisions/${body.decision_id}?project=${PROJECT}`, { headers: { authorization: `Bearer ${server.apiKey}` } })).json();
  console.log(openQuestionOf(n), post.status, body.tier, dec.compared?.length);
  for (const c of dec.compared ?? []) {
    const r = await client.query('select statement from claims where id = $1', [c.id]).catch((e: Error) => ({ rows: [{ statement: e.message }] }));
    console.log('  ', c.code, r.rows[0]?.statement);
  }
}
await client.end();
await server.stop();
await postgres.stop();
