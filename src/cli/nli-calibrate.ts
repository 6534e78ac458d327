import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lexicon } from '../core/lexicon.js';
import type { NliThresholds } from '../core/nli-thresholds.js';
import { BOUNDS, type Calibration, calibrate, type Effect, type Trial } from '../guard/3-nli/calibrate.js';
import { ask, decide, examine, type Question } from '../guard/pipeline.js';
import { CARD_FILE, PAIRS_MAX } from '../inference/folder.js';
import type { NliModel } from '../inference/model.js';
import { scoreOf } from '../inference/score.js';
import { loadLexicon } from '../start/lexicons.js';
import { type Case, loadCases } from './labelled.js';
import { candidateOf } from './labelled-candidate.js';
import { scoreBothWays } from './nli-scores.js';

/** Asks about all that may be asked. */
const ASKING: NliThresholds = { floor: 1, warn: 0, block: null, same: 0, maxPairs: PAIRS_MAX };
const VERSIONS = { normalizer: 0, lexicon: '', model: null, rules: 0 };

/** A statement that waits for the scores of its questions. */
interface Pending extends Omit<Trial, 'asked'> {
  questions: Question[];
}

/** Thresholds for a model, found on labelled pairs and documents as the guard meets them. */
export async function calibrateModel(model: NliModel, files: readonly string[]): Promise<Calibration> {
  const lexicon = loadLexicon();
  const pending = loadCases(files).flatMap((each) => trialsOf(each, lexicon));
  const asked = pending.flatMap(({ questions }) => questions.map(({ nli }) => nli));
  const scores = (await scoreBothWays(model, asked)).map(({ forward, backward }) => scoreOf(forward, backward));
  let next = 0;
  const trials = pending.map(({ questions, ...trial }): Trial => {
    const own = scores.slice(next, next + questions.length);
    next += questions.length;
    return { ...trial, asked: own.map((score, at) => ({ score, gated: gatedOf(questions[at]) })) };
  });
  return calibrate(trials);
}

/** Writes the thresholds into the card of the model, and leaves the rest of it as it is. */
export function writeThresholds(dir: string, digest: string, calibration: Calibration): void {
  const { thresholds, warn, block, same, firstHits } = calibration;
  const file = join(dir, CARD_FILE);
  const card: object = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
  const { floor, warn: warnAt, block: blockAt, same: sameAt } = thresholds;
  const shown = {
    ...card,
    thresholds: { floor, warn: warnAt, block: blockAt, same: sameAt, max_pairs: PAIRS_MAX },
    guard_calibration: { model: digest, bounds: BOUNDS, warn, block, same, first_hits: firstHits },
  };
  writeFileSync(file, `${JSON.stringify(shown, null, 2)}\n`);
}

export function describeCalibration({ thresholds, warn, block, same, firstHits, noBlock }: Calibration): string {
  const { floor, warn: warnAt, block: blockAt, same: sameAt } = thresholds;
  const cost =
    firstHits === null ? '' : `; from ${firstHits.from} on it would be ${describe(firstHits.effect, 'conflicts')}`;
  return [
    warnAt === null
      ? `warn: never; no threshold keeps the bounds${cost}`
      : `warn from ${warnAt} on: ${describe(warn, 'conflicts')}`,
    blockAt === null
      ? `block: never; ${noBlock}`
      : `block from ${blockAt} on, with an overlap of ${floor} or more: ${describe(block, 'conflicts')}`,
    sameAt === null
      ? 'warn of a repetition: never; no threshold keeps the bounds'
      : `warn of a repetition from ${sameAt} on: ${describe(same, 'repetitions')}`,
  ].join('\n');
}

function describe({ found, sought, falsePairs, falseDocuments }: Effect, what: string): string {
  return `${found} of ${sought} ${what} that the rules miss, ${falsePairs} false in pairs, ${falseDocuments} false in documents`;
}

function trialsOf({ writes, judged, expected, isSame, isDocument, file }: Case, lexicon: Lexicon): Pending[] {
  const stored = writes.map((write) => candidateOf(write, lexicon));
  return judged.flatMap(({ at }) => {
    const incoming = stored[at];
    if (incoming === undefined) return [];
    const examined = examine(incoming.reading, stored.slice(0, at));
    const nothing = { questions: [], scores: [], thresholds: ASKING, nli: 'off' as const, versions: VERSIONS };
    const { tier } = decide({ incoming: incoming.reading, examined, ...nothing });
    const outcome = tier === 'block' || tier === 'warn' ? tier : 'clean';
    const questions = ask(incoming.statement, examined, ASKING);
    return [{ isConflict: expected === 'conflict', isSame, isDocument, file, outcome, questions }];
  });
}

function gatedOf(question: Question | undefined): Trial['asked'][number]['gated'] {
  if (question === undefined) throw new Error('a score without its question');
  return question.pair.verdict;
}
