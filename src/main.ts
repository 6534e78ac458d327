import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buildApp } from './app.js';
import { appOptions } from './app-options.js';
import { type BootstrapKey, bootstrapKey } from './bootstrap-key.js';
import { type Config, configHelp, readConfig } from './config.js';
import { loadExample } from './example.js';
import { askingSource } from './flows/asking-source.js';
import type { Deps, NormSource } from './flows/deps.js';
import { KeyRing } from './flows/key-ring.js';
import { KeyedQueue } from './flows/keyed-queue.js';
import { ProjectContexts } from './flows/project-contexts.js';
import { read } from './guard/pipeline.js';
import { keyAuth, openDoor } from './http/auth.js';
import { drain } from './http/drain.js';
import { startCounting } from './jobs/count-due.js';
import { startErasing } from './jobs/erase.js';
import { startForgetting } from './jobs/forget-keys.js';
import { startRechecks } from './jobs/recheck.js';
import { startRenormalising } from './jobs/renormalise.js';
import { startRereading } from './jobs/reread.js';
import { loadLexicon } from './lexicons.js';
import { openClauseReader } from './llm/clause-reader.js';
import { openScorer } from './nli-scorer.js';
import { Shutdown } from './shutdown.js';
import { findPackage } from './store/embedded/binaries.js';
import { startEmbedded } from './store/embedded/start.js';
import { migrate } from './store/migrate.js';
import { openStore } from './store/store.js';
import { systemClock, systemIds, systemRandom, systemSecrets } from './system.js';
import { Metrics } from './telemetry/metrics.js';
import { welcome } from './welcome.js';

const shutdown = new Shutdown();
const metrics = new Metrics();
/** Until there is a log. */
let notice: (message: string) => void = console.error;

const ARGUMENTS = 'loreguard [--example]: with --example the example world is loaded into the project lantern-coast.';

/** The only file that starts: config → deps → listen → close on signal. */
async function main(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(`${ARGUMENTS}\n\n${configHelp()}`);
  const config = readConfig();
  shutdown.onSignal(fail);
  // Before anything is made in the data folder, which an image without the embedded Postgres doesn't have.
  if (config.DATABASE_URL === undefined) findPackage();
  const dataDir = resolve(config.LOREGUARD_DATA);
  const key = await adminKey(config, dataDir);
  const deps = await openDeps(config, dataDir);
  const hasExample = process.argv.includes('--example');
  if (hasExample) await loadExample(deps, console.error);
  metrics.watchProcess();
  const app = await buildApp(deps, {
    ...appOptions(config),
    authenticator: key === null ? openDoor : keyAuth(key.key, deps.keys),
    metrics,
    isStopping: () => shutdown.isStopping,
  });
  notice = (message) => app.log.warn(message);
  startJobs(deps, (err, what) => app.log.warn({ err }, what));
  const leave = { delayMs: config.SHUTDOWN_DELAY_MS, graceMs: config.SHUTDOWN_GRACE_MS };
  shutdown.add({ close: () => drain(app, leave) });
  const address = await app.listen({ host: config.HOST, port: config.PORT });
  console.log(welcome(address, key, { hasExample }));
}

function startJobs(deps: Deps, warn: (error: unknown, what: string) => void): void {
  const telling = (what: string) => (error: unknown) => warn(error, what);
  const jobs = [
    startRechecks(deps, telling('a re-check failed and stays due')),
    startRenormalising(deps, telling('a claim could not be read and stays due')),
    startRereading(deps, telling('claims could not be read again; that goes on later')),
    startErasing(deps, telling('words of an erased claim are looked for later')),
    startCounting(deps, telling('due jobs could not be counted')),
    startForgetting(deps, telling('old idempotency keys stay for now')),
  ];
  shutdown.add(...jobs.map(({ stop }) => ({ close: stop })));
}

async function openDeps(config: Config, dataDir: string): Promise<Deps> {
  // First, as a model that can't be used is soonest said.
  const scorer = await openScorer(config, (message) => notice(message));
  shutdown.add(scorer);
  const lexicon = loadLexicon();
  const url = config.DATABASE_URL ?? (await openEmbedded(dataDir));
  await migrate({ url });
  const { DATABASE_POOL: poolSize, DATABASE_POOLING: pooling } = config;
  const store = await openStore({ url, pooling, poolSize, random: systemRandom });
  shutdown.add(store);
  return {
    ...{ store, lexicon, normSource: await openNormSource(config), scorer },
    ...{ clock: systemClock, ids: systemIds, random: systemRandom, secrets: systemSecrets },
    ...{ queue: new KeyedQueue(), keys: new KeyRing(store, systemClock), contexts: new ProjectContexts(store) },
    telemetry: metrics,
    version: await packageVersion(),
  };
}

async function openNormSource(config: Config): Promise<NormSource> {
  const {
    NORMALIZER,
    LLM_BASE_URL: baseUrl,
    LLM_MODEL: model,
    LLM_API_KEY: apiKey,
    LLM_TIMEOUT_MS: timeoutMs,
  } = config;
  if (NORMALIZER === 'rules' || baseUrl === undefined || model === undefined) return read;
  const ports = { clock: systemClock, random: systemRandom };
  return askingSource(await openClauseReader({ baseUrl, model, apiKey: apiKey ?? null, timeoutMs, ...ports }));
}

async function openEmbedded(dataDir: string): Promise<string> {
  const embedded = await startEmbedded({ dataDir });
  shutdown.add({ close: embedded.stop });
  return embedded.url;
}

async function adminKey(config: Config, dataDir: string): Promise<BootstrapKey | null> {
  if (config.LOREGUARD_AUTH === 'off') return null;
  if (config.DATABASE_URL !== undefined && config.LOREGUARD_API_KEY === undefined) {
    throw new Error('Set LOREGUARD_API_KEY: with DATABASE_URL no key is made, as every replica would make its own.');
  }
  return bootstrapKey(config.LOREGUARD_API_KEY, dataDir);
}

async function packageVersion(): Promise<string> {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}

/** Says what is wrong, closes what is open, and ends. */
async function fail(error: unknown): Promise<never> {
  console.error(error instanceof Error ? error.message : error);
  await shutdown.closeAll().catch(() => undefined);
  process.exit(1);
}

main().catch(fail);
