import type { WriteRequest } from '../../core/claim.js';
import { isVerdict, type Judged, type JudgedPair } from '../../core/judge.js';
import type { Reading } from '../../core/norm.js';
import { type JudgedPairs, leftOpen, type PairVerdict } from '../../guard/pipeline.js';
import { getClaims } from '../../store/queries/claims/claims.js';
import { keepVerdicts } from '../../store/queries/claims/judge-verdicts.js';
import type { Deps } from '../deps.js';
import type { Judging } from './judging.js';
import { verdictKey } from './key.js';
import { pairOf } from './sides.js';

type JudgeDeps = Pick<Deps, 'store' | 'clock' | 'telemetry'>;

/**
 * What a judge says of one write, over all repeats of its path: nobody is asked twice, nor while the write holds a lock,
 * nor when its time is up. What it leaves is left to a job.
 */
export class WriteJudge {
  readonly #deps: JudgeDeps;
  readonly #judging: Judging;
  readonly #request: WriteRequest;
  /** By the id of the stored claim. */
  readonly #said = new Map<string, { key: string; judged: Judged }>();
  #leftMs: number;

  constructor(deps: JudgeDeps, judging: Judging, request: WriteRequest) {
    this.#deps = deps;
    this.#judging = judging;
    this.#request = request;
    this.#leftMs = judging.mode === 'write' ? judging.writeLimitMs : 0;
  }

  /** From now on nobody is asked any more. */
  askNoMore(): void {
    this.#leftMs = 0;
  }

  /** What is said of the pairs that the rules leave open. */
  async of(incoming: Reading, examined: readonly PairVerdict[]): Promise<JudgedPairs> {
    const { pairs, leftOut } = leftOpen(incoming, examined);
    const unasked = pairs.filter(({ candidate }) => !this.#said.has(candidate.id));
    if (unasked.length > 0 && this.#leftMs > 0) await this.#ask(unasked, leftOut);
    const said = new Map<PairVerdict, Judged>();
    for (const pair of pairs) {
      const known = this.#said.get(pair.candidate.id);
      if (known !== undefined) said.set(pair, known.judged);
    }
    const later = pairs.filter((pair) => !isFinal(said.get(pair))).length;
    const { judge, thresholds } = this.#judging;
    return { by: judge.identity, thresholds, later, leftOut, said };
  }

  /** Keeps what was said beside the claim that was stored. The decision has it too, so that a failure loses nothing. */
  async keep(claimId: string): Promise<void> {
    const verdicts = [...this.#said].flatMap(([storedId, { key, judged }]) =>
      isFinal(judged) ? [{ key, storedId, incomingId: claimId, judged }] : [],
    );
    const { tenant } = this.#request;
    const { identity } = this.#judging.judge;
    if (verdicts.length === 0) return;
    await this.#deps.store
      .tenant(tenant.orgId, (db) => keepVerdicts(db, tenant, identity, verdicts))
      .catch(() => undefined);
  }

  async #ask(pairs: readonly PairVerdict[], leftOut: number): Promise<void> {
    const { clock, telemetry } = this.#deps;
    const { judge } = this.#judging;
    const start = clock.elapsed();
    const asked = await this.#pairsOf(pairs);
    const said = asked.size === 0 ? [] : await judge.judge([...asked.values()], this.#leftMs);
    [...asked].forEach(([id, pair], at) => {
      this.#said.set(id, { key: verdictKey(pair, judge.identity), judged: said[at] ?? { fault: 'left_out' } });
    });
    this.#leftMs -= clock.elapsed() - start;
    telemetry.judged(said);
    telemetry.judgeLeftOut(leftOut);
  }

  /** With where and when each holds. An earlier item of a batch is not stored yet, and is judged afterwards. */
  async #pairsOf(pairs: readonly PairVerdict[]): Promise<Map<string, JudgedPair>> {
    const { tenant } = this.#request;
    const ids = pairs.map(({ candidate }) => candidate.id);
    const claims = await this.#deps.store.tenant(tenant.orgId, (db) => getClaims(db, tenant, ids));
    return new Map(claims.map((claim) => [claim.id, pairOf(claim, this.#request)]));
  }
}

/** A judge that could not answer is asked again by a job. */
function isFinal(judged: Judged | undefined): judged is Judged {
  return judged !== undefined && (isVerdict(judged) || judged.fault === 'ungrounded');
}
