import type { Truth } from '../../../core/period.js';
import type { Caveat } from '../../../core/record.js';
import type { Candidate } from '../../../core/resolution.js';
import { SAID_CODES } from '../../../lore/said.js';
import type { AnswerSource } from '../read/envelope.js';
import type { ShownFact } from '../read/fact.js';
import type { ClaimSaid, GuardSaid } from './claims.js';

/** Why a sentence is supported, contradicted or neither. */
export const SENTENCE_CODES = [
  ...SAID_CODES,
  ...(['impossible', 'unknown_name', 'ambiguous_name', 'claim', 'not_read'] as const),
] as const;
export type SentenceCode = (typeof SENTENCE_CODES)[number];

/** A relation that a sentence states, and what the record says of it. */
export interface CheckedRelation {
  type: string;
  truth: Truth;
  code: SentenceCode;
  /** The name that nothing, or several things, are called by. */
  name: string | null;
  candidates: readonly Candidate[];
  /** What decides. */
  facts: readonly ShownFact[];
  deciding: readonly string[];
  /** Ids of relations beside which it can't stand. */
  against: readonly string[];
  sources: readonly AnswerSource[];
  caveats: readonly Caveat[];
  isDisputed: boolean;
}

export const VERDICTS = ['supported', 'contradicted', 'unknown'] as const;

export interface SentenceVerdict {
  verdict: (typeof VERDICTS)[number];
  code: SentenceCode;
  /** Whether all that the sentence says is relations of the record. */
  isRead: boolean;
  isDisputed: boolean;
  relations: readonly CheckedRelation[];
  claims: readonly ClaimSaid[];
}

/** A contradiction of any part is one of the sentence; support is needed of each. */
export function verdictOf({
  isRead,
  relations,
  guard,
}: {
  isRead: boolean;
  relations: readonly CheckedRelation[];
  guard: GuardSaid;
}): SentenceVerdict {
  const { claims } = guard;
  const has = (side: ClaimSaid['side']) => claims.some((claim) => claim.side === side);
  const told = { isRead, relations, claims };
  const wrong = relations.find(({ truth }) => truth === 'false');
  const isAllSo = isRead && relations.length > 0 && relations.every(({ truth }) => truth === 'true');
  const isDisputed = relations.some((one) => one.isDisputed) || claims.some((claim) => claim.isDisputed);
  if (wrong !== undefined) return { verdict: 'contradicted', code: wrong.code, ...told, isDisputed };
  if (isAllSo || has('supports')) {
    const code = isAllSo ? (relations[0]?.code ?? 'recorded') : 'claim';
    return { verdict: 'supported', code, ...told, isDisputed: isDisputed || has('contradicts') };
  }
  const isImpossible = guard.against.length > 0;
  if (isImpossible || has('contradicts')) {
    return { verdict: 'contradicted', code: isImpossible ? 'impossible' : 'claim', ...told, isDisputed };
  }
  const unsure = relations.find(({ truth }) => truth === 'unknown');
  return { verdict: 'unknown', code: unsure?.code ?? 'not_read', ...told, isDisputed };
}
