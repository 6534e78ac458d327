import { readConfig } from '../config.js';
import { migrate } from '../store/migrate.js';
import { commandOf, fail, withDatabase } from './operator.js';

const USAGE = `Brings the configured database up to this version, and says what it applied. The server does the same at its start.

  migrate`;

export async function runMigrate(words: readonly string[]): Promise<void> {
  if (commandOf(readNothing, USAGE, words) === null) return;
  await withDatabase(readConfig(), async (url) => {
    const applied = await migrate({ url, log: console.log });
    if (applied.length === 0) console.log('nothing to apply');
  }).catch(fail);
}

function readNothing(words: readonly string[]): true {
  if (words.length > 0) throw new Error(`What is ${words.join(' ')}?`);
  return true;
}
