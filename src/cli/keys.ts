import { resolve } from 'node:path';
import { type Config, readConfig } from '../config.js';
import { createKey, recordRevocation } from '../flows/keys.js';
import { startEmbedded } from '../store/embedded/start.js';
import { migrate } from '../store/migrate.js';
import { listKeys } from '../store/queries/keys.js';
import { openStore, type Store } from '../store/store.js';
import { systemClock, systemIds, systemRandom, systemSecrets } from '../system.js';
import { describeKey, type KeysCommand, readCommand, USAGE } from './keys-command.js';

/** For operators: keys without a server, from the configured database. */
const PAGE = 200;
const OPERATOR = { name: 'command line', keyId: null };

const command = commandOf(process.argv.slice(2));
if (command !== null) {
  const config = readConfig();
  const embedded =
    config.DATABASE_URL === undefined ? await startEmbedded({ dataDir: resolve(config.LOREGUARD_DATA) }) : null;
  try {
    await run(command, config.DATABASE_URL ?? embedded?.url ?? '', config);
  } catch (error) {
    fail(error);
  } finally {
    await embedded?.stop();
  }
}

function commandOf(words: readonly string[]): KeysCommand | null {
  try {
    return readCommand(words);
  } catch (error) {
    fail(error);
    console.error(USAGE);
    return null;
  }
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(wanted: KeysCommand, url: string, { DATABASE_POOLING: pooling }: Config): Promise<void> {
  await migrate({ url });
  const store = await openStore({ url, pooling, poolSize: 1, random: systemRandom });
  try {
    await perform(wanted, store);
  } finally {
    await store.close();
  }
}

async function perform(wanted: KeysCommand, store: Store): Promise<void> {
  const { orgId } = wanted;
  if (wanted.verb === 'list') return printKeys(store, orgId);
  if (wanted.verb === 'revoke') {
    const key = await recordRevocation({ store, ids: systemIds }, orgId, wanted.id, OPERATOR);
    return console.log(describeKey(key));
  }
  const deps = { store, ids: systemIds, secrets: systemSecrets, clock: systemClock };
  const { project, name, role, expiresAt } = wanted;
  const { key, secret } = await createKey(deps, { tenant: { orgId, project }, name, role, expiresAt }, OPERATOR);
  console.log(`${describeKey(key)}\nThe key, shown this once:\n${secret}`);
}

async function printKeys(store: Store, orgId: string): Promise<void> {
  for (let cursor: string | undefined, hasMore = true; hasMore; ) {
    const page = await store.tenant(orgId, (db) => listKeys(db, orgId, { limit: PAGE, cursor }));
    for (const key of page.items) console.log(describeKey(key));
    cursor = page.nextCursor ?? undefined;
    hasMore = cursor !== undefined;
  }
}
