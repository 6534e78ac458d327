import type { RelationEnd } from './relation.js';
import type { LifeRule } from './relation-type.js';

/** live: over what a write touched, right after it. batch: by schedule or on demand. */
export const RUN_MODES = ['live', 'batch'] as const;
export type RunMode = (typeof RUN_MODES)[number];

/** What a run looks at. `write`: what one write or ingest touched. */
export const RUN_SCOPES = ['entity', 'era', 'full', 'write'] as const;
export type RunScope = (typeof RUN_SCOPES)[number];

export const RUN_STATUSES = ['queued', 'running', 'finished', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** A rule that could not be run; the others were. */
export interface RunError {
  rule: string;
  message: string;
}

/** A relation type that an entity has at one of its ends. */
export interface TypeEnd {
  type: string;
  end: RelationEnd;
}

/** What makes an entity of a type an orphan: that it has none of some relations, or no chain of one to a type. */
export interface OrphanRule {
  reason: string;
  entityType: string;
  lacks: readonly TypeEnd[];
  /** Relation type by whose chain it has to reach an entity of another type. */
  chain?: { type: string; to: string };
}

/** Where relations of a type take the place of one another, and where they do so for all time. */
export interface SlotType extends TypeEnd {
  /** The ends may change places. */
  isSymmetric: boolean;
  isOnce: boolean;
}

/** Ids of an era and the part of the axis that it takes; null is open. */
export interface EraBounds {
  id: string;
  from: number | null;
  until: number | null;
}

/** Which types tell of a life, of the time of an event, and need that an end exists. */
export interface LifeTypes {
  births: readonly string[];
  deaths: readonly string[];
  /** Types by which the existence of their `to` begins. */
  makings: readonly string[];
  /** Types by which an event gets its time, the first of them that is told. */
  datings: readonly string[];
  acts: readonly (TypeEnd & { rule: LifeRule; isEvent: boolean; eventEnd: RelationEnd })[];
}

/** A relation of a type whose chains may not close. */
export interface Edge {
  id: string;
  from: string;
  to: string;
}

/** What the sweeps have to know of the relation types of a project. */
export interface SweepPlan {
  slots: readonly SlotType[];
  counts: readonly (TypeEnd & { most: number })[];
  acyclic: readonly string[];
  lives: LifeTypes;
}

/** From which age on, in seconds, a look at everything is too old to rely on. */
export const STALE_S = 24 * 3600;

/** @param ageS seconds since everything was looked at; null: nothing ever did */
export function isStale(ageS: number | null): boolean {
  return ageS === null || ageS > STALE_S;
}
