import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Config, readConfig } from '../config.js';
import { DOCUMENT_FORMATS } from '../core/document.js';
import { ThreadReader } from '../documents/reader.js';
import { KeyedQueue } from '../flows/keyed-queue.js';
import { ProjectContexts } from '../flows/project-contexts.js';
import { rolledBack } from '../flows/rolled-back.js';
import { nliOff } from '../inference/off.js';
import { type Folder, ingestFolder, readFolder } from '../start/folder.js';
import { loadLexicon } from '../start/lexicons.js';
import { systemClock, systemIds } from '../start/system.js';
import { findDocument } from '../store/queries/documents/documents.js';
import type { Store } from '../store/store.js';
import { telemetryOff } from '../telemetry/off.js';
import { type CommandIo, namedDocuments } from './document-paths.js';
import { EXIT } from './exit.js';
import { describeIngested, type IngestCommand, readCommand, USAGE } from './ingest-command.js';
import { asksForHelp, withStore } from './operator.js';
import { progressBar } from './progress.js';

/** Nobody else waits for this process. */
const LIMITS_MS = { parsed: 30_000, plain: 30_000 };

/**
 * `loreguard ingest`: documents into the configured database, without a server. The answer is the exit status: 1 where a
 * document failed, 2 where the words are wrong, 3 where nothing could be done.
 */
export async function runIngest(
  argv: readonly string[],
  io: CommandIo,
  config: Config = readConfig(),
): Promise<number> {
  if (asksForHelp(argv)) {
    io.out(USAGE);
    return EXIT.ok;
  }
  let command: IngestCommand;
  try {
    command = readCommand(argv);
  } catch (error) {
    io.err(`${(error as Error).message}\n${USAGE}`);
    return EXIT.usage;
  }
  try {
    let status = 0;
    await withStore(config, 2, async (store) => {
      status = await ingest(command, io, store);
    });
    return status;
  } catch (error) {
    io.err(error instanceof Error ? error.message : String(error));
    return EXIT.fault;
  }
}

/** What rules may take of what is taken in at once, for which nobody waits as for a write. */
const RULES_MS = 1000;

async function ingest(command: IngestCommand, io: CommandIo, store: Store): Promise<number> {
  const { tenant, who, isDry, claims } = command;
  const documents = new ThreadReader({ clock: systemClock, limitsMs: LIMITS_MS, report: io.err });
  const ports = { store, clock: systemClock, ids: systemIds, documents };
  const judging = { scorer: nliOff, telemetry: telemetryOff, rulesLimitMs: RULES_MS };
  const deps = {
    ...ports,
    ...judging,
    lexicon: loadLexicon(),
    queue: new KeyedQueue(),
    contexts: new ProjectContexts(store),
  };
  const named = command.isRemoval ? await removedOf(command, store) : await folderOf(command, io);
  for (const path of named.leftOut) io.err(`${path}: left out, being about its folder; name the file to take it in`);
  const asked = claims === null ? {} : { claims };
  const folder = { ...named, documents: named.documents.map((raw) => ({ ...raw, ...asked })) };
  const bar = progressBar(process.stderr, () => systemClock.elapsed());
  const run = { tenant, author: { who, keyId: null }, runId: systemIds.next() };
  const failures: unknown[] = [];
  const work = (own: typeof deps) => ingestFolder(own, folder, run, (error) => failures.push(error), bar.tell);
  const stored = await (isDry ? rolledBack(deps, tenant, work) : work(deps));
  bar.end();
  for (const error of failures) io.err(error instanceof Error ? error.message : String(error));
  const failed = folder.unread.map(({ error }) => ({ result: 'failed' as const, errors: [error] }));
  const ingested = { ...stored, documents: [...stored.documents, ...failed] };
  const paths = [...folder.documents, ...folder.unread].map(({ uri }) => uri);
  for (const text of describeIngested(paths, ingested, command)) io.out(text);
  const isFailed = ingested.documents.some(({ result }) => result === 'failed') || failures.length > 0;
  return isFailed ? EXIT.refused : EXIT.ok;
}

/** A folder by itself is a world, with a calendar and types of its own; else what the paths name. */
async function folderOf({ paths, stdinPath }: IngestCommand, io: CommandIo): Promise<Folder> {
  const [only, ...others] = paths;
  if (only !== undefined && others.length === 0) {
    const whole = resolve(io.cwd, only);
    if ((await stat(whole).catch(() => null))?.isDirectory() === true) return readFolder(whole);
  }
  const { documents, unread, repeated } = await namedDocuments(paths, io, DOCUMENT_FORMATS, stdinPath ?? undefined);
  for (const line of repeated) io.err(line);
  if (documents.length + unread.length === 0) throw new Error(`${paths.join(' ')}: there is no document there.`);
  return { documents, calendar: null, types: null, unread, leftOut: [] };
}

/** Stored documents with an empty text, which says nothing any more. */
async function removedOf({ paths, tenant }: IngestCommand, store: Store): Promise<Folder> {
  const unknown: string[] = [];
  for (const path of paths) {
    const known = await store.tenant(tenant.orgId, (db) => findDocument(db, tenant, path));
    if (known === null) unknown.push(path);
  }
  if (unknown.length > 0) {
    const where = `in org ${tenant.orgId}, project ${tenant.project}`;
    throw new Error(`${unknown.join(', ')}: no document is stored under this path ${where}.`);
  }
  const documents = [...new Set(paths)].map((uri) => ({ uri, format: 'markdown' as const, content: '' }));
  return { documents, calendar: null, types: null, unread: [], leftOut: [] };
}
