import type { StoredRelation } from './lore.js';
import type { LoreSource } from './source.js';
import type { ViolationKind } from './violation.js';

/** What an answer to a question about the world is made of: what is recorded, and of whom. */

/** One version of a relation, as an answer weighs and shows it. */
export type RecordedRelation = Omit<StoredRelation, 'properties' | 'saidKey' | 'guarded' | 'keyId'>;

/** What an answer says of an entity. */
export interface RecordedEntity {
  id: string;
  name: string;
  type: string;
  loreVerified: boolean;
}

/** How many violations are open, by their kind. */
export type OpenCounts = Partial<Record<ViolationKind, number>>;

/** A question that is open, by the finding that asks it. */
export interface OpenQuestion {
  id: string;
  question: string;
}

/** What is open against whom: of the entities that a question names, and of what sources say in the answer. */
export interface OpenViolations {
  ofEntities: OpenCounts;
  /** Of the entities too: those that no curator acknowledged, orphans not counted. */
  unacknowledged: number;
  /** Whether nothing was named, so that this counts what is open in the project. */
  isOfProject: boolean;
  /** Open contradictions that what the source says here is a side of, by its id. */
  bySource: ReadonlyMap<string, number>;
  /** What the detective asks about claims that said what the answer rests on, and nobody has answered. */
  questions: readonly OpenQuestion[];
  /** Seconds since the consistency engine looked at the whole project; null: it never did. */
  lastRunAgeS: number | null;
}

/** Where in its document a passage stands. */
export interface PassagePlace {
  heading: string | null;
  /** The line on which it begins, from 1; null of one that was stored before that was kept. */
  line: number | null;
}

/** Everything that one answer needs, read by one statement. */
export interface LoreRecord {
  /** What was asked for, in the order of the statement; with it what no longer stands, by its `status`. */
  facts: readonly RecordedRelation[];
  /** What tells when those exist whom the facts are about, and when events took place. */
  lives: readonly RecordedRelation[];
  /** What disputes the facts, what they replaced, and what became of them since, as it stands now. */
  others: readonly RecordedRelation[];
  /** By every id that a relation names; one that was merged is shown as what it turned out to be. */
  entities: ReadonlyMap<string, RecordedEntity>;
  sources: ReadonlyMap<string, LoreSource>;
  /** Documents that say something, by id: their paths. */
  paths: ReadonlyMap<string, string>;
  /** Passages that say something, by id: where in their documents they stand. */
  passages: ReadonlyMap<string, PassagePlace>;
  open: OpenViolations;
}

/** What whoever passes an answer on has to say with it. */
export const CAVEAT_CODES = [
  ...(['low_confidence', 'disputed', 'provisional', 'prophetic', 'unreliable_source'] as const),
  ...(['orphan', 'many_violations', 'stale_run', 'open_question'] as const),
] as const;
export type CaveatCode = (typeof CAVEAT_CODES)[number];

export interface Caveat {
  code: CaveatCode;
  /** The same in words. */
  sentence: string;
  /** Of the relations, entities or sources that it is about. */
  ids: readonly string[];
  /** Of `stale_run` and `many_violations`: seconds since everything was looked at; null: nothing ever did. */
  ageSeconds?: number | null;
  /** Of these two: how many violations are open that no curator acknowledged, orphans not counted. */
  open?: number;
}

/** What the record says of whether something existed at a time. */
export const LIFE_STATUSES = ['alive', 'dead', 'not_yet', 'between_lives', 'unknown'] as const;
export type LifeStatus = (typeof LIFE_STATUSES)[number];

/** By what somebody in a world may know of something, the surest first. */
export const WAYS_TO_KNOW = ['own', 'took_part', 'witnessed', 'present', 'told'] as const;
export type WayToKnow = (typeof WAYS_TO_KNOW)[number];
