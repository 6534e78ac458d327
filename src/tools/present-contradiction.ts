import type { QuotedSpan } from '../core/judge.js';
import type { Unit } from '../core/period.js';
import type { Tenant } from '../core/scope.js';
import type { ViolationStatus } from '../core/violation.js';
import { SUSPECTING_STAGES, type SuspectingStage } from '../flows/consistency/suspect.js';
import type { RaisedBy } from '../flows/judging/raise.js';
import { contradictsAt, type DescribedContradiction, type DescribedSide } from '../flows/lore/contradictions.js';
import { cut } from './compact.js';
import { presentSlots } from './present.js';
import { presentSource } from './present-lore.js';

/** A contradiction as an answer shows it. */
/** @param unit the time in the world that is asked about */
export function presentContradiction(described: DescribedContradiction, tenant: Tenant, unit: Unit | null = null) {
  const { violation, subject, predicate, code, sentence, slots, spans, decisionId, settlement, sides } = described;
  const { id, about, severity, flagged, status, resolution, runId, detectedAt, resolvedAt } = violation;
  return {
    id,
    about,
    subject: presentSubject(subject),
    predicate,
    code,
    sentence,
    slots: presentSlots(slots),
    spans,
    sides: sides.map(presentSide),
    severity,
    flagged,
    status,
    resolution,
    stage: stageOf(violation),
    judged: judgedOf(described),
    decisionId,
    runId,
    detectedAt,
    resolvedAt,
    ...(unit === null ? {} : { holds: contradictsAt(described, unit) }),
    resolvedBy: settlement?.who ?? null,
    resolvedReason: settlement?.reason ?? null,
    resolutions: waysOut(tenant, id, status, sides),
  };
}

/** Who suspected it first, also once a curator has confirmed it. */
function stageOf({ detail }: DescribedContradiction['violation']): SuspectingStage | null {
  return SUSPECTING_STAGES.find((stage) => stage === detail.stage) ?? null;
}

/** What a judge said, with its quotations in the words of the sides; null where no judge did. */
function judgedOf({ violation: { detail }, sides: [stored, incoming] }: DescribedContradiction) {
  const judged = detail.judge as RaisedBy | undefined;
  if (judged === undefined) return null;
  const { kind, model, promptHash, certainty, quotes } = judged;
  const words = (side: DescribedSide | undefined, { start, end }: QuotedSpan) => side?.text.slice(start, end) ?? '';
  const shown = quotes && { stored: words(stored, quotes.stored), incoming: words(incoming, quotes.incoming) };
  return { judge: kind, model, promptHash, certainty, quotes: shown };
}

export function compactContradiction({ violation: { id, status }, code, sides }: DescribedContradiction) {
  return { id, code, status, sides: sides.map((side) => ({ id: side.id, text: cut(side.text) })) };
}

function presentSubject(subject: DescribedContradiction['subject']) {
  if (subject === null) return null;
  return typeof subject === 'string' ? { id: null, name: subject } : { id: subject.id, name: subject.name };
}

/** Written out key by key, as that of store/queries/lore/relation-row.ts is; so are the ways out. */
function presentSide({ id, text, who, reason, since, source, claimSource, document }: DescribedSide) {
  const told = source === null ? null : presentSource(source);
  return { id, text, who, reason, since, claimSource, document, source: told };
}

/** To keep each side, to merge two, and to let all stand; of what is suspected to say whether it is one. */
function waysOut(tenant: Tenant, id: string, status: ViolationStatus, sides: readonly DescribedSide[]) {
  const { orgId, project } = tenant;
  const way = (action: string, operation: string, keep?: string[]) => ({
    action,
    method: 'POST',
    path: `/v1/lore/${operation}`,
    body: keep === undefined ? { orgId, project, id, action } : { orgId, project, id, action, keep },
    needs: ['reason'],
  });
  if (status === 'suspected') return ['confirm', 'dismiss'].map((action) => way(action, 'resolve-violation'));
  if (status !== 'open') return [];
  const settle = (action: string, keep: string[]) => way(action, 'resolve-contradiction', keep);
  const merge = sides.length === 2 ? [settle('merge', [])] : [];
  return [...sides.map((side) => settle('keep', [side.id])), ...merge, settle('dismiss', [])];
}
