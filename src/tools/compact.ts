import type { Claim } from '../core/claim.js';
import type { Conflict, Resolution, ShownRelation, Warning } from '../core/decision.js';
import { isProphet } from '../core/source.js';

/** Turns domain values into what a short answer shows. */

/** So much of a statement tells which one it is. In UTF-16 code units. */
const STATEMENT_SHOWN_MAX = 80;

/** @param closed the closed claims that it rests on */
export function compactClaim(claim: Claim, closed: readonly string[] = []) {
  return { ...compactWhole(claim, closed), statement: cut(claim.statement) };
}

/** With its statement whole. */
export function compactWhole(claim: Claim, closed: readonly string[] = []) {
  const { id, statement, kind, who, status, validFrom, validUntil, isDisputed, guarded, loreSource } = claim;
  return {
    ...{ id, statement, kind, who },
    ...(status === 'active' ? {} : { status }),
    ...(validFrom === null ? {} : { validFrom }),
    ...(validUntil === null ? {} : { validUntil }),
    ...(isDisputed ? { isDisputed } : {}),
    ...(closed.length > 0 ? { unsupported: true } : {}),
    ...(guarded ? {} : { guarded }),
    ...(isProphet(loreSource) ? { prophetic: true } : {}),
  };
}

export function minimalConflicts(conflicts: readonly Conflict[], resolutions: readonly Resolution[]) {
  return {
    conflicts: conflicts.map(({ claim, relations, code, reason }) => {
      const statement = claim?.statement ?? (relations?.stored ?? []).map(inWords).join('; ');
      return { id: claim?.id ?? null, statement: cut(statement), code, sentence: reason };
    }),
    ways: [...new Set(resolutions.map(({ action }) => action))],
  };
}

/** Nothing where there are none. */
export function minimalWarnings(warnings: readonly Warning[]) {
  if (warnings.length === 0) return {};
  return { warnings: warnings.map(({ code, claim, reason }) => ({ code, id: claim?.id ?? null, sentence: reason })) };
}

/** Nothing where there are none. */
export function unsupportedIds(claims: readonly Pick<Claim, 'id'>[]) {
  return claims.length === 0 ? {} : { unsupported: claims.map(({ id }) => id) };
}

function inWords({ type, from, to, value }: ShownRelation): string {
  return `${from.name} ${type} ${to?.name ?? value ?? ''}`;
}

/** Never between the two units of one character. */
export function cut(text: string): string {
  if (text.length <= STATEMENT_SHOWN_MAX) return text;
  const end = STATEMENT_SHOWN_MAX - 1;
  const unit = text.charCodeAt(end - 1);
  return `${text.slice(0, unit >= 0xd800 && unit < 0xdc00 ? end - 1 : end)}…`;
}
