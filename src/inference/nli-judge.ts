import type { Judged, JudgedPair, PairJudge } from '../core/judge.js';
import type { NliPair, NliScorer } from '../core/ports.js';
import type { NliScore } from '../core/verdict.js';

/** From here on an answer is likelier than not. */
const LIKELIER = 0.5;

/**
 * A judge that asks a model of inference: the one that comes along, or any cross-encoder. It knows statements, not where
 * and when they hold, it quotes nothing and gives no reason.
 */
export function nliJudge(scorer: NliScorer): PairJudge {
  const digest = scorer.model ?? 'off';
  return {
    identity: { kind: 'nli', model: digest, promptHash: digest },
    quotes: false,
    judge: async (pairs, limitMs) => {
      const { scores } = await scorer.score(pairs.map(asked), limitMs);
      return pairs.map((_, at) => judgedBy(scores[at] ?? null));
    },
  };
}

function asked({ stored, incoming }: JudgedPair): NliPair {
  return { premise: stored.statement, hypothesis: incoming.statement };
}

function judgedBy(score: NliScore | null): Judged {
  if (score === null) return { fault: 'unavailable' };
  const { forward, backward, same = 0 } = score;
  const contradiction = (forward + backward) / 2;
  const said = { quotes: null, why: '' };
  if (contradiction >= LIKELIER) return { answer: 'contradicts', certainty: contradiction, ...said };
  if (same >= LIKELIER) return { answer: 'restates', certainty: same, ...said };
  return { answer: 'compatible', certainty: 1 - contradiction, ...said };
}
