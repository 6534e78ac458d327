import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isVerdict, type Judged, type JudgedPair, type PairJudge } from '../core/judge.js';
import type { JudgeCard } from '../core/judge-card.js';
import type { Lexicon } from '../core/lexicon.js';
import { pairOf } from '../flows/judging/sides.js';
import {
  calibrateJudge,
  examine,
  type JudgeCalibration,
  type JudgeTrial,
  leftOpen,
  mayBlock,
  type PairVerdict,
} from '../guard/pipeline.js';
import { type Case, loadCases, type Write } from './labelled.js';
import { candidateOf } from './labelled-candidate.js';

/** A labelled pair that the rules leave open. */
interface OpenCase {
  isConflict: boolean;
  verdict: PairVerdict['verdict'];
  pair: JudgedPair;
}

/** What came of measuring a judge. */
export interface MeasuredJudge {
  calibration: JudgeCalibration;
  /** Pairs of the files, those that the rules leave open, and those of them that got no verdict. */
  counts: { pairs: number; asked: number; unanswered: number; conflicts: number; heard: number };
}

/** As many as a write asks about. */
const AT_ONCE = 8;

/**
 * Has a judge look at the labelled pairs that the rules leave open, eight a call as a write does, and finds the thresholds
 * at which it is right.
 */
export async function measureJudge(
  judge: PairJudge,
  files: readonly string[],
  lexicon: Lexicon,
): Promise<MeasuredJudge> {
  const cases = loadCases(files).filter(({ isDocument }) => !isDocument);
  const open = cases.flatMap((each) => openCase(each, lexicon));
  const said: Judged[] = [];
  for (let start = 0; start < open.length; start += AT_ONCE) {
    said.push(...(await judge.judge(open.slice(start, start + AT_ONCE).map(({ pair }) => pair))));
  }
  const trials = open.flatMap(({ isConflict, verdict }, at): JudgeTrial[] => {
    const judged = said[at];
    if (judged === undefined || !isVerdict(judged) || judged.answer !== 'contradicts') return [];
    return [{ isConflict, certainty: judged.certainty, gated: verdict }];
  });
  const isRight = ({ isConflict }: { isConflict: boolean }) => isConflict;
  const counts = {
    ...{ pairs: cases.length, asked: open.length, unanswered: said.filter((one) => !isVerdict(one)).length },
    ...{ conflicts: open.filter(isRight).length, heard: trials.filter(isRight).length },
  };
  return { calibration: calibrateJudge(trials), counts };
}

/** What is written down of a measured judge. */
export function cardOf(
  { identity }: PairJudge,
  files: readonly string[],
  { calibration, counts }: MeasuredJudge,
): JudgeCard {
  const { thresholds, block, warn } = calibration;
  const measured = files.map((file) => ({ name: basename(file), sha256: digestOf(file) }));
  return { judge: identity, thresholds, block, warn, counts, files: measured };
}

export function describeMeasured({ calibration, counts }: MeasuredJudge): string {
  const { thresholds, block, warn } = calibration;
  const { pairs, asked, unanswered, conflicts, heard } = counts;
  const share = (of: JudgeCalibration['block']) =>
    `${of.right} right, ${of.wrong} wrong, 95 % interval ${percent(of.interval[0])}–${percent(of.interval[1])} %`;
  return [
    `${pairs} pairs, of which the rules leave ${asked} open; ${unanswered} of these got no verdict`,
    `${heard} of ${conflicts} contradictions among them are called so`,
    thresholds.warn === null
      ? 'may not warn: no certainty from 0.5 on at which nine of ten warnings are right'
      : `warns from ${thresholds.warn} on: ${share(warn)}`,
    thresholds.block === null || !mayBlock(block)
      ? 'may not refuse: it takes 99 % right refusals with a lower bound of 98 %, which is 189 without a wrong one at least'
      : `refuses from ${thresholds.block} on, with ${thresholds.floor} of the words in common: ${share(block)}`,
  ].join('\n');
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function openCase({ writes: [stored, incoming], expected }: Case, lexicon: Lexicon): OpenCase[] {
  if (stored === undefined || incoming === undefined) return [];
  const { reading } = candidateOf(incoming, lexicon);
  const { pairs } = leftOpen(reading, examine(reading, [candidateOf(stored, lexicon)]));
  const pair = pairOf(sideOf(stored), sideOf(incoming));
  return pairs.map(({ verdict }) => ({ isConflict: expected === 'conflict', verdict, pair }));
}

function sideOf({ statement, env, team, from, until }: Write): JudgedPair['stored'] {
  return { statement, scope: { env, team }, validFrom: from, validUntil: until };
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
