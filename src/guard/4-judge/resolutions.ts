import type { RelationRequest, WriteRequest } from '../../core/claim.js';
import type { Conflict, Decision, Resolution } from '../../core/decision.js';

const CHANGE =
  /\b(?:no longer|not any ?more|any ?more|from now on|as of|instead of|(?:switch|mov|migrat|chang)(?:ed|ing) to|replac(?:ed?|es|ing)|now)\b/i;
const LEAVING = /\b(?:switch|mov|migrat|chang)(?:ed|ing) from ./i;
const LINE_END = /[\n\r\u2028\u2029]/;

/**
 * The ways out of a refused write, as complete requests. Superseding comes first when the text speaks of a change,
 * narrowing where it would let both claims stand side by side, then the stored claim's withdrawal.
 * @param textOf the date of a tick, as a request may tell it
 */
export function resolutions(
  request: WriteRequest,
  decision: Decision,
  textOf: (tick: number) => string | null = () => null,
): Resolution[] {
  if (decision.tier !== 'block') return [];
  const ids = [...new Set(decision.conflicts.flatMap(({ claim }) => (claim === null ? [] : [claim.id])))];
  const since = successionOf(request, decision, textOf);
  const supersede = ids.length === 0 ? [] : [...succeedAll(request, ids, since), supersedeAll(request, ids)];
  const narrow = [...narrowScope(request, decision), ...narrowWindow(request, decision)];
  const first = speaksOfChange(request.statement) ? [...supersede, ...narrow] : [...narrow, ...supersede];
  const unsaid = decision.conflicts.flatMap(({ relations }) => relations?.stored ?? []);
  const retcons = [...new Set(unsaid.filter(({ claimId }) => claimId === null).map(({ id }) => id))];
  return [
    ...first,
    ...ids.map((id) => cancel(request, id)),
    ...retcons.map((id) => retcon(request, id)),
    force(request),
    ABANDON,
  ];
}

/** "is now X", "switched to X", "moved from Y to X". */
export function speaksOfChange(statement: string): boolean {
  return CHANGE.test(statement) || statement.split(LINE_END).some(leavesForAnother);
}

/** Only the first "from" of a line is followed: what stands behind a later one stands behind it as well. */
function leavesForAnother(line: string): boolean {
  const leaving = LEAVING.exec(line);
  return leaving !== null && / to\b/i.test(line.slice(leaving.index + leaving[0].length));
}

const ABANDON: Resolution = { action: 'abandon', method: null, path: null, body: null, needs: [] };

function tenantOf({ tenant }: WriteRequest) {
  return { orgId: tenant.orgId, project: tenant.project };
}

/** The request as it was sent, in full. A belief has a source and no kind to choose. */
function bodyOf(request: WriteRequest): Record<string, unknown> {
  const { statement, who, kind, source, reason, scope, validFrom, validUntil, entity, tags, saidAt, dependsOn } =
    request;
  const body = {
    ...tenantOf(request),
    statement,
    who,
    ...(kind === 'belief' ? { source } : { kind }),
    reason,
    scope: { ...scope },
    validFrom,
    validUntil,
    entity,
    tags,
  };
  return {
    ...body,
    ...(saidAt === null ? {} : { saidAt }),
    ...(dependsOn.length === 0 ? {} : { dependsOn }),
    ...(request.relation == null ? {} : { relation: relationOf(request.relation) }),
  };
}

/** What a supersede says of why; any other write says nothing of it. */
function whyReplacedOf({ whyReplaced = null }: WriteRequest): Record<string, unknown> {
  return whyReplaced === null ? {} : { whyReplaced };
}

function relationOf({ type, from, to, validFrom, validUntil }: RelationRequest): Record<string, unknown> {
  return { type, from, to, validFrom, validUntil };
}

/** The body of an `add_relation`. */
function relationBody(request: WriteRequest, relation: RelationRequest): Record<string, unknown> {
  const { who, reason } = request;
  return { ...tenantOf(request), ...relationOf(relation), source: request.source, who, reason };
}

function again(
  request: WriteRequest,
  action: Resolution['action'],
  change: Record<string, unknown>,
  needs: string[],
): Resolution {
  if (request.op === 'supersede') {
    const replaced = { claimIds: request.targets, reasonKind: request.reasonKind, ...whyReplacedOf(request) };
    const body = { ...bodyOf(request), ...replaced, ...change };
    return { action, method: 'POST', path: '/v1/supersede', body, needs };
  }
  if (request.op === 'add_relation' && request.relation != null) {
    const body = { ...relationBody(request, request.relation), ...change };
    return { action, method: 'POST', path: '/v1/lore/add-relation', body, needs };
  }
  return { action, method: 'POST', path: `/v1/${request.op}`, body: { ...bodyOf(request), ...change }, needs };
}

function supersedeAll(request: WriteRequest, ids: readonly string[]): Resolution {
  const claimIds = [...new Set([...request.targets, ...ids])];
  const needs = request.reason === null ? ['reason'] : [];
  const reasonKind = request.reasonKind ?? (speaksOfChange(request.statement) ? 'update' : 'revision');
  const body = { ...bodyOf(request), ...whyReplacedOf(request), claimIds, reasonKind };
  return { action: 'supersede', method: 'POST', path: '/v1/supersede', body, needs };
}

/** What was so until then stays told: an update, beside the revision that takes all of it back. */
function succeedAll(request: WriteRequest, ids: readonly string[], validFrom: string | null): Resolution[] {
  if (validFrom === null || request.reasonKind !== null || speaksOfChange(request.statement)) return [];
  const { body, ...way } = supersedeAll(request, ids);
  return [{ ...way, body: { ...body, validFrom, reasonKind: 'update' } }];
}

/** When a statement begins that has a beginning, where all that it contradicts began before: it may be what came next. */
function successionOf(
  { validFrom }: WriteRequest,
  { conflicts, norms }: Decision,
  textOf: (tick: number) => string | null,
): string | null {
  const relations = conflicts.flatMap((conflict) => conflict.relations ?? []);
  const isOfOther = conflicts.some((each) => each.relations !== undefined && each.code !== 'relation_exclusive');
  const isAtOnce = relations.some(({ incoming, stored }) => stored.some((one) => one.validFrom === incoming.validFrom));
  if (isOfOther || isAtOnce) return null;
  const [{ period } = { period: null }] = norms;
  const from = period?.possible.from ?? null;
  if (from === null || norms.some((norm) => norm.period.possible.from !== from)) return null;
  if (conflicts.some(({ shared }) => shared.period.from !== from)) return null;
  return validFrom ?? relations[0]?.incoming.validFrom ?? textOf(from);
}

function cancel(request: WriteRequest, claimId: string): Resolution {
  const body = { ...tenantOf(request), claimId, who: request.who };
  return { action: 'cancel_stored', method: 'POST', path: '/v1/cancel', body, needs: ['reason'] };
}

/** A relation that no claim says is withdrawn as canon. */
function retcon(request: WriteRequest, id: string): Resolution {
  const body = { ...tenantOf(request), old: id, who: request.who };
  return { action: 'retcon', method: 'POST', path: '/v1/lore/retcon', body, needs: ['reason'] };
}

function force(request: WriteRequest): Resolution {
  const needs = request.reason === null && request.op !== 'add_relation' ? ['reason'] : [];
  return again(request, 'force_exception', { forceException: true }, needs);
}

/**
 * A narrower scope parts the two only where every stored claim names a place and this statement names none, neither in
 * the request nor in its text: then the writer can name another one.
 */
function narrowScope(request: WriteRequest, { conflicts, norms }: Decision): Resolution[] {
  const fields = (['env', 'team'] as const).filter(
    (field) =>
      request.scope[field] === null &&
      norms.every(({ scope }) => scope[field] === null) &&
      conflicts.every(({ shared }) => shared.scope[field] !== null),
  );
  return fields.map((field) => again(request, 'narrow_scope', {}, [`scope.${field}`]));
}

/** Likewise a window that ends before, or begins after, the stored claims': where there is time of its own left. */
function narrowWindow(request: WriteRequest, decision: Decision): Resolution[] {
  // An act that lies outside a life, or a third parent, is not mended by a shorter window.
  if (decision.conflicts.some(({ relations, code }) => relations !== undefined && code !== 'relation_exclusive'))
    return [];
  const { validFrom, validUntil } = request.relation ?? request;
  const prefix = request.relation == null || request.op === 'add_relation' ? '' : 'relation.';
  const endsEarlier = validUntil === null && decision.conflicts.every((each) => beginsAfter(each, decision));
  const beginsLater = validFrom === null && decision.conflicts.every((each) => endsBefore(each, decision));
  return [
    ...(endsEarlier ? [again(request, 'narrow_window', {}, [`${prefix}valid_until`])] : []),
    ...(beginsLater ? [again(request, 'narrow_window', {}, [`${prefix}valid_from`])] : []),
  ];
}

/** Whether the stored claim begins after this statement does: the shared window then begins where the stored one does. */
function beginsAfter({ shared }: Conflict, { norms }: Decision): boolean {
  const { from } = shared.period;
  return from !== null && norms.every(({ period }) => period.possible.from === null || period.possible.from < from);
}

function endsBefore({ shared }: Conflict, { norms }: Decision): boolean {
  const { until } = shared.period;
  return until !== null && norms.every(({ period }) => period.possible.until === null || until < period.possible.until);
}
