import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dumpSchema } from '../store/dump.js';
import { startEmbedded } from '../store/embedded/start.js';
import { migrate } from '../store/migrate.js';
import { MIGRATIONS_FOLDER } from '../store/migration-files.js';

/** Writes migrations/schema.sql from a fresh database that the migrations made; with --check says whether it is that. */
const target = join(MIGRATIONS_FOLDER, 'schema.sql');
const folder = await mkdtemp(join(tmpdir(), 'loreguard-schema-'));
const server = await startEmbedded({ dataDir: folder });
try {
  await migrate({ url: server.url });
  const made = await dumpSchema(server.url);
  if (!process.argv.includes('--check')) {
    await writeFile(target, made);
    console.log(`wrote ${target}`);
  } else if ((await readFile(target, 'utf8')) !== made) {
    console.error('migrations/schema.sql is not what the migrations make; run: npm run schema');
    process.exitCode = 1;
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
