import type { Claim } from './claim.js';
import type { StoredRelation } from './lore.js';

/** What changes are of. An entity is stored once; its name is that of now. */
export const CHANGED = ['claim', 'relation', 'entity'] as const;
export type Changed = (typeof CHANGED)[number];

/**
 * stored: it is new, or said again. told_anew: its source says it in other words, or otherwise. superseded, cancelled,
 * retracted, withdrawn, erased: it is no longer believed. ended: the time in which it holds has got another end. disputed,
 * settled: it contradicts more, or less. vouched: a person or a later comparison stands behind it.
 */
export const CHANGES = [
  ...(['stored', 'told_anew', 'superseded', 'cancelled', 'retracted', 'withdrawn', 'erased'] as const),
  ...(['ended', 'disputed', 'settled', 'vouched'] as const),
] as const;
export type Change = (typeof CHANGES)[number];

/** What of a version is compared with the one before. */
export interface Changing {
  /** All that it says but for when it ends. */
  said: string;
  status: Claim['status'] | StoredRelation['status'];
  validUntil: string | null;
  disputedWith: readonly string[];
  guarded: boolean;
}

export function changingClaim(claim: Claim): Changing {
  const { statement, status, validUntil, disputedWith, guarded } = claim;
  return { said: statement, status, validUntil, disputedWith, guarded };
}

export function changingRelation(relation: StoredRelation): Changing {
  const { value, validFrom, prophetic, status, validUntil, disputedWith, guarded } = relation;
  return { said: JSON.stringify([value, validFrom, prophetic]), status, validUntil, disputedWith, guarded };
}

/** What a version changed; nothing where it was only read again. */
export function changesOf(before: Changing | null, after: Changing): Change[] {
  if (before === null) return ['stored'];
  const turned = before.status === after.status ? [] : [after.status === 'active' ? 'stored' : after.status];
  const isErased = after.status === 'erased';
  const others: [Change, boolean][] = [
    ['told_anew', !isErased && before.said !== after.said],
    ['ended', !isErased && before.validUntil !== after.validUntil],
    ['disputed', after.disputedWith.some((id) => !before.disputedWith.includes(id))],
    ['settled', before.disputedWith.some((id) => !after.disputedWith.includes(id))],
    ['vouched', !before.guarded && after.guarded],
  ];
  return [...(turned as Change[]), ...others.filter(([, is]) => is).map(([change]) => change)];
}
