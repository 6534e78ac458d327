import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.js';
import type { NliScorer } from '../core/ports.js';
import type { ModelChoice } from '../inference/model.js';
import { nliMissing, nliOff } from '../inference/off.js';
import { ThreadScorer } from '../inference/scorer.js';
import { systemClock } from './system.js';

/** The model that comes along. */
const PACKAGED = fileURLToPath(new URL('../../models/guard-nli-mini', import.meta.url));

type NliConfig = Pick<Config, 'NLI' | 'NLI_MODEL_DIR' | 'NLI_MODEL_SHA256' | 'NLI_LABELS' | 'NLI_TIMEOUT_MS'>;

/** Which model the configuration wants. */
export function modelChoice(config: Omit<NliConfig, 'NLI' | 'NLI_TIMEOUT_MS'>): ModelChoice {
  const { NLI_MODEL_DIR: dir, NLI_MODEL_SHA256: sha256, NLI_LABELS: labels } = config;
  return { dir: dir === undefined ? PACKAGED : resolve(dir), sha256: sha256 ?? null, labels: labels ?? null };
}

/**
 * Opens the model of the configuration. One that was asked for must work; the one that comes along is done without
 * where it can not run.
 * @param report told of that, and of a model that fails later
 * @throws Error that names the setting and what to do
 */
export async function openScorer(
  config: NliConfig,
  report: (message: string) => void,
): Promise<NliScorer & { close(): Promise<void> }> {
  const none = { close: () => Promise.resolve() };
  if (config.NLI === 'off') return { ...nliOff, ...none };
  const isWanted = config.NLI === 'on' || config.NLI_MODEL_DIR !== undefined;
  try {
    const { NLI_TIMEOUT_MS: limitMs } = config;
    return await ThreadScorer.open({ model: modelChoice(config), clock: systemClock, limitMs, report });
  } catch (error) {
    if (isWanted) throw error;
    report(`Pairs that the rules leave open are not asked about: ${(error as Error).message}`);
    return { ...nliMissing, ...none };
  }
}
