import type { NliPair, NliScorer } from '../core/ports.js';
import type { NliFault } from '../core/verdict.js';

/** Nobody waits for a run as a writer does for an answer: a busy machine must not find less than an idle one. */
const PATIENCE_MS = 60_000;

/** What a model was asked in a run. */
export interface Judged {
  /** Different pairs. */
  pairs: number;
  /** Those of them that got no answer, so that more may contradict than was found. */
  unanswered: number;
  /** Why the last of them got none. */
  fault: NliFault | null;
}

/** A scorer that takes its time, and counts what it is asked. */
export class JudgeScorer implements NliScorer {
  readonly model: string | null;
  readonly thresholds: NliScorer['thresholds'];
  readonly limitMs = PATIENCE_MS;
  readonly #scorer: NliScorer;
  readonly #answered = new Map<string, boolean>();
  #fault: NliFault | null = null;

  constructor(scorer: NliScorer) {
    this.#scorer = scorer;
    this.model = scorer.model;
    this.thresholds = scorer.thresholds;
  }

  get readiness(): NliScorer['readiness'] {
    return this.#scorer.readiness;
  }

  async score(pairs: readonly NliPair[], limitMs: number = this.limitMs): ReturnType<NliScorer['score']> {
    const answer = await this.#scorer.score(pairs, limitMs);
    this.#fault = answer.fault ?? this.#fault;
    for (const [at, pair] of pairs.entries()) this.#note(pair, answer.scores[at] != null);
    return answer;
  }

  get judged(): Judged {
    const unanswered = [...this.#answered.values()].filter((is) => !is).length;
    return { pairs: this.#answered.size, unanswered, fault: unanswered === 0 ? null : this.#fault };
  }

  /** Each pair is compared from both sides: an answer from either is one. */
  #note({ premise, hypothesis }: NliPair, isAnswered: boolean): void {
    const key = JSON.stringify([premise, hypothesis].sort());
    this.#answered.set(key, this.#answered.get(key) === true || isAnswered);
  }
}
