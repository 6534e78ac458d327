import type { Conflict, Warning } from '../../core/decision.js';
import type { Span } from '../../core/norm.js';
import { EVERYWHERE } from '../../core/scope.js';
import type { Clash } from '../clash.js';
import type { Findings } from './findings.js';
import { decidedUnder, LOWERED_BY_TALK, loweredReason } from './policy.js';
import { reasonOf } from './reasons.js';

/** What the relations of a statement clash with, as conflicts and warnings. A policy lowers them as any others. */
export function judgeClashes(findings: Findings): { conflicts: Conflict[]; warnings: Warning[] } {
  const clashes = findings.clashes ?? [];
  const lowered = new Map(clashes.map((clash) => [clash, loweredBy(clash, findings)]));
  const isBlock = (clash: Clash) => clash.weight === 'block' && lowered.get(clash) === undefined;
  return {
    conflicts: clashes.filter(isBlock).map((clash) => conflictOf(clash, findings)),
    warnings: clashes.filter((clash) => !isBlock(clash)).map((clash) => warningOf(clash, lowered.get(clash))),
  };
}

function loweredBy({ weight, code, claims, loweredBy }: Clash, findings: Findings): Warning['loweredBy'] {
  const { warnCodes, warnKinds } = decidedUnder(findings).policy;
  if (weight !== 'block') return loweredBy;
  if (warnCodes.includes(code)) return 'code';
  const kinds = [findings.kind, ...claims.map(({ kind }) => kind)];
  return warnKinds.some((kind) => kinds.includes(kind)) ? 'kind' : undefined;
}

function conflictOf(clash: Clash, { incoming }: Findings): Conflict {
  const { code, relations, claims, slots, shared, norm, spans } = clash;
  const own = incoming.norms[norm]?.spans ?? [];
  return {
    claim: claims[0] ?? null,
    relations,
    ...{ tier: 'block', code, confidence: 'HIGH', stage: 'structural', score: 1, slots },
    shared: { scope: EVERYWHERE, period: shared },
    spans: { stored: [...spans], incoming: own.filter(isEnd) },
    reason: reasonFor(clash),
  };
}

/** Whether a span is that of an end of a relation. */
export function isEnd({ slot }: Span): boolean {
  return slot === 'from' || slot === 'to';
}

/** Of a rule that somebody wrote, what that says. */
function reasonFor({ code, relations: { rule }, slots }: Clash): string {
  if (rule === undefined) return reasonOf(code, slots);
  return `${reasonOf(code, slots)} ${rule.id}: ${rule.description}`;
}

function loweredHere(reason: string, by: NonNullable<Warning['loweredBy']>): string {
  return by === 'source' ? `${reason} ${LOWERED_BY_TALK}` : loweredReason(reason, by);
}

function warningOf(clash: Clash, loweredBy: Warning['loweredBy']): Warning {
  const { code, weight, relations, claims, slots } = clash;
  const [claim] = claims;
  const reason = reasonFor(clash);
  const isSure = weight === 'block' || loweredBy !== undefined || code === 'same_content';
  return {
    ...{ code, claim: claim === undefined ? null : { id: claim.id, statement: claim.statement }, relations },
    ...{ confidence: isSure ? 'HIGH' : 'MED', stage: 'structural', slots },
    ...(loweredBy === undefined ? { reason } : { reason: loweredHere(reason, loweredBy), loweredBy }),
  };
}
