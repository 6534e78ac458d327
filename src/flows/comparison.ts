import type { Candidate, ClaimKind } from '../core/claim.js';
import type { ProjectContext } from '../core/context.js';
import type { Decision } from '../core/decision.js';
import type { Reading } from '../core/norm.js';
import type { NliScore, NliState } from '../core/verdict.js';
import type { Clash } from '../guard/clash.js';
import { ask, decide, examine, type PairVerdict, type Question, versionsOf } from '../guard/pipeline.js';
import type { Deps } from './deps.js';
import type { Stopwatch } from './stopwatch.js';

/** What is compared: a statement with its reading. */
interface Compared {
  statement: string;
  kind: ClaimKind;
  reading: Reading;
  /** Whether it takes the place of other claims: then a repeated one is no reason to leave it out. */
  replaces: boolean;
  context: ProjectContext;
  watch: Stopwatch;
}

/**
 * One statement against the stored claims. Remembers what it compared and asked, so that a repeat of the path after a
 * moved head does so with newer candidates only.
 */
export class Comparison {
  readonly #deps: Deps;
  readonly #subject: Compared;
  readonly #pairs = new Map<string, PairVerdict>();
  readonly #scores = new Map<PairVerdict, NliScore | null>();

  constructor(deps: Deps, subject: Compared) {
    this.#deps = deps;
    this.#subject = subject;
  }

  /** Compares with these candidates, asks the NLI stage where it may matter, and decides. */
  async decide(candidates: readonly Candidate[], clashes: readonly Clash[] = []): Promise<Decision> {
    const { watch, reading: incoming, statement, kind, replaces, context } = this.#subject;
    const { scorer, lexicon } = this.#deps;
    const examined = watch.time('structural', () => this.#examine(candidates));
    const questions = ask(statement, examined, scorer.thresholds);
    await watch.timeAsync('nli', () => this.#score(questions));
    const scores = questions.map(({ pair }) => this.#scores.get(pair) ?? null);
    const findings = {
      ...{ incoming, examined, questions, scores, replaces, kind, settings: context, clashes },
      thresholds: scorer.thresholds,
      nli: nliState(scorer.model, scores),
      versions: versionsOf(lexicon, scorer.model, incoming),
    };
    return watch.time('judge', () => decide(findings));
  }

  #examine(candidates: readonly Candidate[]): PairVerdict[] {
    const unseen = candidates.filter((candidate) => !this.#pairs.has(versionKey(candidate)));
    for (const pair of examine(this.#subject.reading, unseen)) this.#pairs.set(versionKey(pair.candidate), pair);
    return candidates.flatMap((candidate) => this.#pairs.get(versionKey(candidate)) ?? []);
  }

  async #score(questions: readonly Question[]): Promise<void> {
    const unasked = questions.filter(({ pair }) => !this.#scores.has(pair));
    if (unasked.length === 0) return;
    const scores = await this.#deps.scorer.score(unasked.map(({ nli }) => nli));
    for (const [at, { pair }] of unasked.entries()) this.#scores.set(pair, scores[at] ?? null);
  }
}

function versionKey({ id, systemFrom }: Candidate): string {
  return `${id}@${systemFrom}`;
}

function nliState(model: string | null, scores: readonly (NliScore | null)[]): NliState {
  if (model === null) return 'off';
  if (scores.length === 0) return 'not_needed';
  return scores.every((score) => score === null) ? 'unavailable' : 'asked';
}
