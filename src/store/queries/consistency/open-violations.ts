import type { OpenQuestion, OpenViolations } from '../../../core/record.js';
import type { ViolationKind } from '../../../core/violation.js';

/** What is open against entities and sources, as `record_beside_2` (migration 0051) counts it for every answer about the world. */

/** What the database answers. */
export interface OpenCounted {
  ofEntities: Partial<Record<ViolationKind, number>> | null;
  unacknowledged: number;
  bySource: Record<string, number> | null;
  questions: OpenQuestion[] | null;
  lastRunAgeS: number | null;
}

/** Where nothing was asked about. */
const NONE: OpenCounted = { ofEntities: null, unacknowledged: 0, bySource: null, questions: null, lastRunAgeS: null };

export function toOpenViolations(counted: OpenCounted | null): OpenViolations {
  const { ofEntities, unacknowledged, bySource, questions, lastRunAgeS } = counted ?? NONE;
  return {
    ofEntities: ofEntities ?? {},
    unacknowledged,
    isOfProject: false,
    bySource: new Map(Object.entries(bySource ?? {})),
    questions: questions ?? [],
    lastRunAgeS,
  };
}
