import { readConfig } from '../config.js';
import { migrate } from '../store/migrate.js';
import { fail, withDatabase } from './operator.js';

/** Brings the configured database up to this code, and says what it applied. The server does the same at its start. */
async function main(): Promise<void> {
  await withDatabase(readConfig(), async (url) => {
    const applied = await migrate({ url, log: console.log });
    if (applied.length === 0) console.log('nothing to apply');
  });
}

main().catch(fail);
