import type { Candidate, ClaimKind } from '../core/claim.js';
import type { ProjectContext } from '../core/context.js';
import type { Decision } from '../core/decision.js';
import type { Reading } from '../core/norm.js';
import type { NliScorer } from '../core/ports.js';
import type { NliFault, NliScore, NliState } from '../core/verdict.js';
import type { Clash } from '../guard/clash.js';
import {
  ask,
  type Cut,
  canCount,
  decide,
  examining,
  NOTHING_CUT,
  OF_A_SWEEP,
  OF_A_WRITE,
  type PairVerdict,
  type Question,
  related,
  sumOfCuts,
  versionsOf,
} from '../guard/pipeline.js';
import type { Found } from './candidates.js';
import type { Deps } from './deps.js';
import type { WriteJudge } from './judging/write-judge.js';
import type { Stopwatch } from './stopwatch.js';
import { Turns } from './turns.js';

/** What is compared: a statement with its reading. */
interface Compared {
  statement: string;
  kind: ClaimKind;
  reading: Reading;
  /** Whether it takes the place of other claims: then a repeated one is no reason to leave it out. */
  replaces: boolean;
  context: ProjectContext;
  watch: Stopwatch;
  /** Whether it is stored already: then all that it surely contradicts counts, and more of it is compared. */
  isStored?: boolean;
  /** Says of what the rules leave open what they can't; default: nobody does. */
  judge?: WriteJudge | null;
  /** Default: its own, where nothing else is compared in one go. */
  turns?: Turns;
}

/** What comparing needs. */
export type ComparingDeps = Pick<Deps, 'lexicon' | 'scorer' | 'clock' | 'telemetry'>;

/**
 * One statement against the stored claims. Remembers what it compared and asked, so that a repeat of the path after a
 * moved head does so with newer candidates only.
 */
export class Comparison {
  readonly #deps: ComparingDeps;
  readonly #subject: Compared;
  /** By the id of the claim: what was found last. */
  readonly #pairs = new Map<string, PairVerdict>();
  readonly #scores = new Map<PairVerdict, NliScore>();
  /** What is left of the time that the NLI stage may take, over all repeats. */
  #nliLeftMs: number;
  #nliFault: NliFault | undefined;
  readonly #turns: Turns;
  /** Over all repeats. */
  #words = 0;
  #cut: Cut = NOTHING_CUT;

  constructor(deps: ComparingDeps, subject: Compared) {
    this.#deps = deps;
    this.#subject = subject;
    this.#turns = subject.turns ?? new Turns(deps.clock);
    this.#nliLeftMs = deps.scorer.limitMs;
  }

  /**
   * Compares with these candidates, asks the NLI stage where it may matter, and decides.
   * @param incoming the reading as what its source says, where that was not known when the comparison was begun
   */
  async decide(
    { candidates, isCut }: Pick<Found, 'candidates' | 'isCut'>,
    clashes: readonly Clash[] = [],
    incoming: Reading = this.#subject.reading,
  ): Promise<Decision> {
    const { watch, statement, kind, replaces, context, judge = null, isStored = false } = this.#subject;
    const { scorer, lexicon } = this.#deps;
    const examined = await watch.timeAsync('structural', () => this.#examine(candidates));
    const questions = ask(statement, examined, scorer.thresholds);
    await watch.timeAsync('nli', () => this.#score(questions));
    const judged = judge === null ? null : await watch.timeAsync('judging', () => judge.of(incoming, examined));
    const scores = questions.map(({ pair }) => this.#scores.get(pair) ?? null);
    const findings = {
      ...{ statement, incoming, examined, questions, scores, replaces, kind, settings: context, clashes, judged },
      thresholds: scorer.thresholds,
      nli: nliState(scorer, scores),
      nliFault: scores.includes(null) ? this.#nliFault : undefined,
      cut: { ...this.#cut, statementsSkipped: candidates.length - examined.length },
      isCut,
      versions: versionsOf(lexicon, scorer.model, incoming),
    };
    return watch.time('judge', () => {
      const decision = decide(findings);
      // What is stored already has no writer to be asked, and of what is not stored anew nothing is shown.
      return isStored || decision.tier === 'unchanged'
        ? decision
        : { ...decision, related: related(statement, incoming, examined, decision) };
    });
  }

  async #examine(candidates: readonly Candidate[]): Promise<PairVerdict[]> {
    const { reading, isStored = false } = this.#subject;
    const unseen = candidates.filter((candidate) => this.#pairOf(candidate) === undefined);
    const bounds = isStored ? OF_A_SWEEP : OF_A_WRITE;
    const { pairs, cut, words } = await this.#turns.run(
      examining(reading, unseen, { bounds, isStored, words: this.#words }),
    );
    for (const pair of pairs) this.#pairs.set(pair.candidate.id, pair);
    this.#words += words;
    this.#cut = sumOfCuts(this.#cut, cut);
    // The first time round all of them are new, and in their order.
    if (pairs.length === candidates.length) return pairs;
    return candidates.flatMap((candidate) => this.#pairOf(candidate) ?? []);
  }

  /** What was found of this version of a claim. */
  #pairOf({ id, systemFrom }: Candidate): PairVerdict | undefined {
    const known = this.#pairs.get(id);
    return known?.candidate.systemFrom === systemFrom ? known : undefined;
  }

  async #score(questions: readonly Question[]): Promise<void> {
    const unasked = questions.filter(({ pair }) => !this.#scores.has(pair));
    if (unasked.length === 0) return;
    const { scorer, clock, telemetry } = this.#deps;
    const start = clock.elapsed();
    const { scores, fault } = await scorer.score(
      unasked.map(({ nli }) => nli),
      Math.max(0, this.#nliLeftMs),
    );
    const ms = clock.elapsed() - start;
    this.#nliLeftMs -= ms;
    this.#nliFault = fault ?? this.#nliFault;
    unasked.forEach(({ pair }, at) => {
      const score = scores[at] ?? null;
      if (score !== null) this.#scores.set(pair, score);
    });
    const scored = scores.filter((score) => score !== null).length;
    telemetry.nliAsked({ scored, unscored: unasked.length - scored, fault, ms });
  }
}

function nliState({ model, thresholds }: NliScorer, scores: readonly (NliScore | null)[]): NliState {
  if (model === null) return 'off';
  if (!canCount(thresholds)) return 'uncalibrated';
  if (scores.length === 0) return 'not_needed';
  const missing = scores.filter((score) => score === null).length;
  return missing === 0 ? 'asked' : missing === scores.length ? 'unavailable' : 'partly_asked';
}
