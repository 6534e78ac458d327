/** The short form of an answer that is asked for in full, as only that has the ways out. */

type Shown = Readonly<Record<string, unknown>>;

/** How a statement was read and compared: what was decided is told beside it. */
const LEFT_OUT = new Set([
  ...['view', 'norms', 'norms_left_out', 'spans', 'slots', 'shared', 'stage', 'score', 'confidence', 'versions'],
]);

/** A refusal: what stands in the way, why, and what may be called about it. */
export function slimRefusal(body: Shown): object {
  const { detail, decision_id, conflicts, resolutions, results } = body;
  return {
    result: 'refused',
    detail,
    ...(typeof decision_id === 'string' && { decision_id }),
    ...(results !== undefined && { results }),
    ...(Array.isArray(conflicts) && { conflicts: conflicts.map(slimConflict) }),
    ...(Array.isArray(resolutions) && { ways: resolutions.map(slimWay) }),
  };
}

/** Any other answer. */
export function slim(body: Shown): object {
  const { claim, conflicts, resolutions, warnings, closed, unsupported, ...rest } = body;
  return {
    ...(slimValue(rest) as object),
    ...(isShown(claim) && { claim_id: claim.id }),
    ...(hasSome(conflicts) && { conflicts: conflicts.map(slimConflict) }),
    ...(hasSome(warnings) && { warnings: warnings.map(slimConflict) }),
    ...(hasSome(closed) && { closed: closed.map(idOf) }),
    ...(hasSome(unsupported) && { unsupported: unsupported.map(idOf) }),
    ...(hasSome(resolutions) && { ways: resolutions.map(slimWay) }),
  };
}

/** A way out as a call: the tool, its arguments, and those that are left to fill in. */
function slimWay(way: Shown): object {
  const { action, operation, body, needs } = way;
  if (operation === 'none' || operation === undefined) return { way: action };
  return {
    ...{ way: action, tool: operation, arguments: slimValue(body) },
    ...(hasSome(needs) && { fill: needs }),
  };
}

function slimConflict({ claim, code, reason, relations }: Shown): object {
  const { id, statement, who } = isShown(claim) ? claim : {};
  return {
    ...(id === undefined ? {} : { claim_id: id, statement, who }),
    ...{ code, why: reason },
    ...(id === undefined && isShown(relations) && { relations: slimValue(relations) }),
  };
}

/** Without what is null, empty, or inner detail. */
function slimValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slimValue);
  if (!isShown(value)) return value;
  const kept = Object.entries(value).filter(([name, part]) => !LEFT_OUT.has(name) && !isNothing(part));
  return Object.fromEntries(kept.map(([name, part]) => [name, slimValue(part)]));
}

function isNothing(value: unknown): boolean {
  return value == null || (typeof value === 'object' && Object.values(value).every(isNothing));
}

function idOf(claim: unknown): unknown {
  return isShown(claim) ? claim.id : claim;
}

function isShown(value: unknown): value is Shown {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasSome(value: unknown): value is Shown[] {
  return Array.isArray(value) && value.length > 0;
}
