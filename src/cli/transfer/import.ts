import { createReadStream, existsSync, statSync } from 'node:fs';
import { PassThrough, type Readable } from 'node:stream';
import { systemClock } from '../../start/system.js';
import { ask } from '../api/client.js';
import { connectionOf } from '../api/connection.js';
import { exitOf } from '../api/run.js';
import { UsageError } from '../exit.js';
import { share, statusLine } from '../progress.js';
import { describeAnswer } from '../show/answer.js';
import type { ImportOptions } from './options.js';
import { tenantQuery } from './tenant.js';

const STANDARD_INPUT = '-';

/** Restores an export; or takes over what another program keeps. */
export async function runImport(file: string, options: ImportOptions): Promise<number> {
  if (file !== STANDARD_INPUT && !existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const { from, guarded } = options;
  if (from !== undefined) return (await import('../importers/take-over.js')).takeOver(file, { ...options, from });
  if (guarded === true) throw new UsageError('--guarded belongs to --from: an export is restored as it is.');
  const connection = connectionOf(options);
  const body = streamOf(file);
  const answer = await ask(connection, { method: 'POST', path: `/v1/import${tenantQuery(options)}`, body });
  if (options.json === true) console.log(JSON.stringify(answer.body));
  else if (answer.status < 400) console.log(`${(answer.body as { rows: number }).rows} rows restored`);
  else console.error(describeAnswer(null, answer, { commands: [], given: {} }));
  return exitOf(answer);
}

/** The bytes of a file, and how many of them have gone on a terminal. */
function streamOf(file: string): Readable {
  if (file === STANDARD_INPUT) return process.stdin.pipe(new PassThrough());
  const total = statSync(file).size;
  const bar = statusLine<number>(
    process.stderr,
    () => systemClock.elapsed(),
    (done, ms) => share(done, total, 'bytes', ms),
  );
  let done = 0;
  const stream = createReadStream(file);
  stream.on('data', (chunk) => {
    done += chunk.length;
    bar.tell(done);
  });
  stream.on('close', () => bar.end());
  // Not to flow before somebody takes it.
  stream.pause();
  return stream;
}
