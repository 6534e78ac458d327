import type { Config } from '../config.js';
import { UNCALIBRATED_JUDGE } from '../core/judge-card.js';
import type { Telemetry } from '../core/ports.js';
import type { Judging } from '../flows/judging/judging.js';
import { openLlmJudge } from '../llm/judge.js';
import { modelOptions } from './language-model.js';

/** Less than the first lease of a job, so that nobody else takes it meanwhile. */
const JOB_LIMIT_MS = 50_000;

/** The judge of the configuration; null where nobody judges. */
export async function openJudging(config: Config, telemetry: Pick<Telemetry, 'tokensSpent'>): Promise<Judging | null> {
  const { JUDGE: mode, JUDGE_TIMEOUT_MS: writeLimitMs } = config;
  const options = mode === 'off' ? null : modelOptions(config, telemetry, 'judging');
  if (mode === 'off' || options === null) return null;
  const judge = await openLlmJudge(options);
  return { judge, mode, thresholds: UNCALIBRATED_JUDGE, writeLimitMs, jobLimitMs: JOB_LIMIT_MS };
}
