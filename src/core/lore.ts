import type { Period } from './period.js';

/** Types of entities that every project has; its templates declare more. */
export const ENTITY_TYPES = [
  ...['Person', 'Faction', 'Lineage', 'Location', 'Region', 'Kingdom', 'Event', 'Era', 'Item', 'Creature', 'Culture'],
  ...['Deity', 'MagicSystem', 'Spell', 'Language', 'Title', 'Setting', 'Plane', 'LoreSource'],
] as const;

/** A thing of the world. Its identity and names are those of now: only relations have versions. */
export interface Entity {
  id: string;
  /** One of ENTITY_TYPES, or a type that a template declares. */
  type: string;
  name: string;
  aliases: readonly string[];
  /** Whether a document or a curator vouches for it; false: provisional. */
  loreVerified: boolean;
  /** What is told of it beside relations. */
  properties: Readonly<Record<string, unknown>>;
  /** The entity that it turned out to be. */
  mergedInto: string | null;
  /** ISO 8601 with microseconds. */
  createdAt: string;
  who: string;
}

/** An entity as answers name it. */
export type EntityRef = Pick<Entity, 'id' | 'name' | 'type' | 'loreVerified'>;

export function entityRef({ id, name, type, loreVerified }: EntityRef): EntityRef {
  return { id, name, type, loreVerified };
}

/**
 * superseded: another took its place. retracted: a curator took it back. withdrawn: its document no longer says it; only
 * then may the document say it again.
 */
export const RELATION_STATUSES = ['active', 'superseded', 'retracted', 'withdrawn', 'erased'] as const;
export type RelationStatus = (typeof RELATION_STATUSES)[number];

/** Where a relation is said. */
export interface Citation {
  sourceId: string | null;
  documentId: string | null;
  chunkId: string | null;
  /** Offsets into the text of the chunk in UTF-16 code units, end exclusive. */
  span: { start: number; end: number } | null;
}

/** The other end of a relation: an entity, or the literal value of an attribute. */
export type Target = { toId: string; value: null } | { toId: null; value: string };

/** What a relation says, and who says it: all that a new one needs. */
export type NewRelation = Target & {
  id: string;
  type: string;
  fromId: string;
  /** As they were written; null is open. */
  validFrom: string | null;
  validUntil: string | null;
  /** When it holds; of an attribute that is a date, that date. */
  period: Period;
  /** How surely it was read, above 0 and up to 1. */
  extraction: number;
  /** Said as a prophecy, or by a prophetic source. */
  prophetic: boolean;
  citation: Citation;
  /** What names it among all that its document says; null where no document says it. */
  saidKey: string | null;
  /** The claim that said it. */
  claimId: string | null;
  supersedes: readonly string[];
  properties: Readonly<Record<string, unknown>>;
  guarded: boolean;
  who: string;
  keyId: string | null;
};

/** One version of a stored relation. */
export type StoredRelation = NewRelation & {
  status: RelationStatus;
  isDisputed: boolean;
  disputedWith: readonly string[];
  supersededBy: string | null;
  /** System time, ISO 8601 with microseconds; null while it is believed. */
  systemFrom: string;
  systemUntil: string | null;
};
