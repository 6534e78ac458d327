import { resolve } from 'node:path';
import { buildApp } from '../app.js';
import { type Config, configHelp, configWarnings, readConfig } from '../config.js';
import type { StoryReader } from '../core/detective.js';
import type { Storyteller } from '../core/storyteller.js';
import { ThreadReader } from '../documents/reader.js';
import { askingSource } from '../flows/asking-source.js';
import type { Deps, NormSource } from '../flows/deps.js';
import { KeyRing } from '../flows/key-ring.js';
import { KeyedQueue } from '../flows/keyed-queue.js';
import { Sessions } from '../flows/lore/sessions.js';
import { ProjectContexts } from '../flows/project-contexts.js';
import { rulesSource } from '../flows/rules-source.js';
import { keyAuth, openDoor } from '../http/auth.js';
import { drain } from '../http/drain.js';
import { startConsistency } from '../jobs/consistency.js';
import { startCounting } from '../jobs/count-due.js';
import { startAsking, startDetective } from '../jobs/detective.js';
import { startErasing } from '../jobs/erase.js';
import { startForgetting } from '../jobs/forget-keys.js';
import { startJudging } from '../jobs/judge.js';
import { startListingWords } from '../jobs/list-words.js';
import { startRechecks } from '../jobs/recheck.js';
import { startRenormalising } from '../jobs/renormalise.js';
import { startRereading } from '../jobs/reread.js';
import { openStatementReader } from '../llm/statement-reader.js';
import { openStoryReader } from '../llm/story-reader.js';
import { openStoryteller } from '../llm/storyteller.js';
import { findPackage } from '../store/embedded/binaries.js';
import { startEmbedded } from '../store/embedded/start.js';
import { migrate } from '../store/migrate.js';
import { openStore } from '../store/store.js';
import { Metrics } from '../telemetry/metrics.js';
import { appOptions } from './app-options.js';
import { type BootstrapKey, bootstrapKey } from './bootstrap-key.js';
import { readCommand, UnknownOption, usage } from './command-line.js';
import { loadExample } from './example.js';
import { openJudging } from './judging.js';
import { modelOptions } from './language-model.js';
import { loadLexicon } from './lexicons.js';
import { listen } from './listen.js';
import { openScorer } from './nli-scorer.js';
import { packageVersion } from './package-version.js';
import { CLOSING_MS, Shutdown } from './shutdown.js';
import { systemClock, systemIds, systemRandom, systemSecrets } from './system.js';
import { warmUp } from './warm-up.js';
import { SharedWork } from './watchdog/shared-work.js';
import { startWatchdog } from './watchdog/watchdog.js';
import { welcome } from './welcome.js';

const shutdown = new Shutdown((message) => notice(message));
const metrics = new Metrics();
/** Until there is a log. */
let notice: (message: string) => void = console.error;

/** Longest, in milliseconds, that a model may take to read a part of a story, for which nobody waits. */
const STORY_MS = 60_000;

/** How long the process may still take once its time to stop is over, before it is ended from outside of its loop. */
const HELD_WHILE_STOPPING_MS = 500;

/** Of a command line that is not understood. */
const USAGE_FAULT = 2;

/** Does what the command line asks for. */
export async function serve(words: readonly string[]): Promise<void> {
  try {
    const command = readCommand(words);
    if (command.action === 'help') console.log(`${usage()}\n\n${configHelp()}`);
    else if (command.action === 'version') console.log(await packageVersion());
    else await start(command.hasExample);
  } catch (error) {
    await fail(error);
  }
}

/** Config → deps → listen → close on signal. */
async function start(hasExample: boolean): Promise<void> {
  const config = readConfig();
  for (const warning of configWarnings()) notice(warning);
  const { SHUTDOWN_DELAY_MS: delayMs, SHUTDOWN_GRACE_MS: graceMs } = config;
  const work = new SharedWork();
  const limitMs = delayMs + graceMs + CLOSING_MS;
  shutdown.onSignal({ limitMs, onBegin: () => work.stop() });
  // Before anything is made in the data folder, which an image without the embedded Postgres doesn't have.
  if (config.DATABASE_URL === undefined) findPackage();
  const dataDir = resolve(config.LOREGUARD_DATA);
  const key = await adminKey(config, dataDir);
  const deps = await openDeps(config, dataDir);
  if (hasExample) await loadExample(deps, console.error);
  metrics.watchProcess();
  const app = await buildApp(deps, {
    ...appOptions(config),
    authenticator: key === null ? openDoor : keyAuth(key.key, deps.keys),
    metrics,
    isStopping: () => shutdown.isStopping,
    inFlight: work,
  });
  notice = (message) => app.log.warn(message);
  startJobs(deps, config, (err, what) => app.log.warn({ err }, what));
  shutdown.add('requests in flight', () => drain(app, { delayMs, graceMs }));
  watch(work, config, limitMs);
  const address = await listen(app, config);
  console.log(welcome(address, key, { hasExample, hasDocs: config.DOCS === 'on' }));
}

/** Not before all is loaded, which takes a slow machine as long as it takes. */
function watch(work: SharedWork, { LOOP_HELD_LOG_MS, WATCHDOG_MS, LOG_LEVEL }: Config, limitMs: number): void {
  startWatchdog(work, {
    ...{ logMs: LOOP_HELD_LOG_MS, endMs: WATCHDOG_MS, stopMs: limitMs + HELD_WHILE_STOPPING_MS },
    ...{ logLevel: LOG_LEVEL, report: (message) => notice(message) },
  });
}

function startJobs(deps: Deps, { BATCH_CRON, DETECTIVE }: Config, warn: (error: unknown, what: string) => void): void {
  const telling = (what: string) => (error: unknown) => warn(error, what);
  const jobs = [
    startRechecks(deps, telling('a re-check failed and stays due')),
    startRenormalising(deps, telling('a claim could not be read and stays due')),
    startRereading(deps, telling('claims could not be read again; that goes on later')),
    startListingWords(deps, telling('claims could not be listed under their words; that goes on later')),
    startJudging(deps, telling('claims could not be judged and stay due')),
    startErasing(deps, telling('words of an erased claim are looked for later')),
    startConsistency(deps, BATCH_CRON, telling('a consistency run failed and is begun again')),
    ...(DETECTIVE === 'off' ? [] : [startDetective(deps, telling('a story could not be read and is read later'))]),
    startAsking(deps, telling('a story could not be told to the model; it is told again later')),
    startCounting(deps, telling('due jobs could not be counted')),
    startForgetting(deps, telling('old idempotency keys stay for now')),
  ];
  for (const { stop } of jobs) shutdown.add('background jobs', stop);
}

async function openDeps(config: Config, dataDir: string): Promise<Deps> {
  // First, as a model that can't be used is soonest said.
  const scorer = await openScorer(config, (message) => notice(message));
  shutdown.add('the model of inference', () => scorer.close());
  const documents = new ThreadReader({ clock: systemClock, report: (message) => notice(message) });
  shutdown.add('the reader of documents', () => documents.close());
  const lexicon = loadLexicon();
  const starting = config.DATABASE_URL ?? openEmbedded(dataDir);
  // Meanwhile.
  warmUp(lexicon);
  const url = await starting;
  await migrate({ url });
  const { DATABASE_POOL: poolSize, DATABASE_POOLING: pooling } = config;
  const store = await openStore({ url, pooling, poolSize, random: systemRandom });
  shutdown.add('the connections to the database', () => store.close());
  const sessions = new Sessions(store);
  shutdown.add('what sessions asked', () => sessions.close());
  return {
    ...{ store, lexicon, normSource: await openNormSource(config), scorer, documents },
    storyteller: await openTelling(config),
    judging: await openJudging(config, scorer, metrics),
    detective: await openDetective(config),
    ...{ clock: systemClock, ids: systemIds, random: systemRandom, secrets: systemSecrets },
    ...{ queue: new KeyedQueue(), keys: new KeyRing(store, systemClock), contexts: new ProjectContexts(store) },
    sessions,
    telemetry: metrics,
    rulesLimitMs: config.RULES_TIMEOUT_MS,
    version: await packageVersion(),
  };
}

async function openNormSource(config: Config): Promise<NormSource> {
  const options = config.NORMALIZER === 'llm' ? modelOptions(config, metrics, 'reading') : null;
  return options === null ? rulesSource(systemClock) : askingSource(await openStatementReader(options));
}

async function openTelling(config: Config): Promise<Storyteller | null> {
  const options = config.NARRATION === 'llm' ? modelOptions(config, metrics, 'narration') : null;
  return options === null ? null : openStoryteller(options);
}

async function openDetective(config: Config): Promise<StoryReader | null> {
  const options = config.DETECTIVE === 'llm' ? modelOptions(config, metrics, 'story') : null;
  return options === null ? null : openStoryReader({ ...options, timeoutMs: Math.max(options.timeoutMs, STORY_MS) });
}

async function openEmbedded(dataDir: string): Promise<string> {
  const embedded = await startEmbedded({ dataDir });
  shutdown.add('the embedded Postgres', embedded.stop);
  return embedded.url;
}

async function adminKey(config: Config, dataDir: string): Promise<BootstrapKey | null> {
  if (config.LOREGUARD_AUTH === 'off') return null;
  if (config.DATABASE_URL !== undefined && config.LOREGUARD_API_KEY === undefined) {
    throw new Error('Set LOREGUARD_API_KEY: with DATABASE_URL no key is made, as every replica would make its own.');
  }
  return bootstrapKey(config.LOREGUARD_API_KEY, dataDir);
}

/** Says what is wrong, closes what is open, and ends. */
async function fail(error: unknown): Promise<void> {
  console.error(error instanceof Error ? error.message : error);
  await shutdown.end(error instanceof UnknownOption ? USAGE_FAULT : 1);
}
