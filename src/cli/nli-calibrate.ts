import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isoCalendar } from '../core/calendar.js';
import type { Candidate } from '../core/claim.js';
import { DEFAULT_CONTEXT } from '../core/context.js';
import type { Lexicon } from '../core/lexicon.js';
import type { NliThresholds } from '../core/ports.js';
import { BOUNDS, type Calibration, calibrate, type Effect, type Trial } from '../guard/3-nli/calibrate.js';
import { ask, decide, examine, type Question, read } from '../guard/pipeline.js';
import { CARD_FILE, PAIRS_MAX } from '../inference/folder.js';
import type { NliModel } from '../inference/model.js';
import { loadLexicon } from '../lexicons.js';
import { type Case, loadCases, type Write } from './labelled.js';
import { contradiction, scoreBothWays } from './nli-scores.js';

/** A tick that "current" stands for: labelled statements tell no time of their own. */
const NOW = 1_767_225_600;

/** Asks about all that may be asked. */
const ASKING: NliThresholds = { floor: 1, warn: 0, block: null, maxPairs: PAIRS_MAX };
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
  const scores = (await scoreBothWays(model, asked)).map(contradiction);
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
  const { thresholds, warn, block, firstHits } = calibration;
  const file = join(dir, CARD_FILE);
  const card: object = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
  const { floor, warn: warnAt, block: blockAt } = thresholds;
  const shown = {
    ...card,
    thresholds: { floor, warn: warnAt, block: blockAt, max_pairs: PAIRS_MAX },
    guard_calibration: { model: digest, bounds: BOUNDS, warn, block, first_hits: firstHits },
  };
  writeFileSync(file, `${JSON.stringify(shown, null, 2)}\n`);
}

export function describeCalibration({ thresholds, warn, block, firstHits, noBlock }: Calibration): string {
  const { floor, warn: warnAt, block: blockAt } = thresholds;
  const cost = firstHits === null ? '' : `; from ${firstHits.from} on it would be ${describe(firstHits.effect)}`;
  return [
    warnAt === null ? `warn: never; no threshold keeps the bounds${cost}` : `warn from ${warnAt} on: ${describe(warn)}`,
    blockAt === null
      ? `block: never; ${noBlock}`
      : `block from ${blockAt} on, with an overlap of ${floor} or more: ${describe(block)}`,
  ].join('\n');
}

function describe({ found, conflicts, falsePairs, falseDocuments }: Effect): string {
  return `${found} of ${conflicts} conflicts that the rules miss, ${falsePairs} false in pairs, ${falseDocuments} false in documents`;
}

function trialsOf({ writes, judged, expected, isDocument }: Case, lexicon: Lexicon): Pending[] {
  const stored = writes.map((write) => candidateOf(write, lexicon));
  return judged.flatMap(({ at }) => {
    const incoming = stored[at];
    if (incoming === undefined) return [];
    const examined = examine(incoming.reading, stored.slice(0, at));
    const nothing = { questions: [], scores: [], thresholds: ASKING, nli: 'off' as const, versions: VERSIONS };
    const { tier } = decide({ incoming: incoming.reading, examined, ...nothing });
    const outcome = tier === 'unchanged' ? 'clean' : tier;
    const questions = ask(incoming.statement, examined, ASKING);
    return [{ isConflict: expected === 'conflict', isDocument, outcome, questions }];
  });
}

function candidateOf({ statement, env, team, from, until }: Write, lexicon: Lexicon): Candidate {
  const unit = (text: string | null) => (text === null ? null : isoCalendar.parse(text, NOW));
  const input = { statement, scope: { env, team }, from: unit(from), until: unit(until) };
  const reading = read(input, DEFAULT_CONTEXT, lexicon, NOW);
  return { id: statement, statement, reading, who: 'calibrate', kind: 'decision', reason: null, systemFrom: '' };
}

function gatedOf(question: Question | undefined): Trial['asked'][number]['gated'] {
  if (question === undefined) throw new Error('a score without its question');
  return question.pair.verdict;
}
