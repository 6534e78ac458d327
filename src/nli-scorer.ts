import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.js';
import type { NliScorer } from './core/ports.js';
import type { ModelChoice } from './inference/model.js';
import { nliMissing, nliOff } from './inference/off.js';
import { ThreadScorer } from './inference/scorer.js';
import type { Shutdown } from './shutdown.js';
import { systemClock } from './system.js';

/** The model that comes along. */
const PACKAGED = fileURLToPath(new URL('../models/guard-nli-mini', import.meta.url));

type NliConfig = Pick<Config, 'NLI' | 'NLI_MODEL_DIR' | 'NLI_MODEL_SHA256' | 'NLI_LABELS' | 'NLI_TIMEOUT_MS'>;

/** Which model the configuration wants. */
export function modelChoice({
  NLI_MODEL_DIR: dir,
  NLI_MODEL_SHA256: sha256,
  NLI_LABELS: labels,
}: NliConfig): ModelChoice {
  return { dir: dir === undefined ? PACKAGED : resolve(dir), sha256: sha256 ?? null, labels: labels ?? null };
}

/**
 * Opens the model of the configuration. One that was asked for must work; the one that comes along is done without
 * where it can not run.
 * @throws Error that names the setting and what to do
 */
export async function openScorer(config: NliConfig, shutdown: Shutdown): Promise<NliScorer> {
  if (config.NLI === 'off') return nliOff;
  const isWanted = config.NLI === 'on' || config.NLI_MODEL_DIR !== undefined;
  try {
    const { NLI_TIMEOUT_MS: limitMs } = config;
    const scorer = await ThreadScorer.open({ model: modelChoice(config), clock: systemClock, limitMs });
    shutdown.add(scorer);
    return scorer;
  } catch (error) {
    if (isWanted) throw error;
    console.error(`Pairs that the rules leave open are not asked about: ${(error as Error).message}`);
    return nliMissing;
  }
}
