/** What may confuse whoever reads the claims of a project top to bottom. */
export const FINDING_KINDS = ['reversal', 'ambiguity', 'stale'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/**
 * linked: its claims are the sides of a contradiction, which tells of it. gone: what it was about is settled by what was
 * said since, and nobody decided.
 */
export const FINDING_STATUSES = ['open', 'linked', 'answered', 'dismissed', 'gone'] as const;
export type FindingStatus = (typeof FINDING_STATUSES)[number];

export const FINDING_ANSWERS = ['yes', 'no'] as const;
export type FindingAnswer = (typeof FINDING_ANSWERS)[number];

/** How much of a story was read. */
export interface Coverage {
  claimsRead: number;
  pairsExamined: number;
  /** Pairs that share something and were not laid side by side, being too many. */
  pairsLeftOut: number;
  /** Claims whose story could not be read. */
  claimsFailed: number;
}

export const NOTHING_COVERED: Coverage = { claimsRead: 0, pairsExamined: 0, pairsLeftOut: 0, claimsFailed: 0 };

export function sumOfCoverage(a: Coverage, b: Coverage): Coverage {
  return {
    claimsRead: a.claimsRead + b.claimsRead,
    pairsExamined: a.pairsExamined + b.pairsExamined,
    pairsLeftOut: a.pairsLeftOut + b.pairsLeftOut,
    claimsFailed: a.claimsFailed + b.claimsFailed,
  };
}
