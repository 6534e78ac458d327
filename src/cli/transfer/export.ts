import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { WriteStream } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { systemClock } from '../../start/system.js';
import { type ApiAnswer, open, TransportError } from '../api/client.js';
import { connectionOf } from '../api/connection.js';
import { exitOf } from '../api/run.js';
import { EXIT, UsageError } from '../exit.js';
import { share, statusLine } from '../progress.js';
import { describeAnswer } from '../show/answer.js';
import type { TransferOptions } from './options.js';
import { tenantQuery } from './tenant.js';

/** Writes a project to a file or to standard output, and makes sure that all of it came. */
export async function runExport({ out, ...options }: TransferOptions & { out?: string }): Promise<number> {
  const connection = connectionOf(options);
  const response = await open(connection, { method: 'GET', path: `/v1/export${tenantQuery(options)}` });
  if (response.statusCode !== 200) return refused(response);
  const target = out === undefined ? process.stdout : await opened(out, response);
  const bar = statusLine<{ done: number; total: number }>(
    process.stderr,
    () => systemClock.elapsed(),
    ({ done, total }, ms) => share(done, total, 'rows', ms),
  );
  const seal = new Seal();
  try {
    for await (const chunk of response) {
      seal.read(chunk as Buffer);
      if (out !== undefined) bar.tell({ done: seal.lines, total: seal.total });
      if (!target.write(chunk)) await once(target, 'drain');
    }
  } catch (error) {
    throw new TransportError(`The export was cut off (${(error as Error).message}): what was written is not whole.`);
  } finally {
    bar.end();
  }
  if (out !== undefined) {
    target.end();
    await finished(target);
  }
  if (!seal.isWhole) throw new TransportError('The export was cut off: what was written is not whole.');
  console.error(`${seal.lines - 2} rows${out === undefined ? '' : ` written to ${out}`}`);
  return EXIT.ok;
}

/**
 * The file to write to. What keeps it from being written later, such as a full disk, ends the answer.
 * @throws UsageError where there can be no such file
 */
async function opened(out: string, response: IncomingMessage): Promise<WriteStream> {
  try {
    const target = (await openFile(out, 'w')).createWriteStream();
    return target.on('error', (error) => response.destroy(error));
  } catch (error) {
    response.destroy();
    throw new UsageError(`--out can't be written: ${(error as Error).message}`);
  }
}

async function refused(response: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const answer: ApiAnswer = { status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) };
  console.error(describeAnswer(null, answer, { commands: [], given: {} }));
  return exitOf(answer);
}

const NEWLINE = 0x0a;

/** Watches an export go by: how many lines it has, and whether its trailer seals what came before. */
class Seal {
  lines = 0;
  /** Rows that the header announces. */
  total = 0;
  isWhole = false;
  readonly #digest = createHash('sha256');
  #rest = Buffer.alloc(0);

  read(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let from = 0;
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, from)) {
      this.#line(bytes.subarray(from, at + 1));
      from = at + 1;
    }
    this.#rest = Buffer.from(bytes.subarray(from));
  }

  #line(bytes: Buffer): void {
    this.lines += 1;
    if (bytes.includes('"line":"trailer"') && bytes.length < TRAILER_BYTES_MAX) {
      const { rows, sha256 } = JSON.parse(bytes.toString()) as { rows: number; sha256: string };
      this.isWhole = rows === this.lines - 2 && sha256 === this.#digest.copy().digest('hex');
    }
    if (this.lines === 1) this.total = rowsOf(bytes);
    this.#digest.update(bytes);
  }
}

const TRAILER_BYTES_MAX = 300;

function rowsOf(header: Buffer): number {
  const { tables } = JSON.parse(header.toString()) as { tables: { rows: number }[] };
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
