import type { FrameToken } from '../../../core/norm.js';

/** What two loosely aligned clauses disagree in; null where only their directions do. */
export interface Doubt {
  stored: FrameToken | null;
  incoming: FrameToken | null;
}
