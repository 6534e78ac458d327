import type { WriteRequest } from '../core/claim.js';
import type { ProjectContext } from '../core/context.js';
import type { Decision, Resolution } from '../core/decision.js';
import { Problem } from '../core/errors.js';
import { mayDo, type Role } from '../core/role.js';
import { resolutions } from '../guard/pipeline.js';

/**
 * A project may keep exceptions for its curators.
 * @throws Problem `forbidden`
 */
export function requireForceRole(
  { forceRole }: ProjectContext,
  { forceException, role }: Pick<WriteRequest, 'forceException' | 'role'>,
): void {
  if (!forceException || mayDo(role, forceRole)) return;
  throw new Problem('forbidden', `force_exception needs the role ${forceRole} in this project; this key is a ${role}.`);
}

/** The ways out of a refusal that this writer may take: forcing, or changing canon, is none where it is kept for others. */
export function waysOut(
  { forceRole, calendar }: ProjectContext,
  request: WriteRequest,
  decision: Decision,
): Resolution[] {
  const needed: Partial<Record<Resolution['action'], Role>> = { force_exception: forceRole, retcon: 'curator' };
  return resolutions(request, decision, (tick) => calendar.at(tick).canonical).filter(({ action }) =>
    mayDo(request.role, needed[action] ?? 'writer'),
  );
}
