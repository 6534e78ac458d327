import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dumpSchema } from '../store/dump.js';
import { startEmbedded } from '../store/embedded/start.js';
import { migrate } from '../store/migrate.js';
import { MIGRATIONS_FOLDER } from '../store/migration-files.js';

/** Writes migrations/schema.sql from a fresh database that the migrations made. */
const folder = await mkdtemp(join(tmpdir(), 'loreguard-schema-'));
const server = await startEmbedded({ dataDir: folder });
try {
  await migrate({ url: server.url });
  const target = join(MIGRATIONS_FOLDER, 'schema.sql');
  await writeFile(target, await dumpSchema(server.url));
  console.log(`wrote ${target}`);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
