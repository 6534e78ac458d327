import type { OpenViolations } from '../../core/record.js';
import type { ViolationKind } from '../../core/violation.js';

/** What is open against entities and sources, as `record_beside` (migration 0036) counts it for every answer about the world. */

/** What the database answers. */
export interface OpenCounted {
  ofEntities: Partial<Record<ViolationKind, number>> | null;
  bySource: Record<string, number> | null;
  lastRunAgeS: number | null;
}

export function toOpenViolations({ ofEntities, bySource, lastRunAgeS }: OpenCounted): OpenViolations {
  return {
    ofEntities: ofEntities ?? {},
    bySource: new Map(Object.entries(bySource ?? {})),
    lastRunAgeS,
  };
}
