import { readFileSync } from 'node:fs';
import type { Config } from '../config.js';
import type { JudgeIdentity, PairJudge } from '../core/judge.js';
import {
  isSameJudge,
  type JudgeThresholds,
  type ReadJudgeCard,
  readJudgeCard,
  UNCALIBRATED_JUDGE,
} from '../core/judge-card.js';
import type { NliScorer, Telemetry } from '../core/ports.js';
import type { Judging } from '../flows/judging/judging.js';
import { mayBlock, reached } from '../guard/pipeline.js';
import { nliJudge } from '../inference/nli-judge.js';
import { openLlmJudge } from '../llm/judge.js';
import { modelOptions } from './language-model.js';

/** Less than the first lease of a job, so that nobody else takes it meanwhile. */
const JOB_LIMIT_MS = 50_000;

/** The judge of the configuration; null where nobody judges. */
export async function openJudging(
  config: Config,
  scorer: NliScorer,
  telemetry: Pick<Telemetry, 'tokensSpent'>,
): Promise<Judging | null> {
  const { JUDGE: mode, JUDGE_TIMEOUT_MS: writeLimitMs, JUDGE_CARD: card } = config;
  if (mode === 'off') return null;
  const judge = await openJudge(config, scorer, telemetry);
  const thresholds = card === undefined ? uncalibrated(judge, scorer) : thresholdsOf(card, judge.identity);
  return { judge, mode, thresholds, writeLimitMs, jobLimitMs: JOB_LIMIT_MS };
}

/**
 * The judge that the configuration names, whether it is asked or not.
 * @throws Error that says what is not set
 */
export async function openJudge(
  config: Config,
  scorer: NliScorer,
  telemetry: Pick<Telemetry, 'tokensSpent'>,
): Promise<PairJudge> {
  if (config.JUDGE_BY === 'nli') {
    if (scorer.model === null) throw new Error('JUDGE_BY: there is no model of inference that could judge; see NLI.');
    return nliJudge(scorer);
  }
  const options = modelOptions(config, telemetry, 'judging');
  if (options === null) throw new Error('LLM_BASE_URL and LLM_MODEL must name the model that judges.');
  return openLlmJudge(options);
}

/** A model of inference has a card of its own, which says from when on it may warn. */
function uncalibrated({ identity }: PairJudge, scorer: NliScorer): JudgeThresholds {
  return identity.kind === 'nli' ? { ...UNCALIBRATED_JUDGE, warn: scorer.thresholds.warn } : UNCALIBRATED_JUDGE;
}

/**
 * What a card lets this judge do. That it may refuse is taken from what was counted, not from what it says of itself.
 * @throws Error when it can't be read, or is that of another judge
 */
export function thresholdsOf(file: string, identity: JudgeIdentity): JudgeThresholds {
  const { judge, thresholds, block } = readCard(file);
  if (!isSameJudge(judge, identity)) {
    const of = ({ kind, model, promptHash }: JudgeIdentity) => `${kind} ${model}, prompt ${promptHash.slice(0, 12)}`;
    throw new Error(
      `JUDGE_CARD: ${file} is the card of another judge (${of(judge)}) than the one that is asked (${of(identity)}). ` +
        'Measure this one with `loreguard calibrate`.',
    );
  }
  return mayBlock(reached(block.right, block.wrong)) ? thresholds : { ...thresholds, block: null };
}

function readCard(file: string): ReadJudgeCard {
  try {
    return readJudgeCard(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`JUDGE_CARD: ${file} can not be used: ${(error as Error).message}`);
  }
}
