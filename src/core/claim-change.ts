import type { Claim } from './claim.js';

/**
 * stored: it is new. told_anew: its source says it in other words. superseded, cancelled, erased: it is no longer
 * believed. ended: the time in which it holds has got another end. disputed, settled: it contradicts more, or less.
 * vouched: a person or a later comparison stands behind it.
 */
export const CLAIM_CHANGES = [
  ...(['stored', 'told_anew', 'superseded', 'cancelled', 'erased'] as const),
  ...(['ended', 'disputed', 'settled', 'vouched'] as const),
] as const;
export type ClaimChange = (typeof CLAIM_CHANGES)[number];

/** What of a version is compared with the one before. */
export type Changing = Pick<Claim, 'statement' | 'status' | 'validUntil' | 'disputedWith' | 'guarded'>;

/** What a version of a claim changed; nothing where it was only read again. */
export function changesOf(before: Changing | null, after: Changing): ClaimChange[] {
  if (before === null) return ['stored'];
  const isClosed = before.status !== after.status && after.status !== 'active';
  const closed: ClaimChange[] = isClosed && after.status !== 'active' ? [after.status] : [];
  const isErased = after.status === 'erased';
  const others: [ClaimChange, boolean][] = [
    ['told_anew', !isErased && before.statement !== after.statement],
    ['ended', !isErased && before.validUntil !== after.validUntil],
    ['disputed', after.disputedWith.some((id) => !before.disputedWith.includes(id))],
    ['settled', before.disputedWith.some((id) => !after.disputedWith.includes(id))],
    ['vouched', !before.guarded && after.guarded],
  ];
  return [...closed, ...others.filter(([, is]) => is).map(([change]) => change)];
}
