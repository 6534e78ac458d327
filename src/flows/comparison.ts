import type { Candidate } from '../core/claim.js';
import type { Decision } from '../core/decision.js';
import type { NliScore, NliState } from '../core/verdict.js';
import { ask, decide, examine, type PairVerdict, versionsOf } from '../guard/pipeline.js';
import type { Deps } from './deps.js';
import type { Draft } from './draft.js';

/**
 * One statement against the stored claims. Remembers what it compared, so that a repeat of the path after a moved
 * head compares with newer candidates only.
 */
export class Comparison {
  readonly #deps: Deps;
  readonly #draft: Draft;
  readonly #verdicts = new Map<string, PairVerdict>();
  readonly #scores = new Map<string, NliScore | null>();

  constructor(deps: Deps, draft: Draft) {
    this.#deps = deps;
    this.#draft = draft;
  }

  /** Compares with these candidates, asks the NLI stage where it may matter, and decides. */
  async decide(candidates: readonly Candidate[]): Promise<Decision> {
    const { watch, reading, request } = this.#draft;
    const pairs = watch.time('structural', () => this.#examine(candidates));
    const nli = await watch.timeAsync('nli', () => this.#askNli(pairs));
    const versions = versionsOf(this.#deps.lexicon, this.#deps.scorer.model);
    return watch.time('judge', () =>
      decide({ statement: request.statement, reading, pairs, scores: this.#scores, nli, versions }),
    );
  }

  #examine(candidates: readonly Candidate[]): PairVerdict[] {
    const unseen = candidates.filter((candidate) => !this.#verdicts.has(versionKey(candidate)));
    for (const pair of examine(this.#draft.reading, unseen, this.#deps.lexicon)) {
      this.#verdicts.set(versionKey(pair.candidate), pair);
    }
    return candidates.flatMap((candidate) => this.#verdicts.get(versionKey(candidate)) ?? []);
  }
}

function versionKey({ id, systemFrom }: Candidate): string {
  return `${id}@${systemFrom}`;
}
