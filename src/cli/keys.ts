import { readConfig } from '../config.js';
import { createKey, recordRevocation } from '../flows/keys.js';
import { systemClock, systemIds, systemSecrets } from '../start/system.js';
import { listKeys } from '../store/queries/projects/keys.js';
import type { Store } from '../store/store.js';
import { describeKey, type KeysCommand, readCommand, USAGE } from './keys-command.js';
import { commandOf, fail, withStore } from './operator.js';

const PAGE = 200;
const OPERATOR = { name: 'command line', keyId: null, projects: null };

/** For operators: keys without a server, from the configured database. */
export async function runKeys(words: readonly string[]): Promise<void> {
  const command = commandOf(readCommand, USAGE, words);
  if (command === null) return;
  try {
    await withStore(readConfig(), 1, (store) => perform(command, store));
  } catch (error) {
    fail(error);
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
  const { project, projects, name, role, expiresAt } = wanted;
  const asked = { tenant: { orgId, project }, name, role, projects, expiresAt };
  const { key, secret } = await createKey(deps, asked, OPERATOR);
  console.log(`${describeKey(key)}\nThe key, shown this once:\n${secret}`);
}

async function printKeys(store: Store, orgId: string): Promise<void> {
  for (let cursor: string | undefined, hasMore = true; hasMore; ) {
    const page = await store.tenant(orgId, (db) => listKeys(db, orgId, { limit: PAGE, cursor, within: null }));
    for (const key of page.items) console.log(describeKey(key));
    cursor = page.nextCursor ?? undefined;
    hasMore = cursor !== undefined;
  }
}
