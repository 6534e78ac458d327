import type { Config } from '../config.js';
import type { Telemetry } from '../core/ports.js';
import type { ModelOptions } from '../llm/model.js';
import { systemClock, systemRandom } from './system.js';

type ModelConfig = Pick<Config, 'LLM_BASE_URL' | 'LLM_MODEL' | 'LLM_API_KEY' | 'LLM_TIMEOUT_MS'>;

/**
 * The language model of the configuration; null where none is named.
 * @param use what it is asked for, by which its tokens are counted
 */
export function modelOptions(
  config: ModelConfig,
  telemetry: Pick<Telemetry, 'tokensSpent'>,
  use: string,
): ModelOptions | null {
  const { LLM_BASE_URL: baseUrl, LLM_MODEL: model, LLM_API_KEY: apiKey = null, LLM_TIMEOUT_MS: timeoutMs } = config;
  if (baseUrl === undefined || model === undefined) return null;
  const spend: ModelOptions['spend'] = (tokens) => telemetry.tokensSpent({ use, ...tokens });
  return { baseUrl, model, apiKey, timeoutMs, clock: systemClock, random: systemRandom, spend };
}
