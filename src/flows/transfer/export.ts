import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Problem } from '../../core/errors.js';
import type { Tenant } from '../../core/scope.js';
import type { TransferHeader } from '../../core/transfer.js';
import { transferHeader, transferRows } from '../../store/queries/transfer/transfer.js';
import { TRANSFERRED } from '../../store/queries/transfer/transfer-tables.js';
import type { Db } from '../../store/store.js';
import type { Deps } from '../deps.js';

/**
 * A project as lines of JSON: a header, its rows, and a trailer with the digest of all bytes before it. One state of the
 * database, read as fast as it is taken; whoever stops taking ends it. A fault on the way cuts it off before the trailer.
 * @throws Problem `unavailable` before the first line, `not_found` for a project that holds nothing: its name may be misspelt
 */
export function exportProject({ store }: Pick<Deps, 'store'>, tenant: Tenant): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const work = store.snapshot(tenant.orgId, async (db) => {
      const header = await transferHeader(db, tenant);
      if (header.tables.length === 0) throw notThere(tenant);
      const lines = Readable.from(textsOf(db, tenant, header), { objectMode: false });
      resolve(lines);
      await finished(lines);
    });
    // Once lines are on their way, a fault is told by their end, to whoever takes them.
    work.catch(reject);
  });
}

function notThere({ orgId, project }: Tenant): Problem {
  return new Problem('not_found', `There is no project ${project} in the organisation ${orgId}: it holds nothing.`);
}

async function* textsOf(db: Db, tenant: Tenant, header: TransferHeader): AsyncGenerator<string> {
  const digest = createHash('sha256');
  let rows = 0;
  const told = (text: string) => {
    digest.update(text);
    return text;
  };
  yield told(`${JSON.stringify(header)}\n`);
  for (const table of TRANSFERRED.filter((name) => header.tables.some((one) => one.name === name))) {
    for await (const some of transferRows(db, tenant, table)) {
      rows += some.length;
      yield told(some.map((row) => `{"line":"row","table":"${table}","row":${row}}\n`).join(''));
    }
  }
  yield `${JSON.stringify({ line: 'trailer', rows, sha256: digest.digest('hex') })}\n`;
}
