import type { ProjectContext } from '../../core/context.js';
import type { ToolAnswer } from '../define.js';

/** The settings in force, with their version as ETag. */
export function presentSettings(context: ProjectContext): ToolAnswer {
  const { version, policy, forceRole, parentsMayShareGender, consistency, detective } = context;
  return {
    status: 200,
    headers: { etag: `"${version}"` },
    body: { version, policy, forceRole, parentsMayShareGender, consistency, detective },
  };
}
