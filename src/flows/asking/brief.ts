import type { ClaimKind } from '../../core/claim.js';
import type { Unit } from '../../core/period.js';
import type { Tenant } from '../../core/scope.js';
import { type BriefClaim, briefClaims } from '../../store/queries/asking/brief.js';
import { listViolations } from '../../store/queries/consistency/violation-list.js';
import type { Deps } from '../deps.js';
import { describeContradictions } from '../lore/contradictions.js';
import { closedSupports } from './supports.js';

/** A line of a brief, before it is known whether there is room for it. */
export interface BriefLine {
  section: BriefSection;
  id: string;
  text: string;
}

export const BRIEF_SECTIONS = ['constraints', 'conventions', 'decisions', 'contradictions'] as const;
export type BriefSection = (typeof BRIEF_SECTIONS)[number];

const SECTION_OF: Partial<Record<ClaimKind, BriefSection>> = {
  constraint: 'constraints',
  convention: 'conventions',
  decision: 'decisions',
  rejection: 'decisions',
};

/** A claim that rests on a decision is worth as much as so many places by age. */
const PLACES_A_DEPENDENT = 10;
const CONTRADICTIONS_MAX = 50;
const STATEMENT_MAX = 200;
const SIDE_MAX = 90;

/** All that a brief could say, the most important first in each section, and whether there may be more. */
export async function briefLines(
  deps: Deps,
  tenant: Tenant,
  { unit, knownAt }: { unit: Unit; knownAt: string | null },
): Promise<{ lines: BriefLine[]; isCut: boolean }> {
  const kinds = Object.keys(SECTION_OF) as ClaimKind[];
  const { claims, isCut, closed, open } = await deps.store.tenant(tenant.orgId, async (db) => {
    const found = await briefClaims(db, tenant, { kinds, atTime: unit, knownAt });
    const filter = {
      kind: 'contradiction' as const,
      status: 'open' as const,
      limit: CONTRADICTIONS_MAX,
      knownAt: knownAt ?? undefined,
    };
    const contradictions = await listViolations(db, tenant, filter);
    return { ...found, closed: await closedSupports(db, tenant, found.claims, knownAt), open: contradictions };
  });
  const described = await describeContradictions(deps, tenant, open.items, knownAt ?? undefined);
  const disputes = described.map(({ violation, sides }): BriefLine => {
    const text = sides.map((side) => `“${short(side.text, SIDE_MAX)}”`).join(' ↔ ');
    return { section: 'contradictions', id: violation.id, text };
  });
  const isUnsupported = (id: string) => closed.has(id);
  return {
    lines: [...claimLines(claims, isUnsupported), ...disputes],
    isCut: isCut || open.nextCursor !== null,
  };
}

function claimLines(claims: readonly BriefClaim[], isUnsupported: (id: string) => boolean): BriefLine[] {
  const lines = inOrder(claims).map(
    (claim): BriefLine => ({
      section: SECTION_OF[claim.kind] ?? 'decisions',
      id: claim.id,
      text: `${short(claim.statement, STATEMENT_MAX)}${notes(claim, isUnsupported(claim.id))}`,
    }),
  );
  return BRIEF_SECTIONS.flatMap((section) => lines.filter((line) => line.section === section));
}

/** By age, newest first, where each claim that rests on one moves it ahead of older and newer ones. */
function inOrder(claims: readonly BriefClaim[]): BriefClaim[] {
  const place = new Map(claims.map(({ id, dependents }, age) => [id, age - PLACES_A_DEPENDENT * dependents]));
  return [...claims].sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0) || (a.id < b.id ? 1 : -1));
}

/** What one must know of a line before relying on it. */
function notes({ kind, env, team, isDisputed, isUnguarded }: BriefClaim, isUnsupported: boolean): string {
  const found = [
    kind === 'rejection' ? 'rejected' : null,
    env,
    team === null ? null : `team ${team}`,
    isDisputed ? 'disputed' : null,
    isUnguarded ? 'unguarded' : null,
    isUnsupported ? 'unsupported' : null,
  ].filter((note) => note !== null);
  return found.length === 0 ? '' : ` (${found.join(', ')})`;
}

/** One line, cut at so many characters, never within one. */
function short(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line.slice(0, 2 * most)];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}
