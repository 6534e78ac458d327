import type { ClaimKind } from '../../core/claim.js';
import { ERASED } from '../../core/erasure.js';
import type { DocumentOutcome } from './ingest-documents.js';
import { CLAIM_RESULTS, type ClaimResult } from './plan-claims.js';
import { NO_CLAIM, type NoClaim, type Told } from './told-claims.js';

/** What a sentence of a document became: a claim, a relation, or only a part of its text, which is searched and cited. */
export const BECAME = ['claim', 'relation', 'passage', 'skipped'] as const;

/** Why a sentence is no claim, or what became of the one that it makes. */
export const BECAUSE = [...CLAIM_RESULTS, 'prophecy', ...NO_CLAIM] as const;

/** What became of a sentence of a document. */
export interface Became {
  line: number;
  heading: string;
  statement: string;
  became: (typeof BECAME)[number];
  because: (typeof BECAUSE)[number];
  claimId: string | null;
  kind: ClaimKind | null;
}

/** What became of the sentences of a document, in the order of its text; none where they are not known. */
export function* becameOf(outcome: DocumentOutcome): Generator<Became> {
  if (!('stored' in outcome)) return;
  for (const one of outcome.told ?? []) yield sentenceOf(one, outcome);
}

function sentenceOf(told: Told, { relating, stored }: Extract<DocumentOutcome, { stored: unknown }>): Became {
  const { sentence, claim } = told;
  const kept = claim === null ? undefined : stored.claims.outcomes.get(claim.key);
  const because = becauseOf(told, kept?.result);
  const isClaim = kept !== undefined && kept.result !== 'closed' && kept.result !== 'erased';
  const rest = relating.has(sentence) ? 'relation' : PASSED_OVER.has(because) ? 'passage' : 'skipped';
  return {
    ...{ line: sentence.line, heading: sentence.heading, because },
    statement: because === 'erased' ? ERASED : (claim?.statement ?? sentence.text),
    ...{ became: isClaim ? 'claim' : rest, claimId: kept?.claimId ?? null, kind: claim?.kind ?? null },
  };
}

const PASSED_OVER: ReadonlySet<string> = new Set<NoClaim>(['tells_only', 'not_asked']);

function becauseOf(told: Told, result: ClaimResult | undefined): Became['because'] {
  if (told.claim === null) return told.why;
  return result ?? 'prophecy';
}
