import { readFileSync } from 'node:fs';
import { createDatabase } from '../bench/database.js';
import { fill } from '../bench/fill.js';
import { loadCases } from '../src/cli/labelled.js';
import { loadLexicon } from '../src/start/lexicons.js';
import { startEmbedded } from '../src/store/embedded/start.js';
import { migrate } from '../src/store/migrate.js';
import { crowd } from './recall/crowd.js';
import { readQuestions } from './recall/questions.js';

const postgres = await startEmbedded({ dataDir: '/tmp/asking-tune' });
const url = await createDatabase(postgres.url, 'tune');
await migrate({ url });
const statements = [
  ...new Set(
    loadCases(['/work/shared/eval/dev'])
      .flatMap(({ writes, isDocument }) => (isDocument ? writes : []))
      .map(({ statement }) => statement),
  ),
];
const own = readQuestions(readFileSync(new URL('recall/questions.jsonl', import.meta.url), 'utf8')).map(
  (q) => q.statement,
);
const stored = crowd({ statements, own, count: 100000 });
await fill(url, loadLexicon(), stored.length, (at) => stored[at] ?? '');
console.log(url);
await postgres.stop();
