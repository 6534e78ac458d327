/** Answers as an agent reads them: without what is null, and without how a statement was read and compared. */

type Shown = Readonly<Record<string, unknown>>;

/** Who reads an answer. */
export interface Reader {
  /** The tool that answers POST at this path, if they may call it. */
  toolAt(path: unknown): string | null;
  /** Whether their call named its organisation or project, which then stand in the ways out as well. */
  namesTenant: boolean;
}

/** How a statement was read, and what the record keeps beside. */
const INNER = new Set(['view', 'norms', 'norms_left_out', 'normalizer_state', 'spans', 'slots', 'shared', 'key_id']);

/** A refusal: what stands in the way, why, and what may be called about it. */
export function slimRefusal(body: Shown, reader: Reader): object {
  const { detail, decision_id, conflicts, conflicts_total, resolutions, results } = body;
  return {
    result: 'refused',
    detail,
    ...(typeof decision_id === 'string' && { decision_id }),
    ...(results !== undefined && { results: withoutNulls(results) }),
    ...(hasSome(conflicts) && { conflicts: conflicts.map(slimConflict) }),
    ...(hasSome(conflicts) && conflicts_total !== conflicts.length && { conflicts_total }),
    ...(hasSome(resolutions) && { ways: waysOf(resolutions, reader) }),
  };
}

/** One thing, or what became of a write. */
export function slim(body: Shown, reader: Reader): object {
  const { claim, conflicts, resolutions, warnings, closed, unsupported, ...rest } = body;
  return {
    ...(slimValue(rest) as object),
    ...(isShown(claim) && { claim_id: claim.id }),
    ...(hasSome(conflicts) && { conflicts: conflicts.map(slimConflict) }),
    ...(hasSome(warnings) && { warnings: warnings.map(slimConflict) }),
    ...(hasSome(closed) && { closed: closed.map(({ id }) => id) }),
    ...(hasSome(unsupported) && { unsupported: unsupported.map(({ id }) => id) }),
    ...(hasSome(resolutions) && { ways: waysOf(resolutions, reader) }),
  };
}

/** A list, and all else that is told in short already. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isShown(value)) return value;
  const kept = Object.entries(value).filter(([name, part]) => part !== null && name !== 'view');
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutNulls(part)]));
}

/** Those that the caller may go. */
function waysOf(resolutions: readonly Shown[], reader: Reader): object[] {
  return resolutions.flatMap((way) => {
    // Leaving what is stored is no call.
    if (way.path == null) return [{ way: way.action }];
    const tool = reader.toolAt(way.path);
    return tool === null ? [] : [slimWay(way, tool, reader)];
  });
}

/** A way out as a call: the tool, its arguments, and those that are left to fill in. */
function slimWay({ action, body, needs }: Shown, tool: string, { namesTenant }: Reader): object {
  const { org_id, project, ...given } = slimValue(body) as Shown;
  return {
    ...{ way: action, tool, arguments: namesTenant ? { org_id, project, ...given } : given },
    ...(hasSome(needs) && { fill: needs }),
  };
}

function slimConflict({ claim, code, reason, relations, tier }: Shown): object {
  const known = isShown(claim) ? { claim_id: claim.id, statement: claim.statement, who: claim.who } : {};
  return {
    ...known,
    ...{ code, why: reason },
    ...(tier === 'warn' && { tier }),
    ...(!isShown(claim) && isShown(relations) && { relations: slimValue(relations) }),
  };
}

function slimValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slimValue);
  if (!isShown(value)) return value;
  const kept = Object.entries(value).filter(([name, part]) => !INNER.has(name) && !isNothing(part));
  return Object.fromEntries(kept.map(([name, part]) => [name, slimValue(part)]));
}

function isNothing(value: unknown): boolean {
  return value == null || (isShown(value) && Object.values(value).every(isNothing)) || isEmpty(value);
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isShown(value: unknown): value is Shown {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasSome(value: unknown): value is Shown[] {
  return Array.isArray(value) && value.length > 0;
}
