import { type Calendar, isoCalendar } from './calendar.js';
import type { ClaimKind } from './claim.js';
import type { Role } from './role.js';
import type { ReasonCode } from './verdict.js';

/** What of a project's conflicts only warns. A policy lowers; it never raises. */
export interface Policy {
  /** A conflict with a claim of such a kind on either side warns. */
  warnKinds: readonly ClaimKind[];
  /** A conflict for such a reason warns. */
  warnCodes: readonly ReasonCode[];
}

/** Who may store a claim in spite of a conflict. */
export const FORCE_ROLES = ['writer', 'curator'] as const satisfies readonly Role[];
export type ForceRole = (typeof FORCE_ROLES)[number];

/** What a project can set. */
export interface Settings {
  policy: Policy;
  /** Least role of a key that may force an exception. */
  forceRole: ForceRole;
  /** Whether both parents of a child may be of one gender. */
  parentsMayShareGender: boolean;
  consistency: ConsistencySettings;
  detective: DetectiveSettings;
}

/** How the consistency engine looks at a project. */
export interface ConsistencySettings {
  /** Rules that no run goes by; what is open by them is closed. */
  disabledRules: readonly string[];
  /** What is told less surely than this clashes with nothing. */
  minConfidence: number;
  /** Open violations of a project from which on its answers say so. */
  manyViolations: number;
  /** IANA name of the zone in which the schedule of the server is meant. */
  timeZone: string;
}

/** How the detective reads the story of a project. */
export interface DetectiveSettings {
  /** Claims that were said so close together, one after the other in one scope, are of one conversation. 0: none are. */
  sessionWindowMinutes: number;
}

export const DEFAULT_DETECTIVE: DetectiveSettings = { sessionWindowMinutes: 15 };

export const DEFAULT_CONSISTENCY: ConsistencySettings = {
  disabledRules: [],
  minConfidence: 0,
  manyViolations: 100,
  timeZone: 'UTC',
};

export const DEFAULT_SETTINGS: Settings = {
  policy: { warnKinds: [], warnCodes: [] },
  forceRole: 'writer',
  parentsMayShareGender: false,
  consistency: DEFAULT_CONSISTENCY,
  detective: DEFAULT_DETECTIVE,
};

/** What a project has set for itself. Immutable; `version` comes back with every candidate read. */
export interface ProjectContext extends Settings {
  version: number;
  calendar: Calendar;
  /** Whether dates that were read by the calendar are stored: then it can only be extended any more. */
  isDated: boolean;
}

/** Of a project that has set nothing. */
export const DEFAULT_CONTEXT: ProjectContext = {
  version: 0,
  calendar: isoCalendar,
  isDated: false,
  ...DEFAULT_SETTINGS,
};
