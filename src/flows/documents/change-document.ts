import { Problem } from '../../core/errors.js';
import type { NewRelation } from '../../core/lore.js';
import type { RelationTypes } from '../../core/relation-type.js';
import type { Tenant } from '../../core/scope.js';
import { relationKeys } from '../../lore/relation-keys.js';
import { listSaid, type SaidBefore } from '../../store/queries/documents/documents.js';
import { changeRelations, type LockKey, type RelationRevision } from '../../store/queries/lore/change-relations.js';
import { getEntities } from '../../store/queries/lore/entities.js';
import type { Author } from '../../store/queries/lore/put-entities.js';
import type { Db } from '../../store/tenant.js';
import { chunksOf } from '../in-turns.js';
import { type Ending, endingOf, NOTHING_ENDS, withEnding } from '../lore/ending.js';

import { aboutOf, type Draft, type Drafted } from './draft-document.js';
import type { StoringDeps } from './lore-deps.js';

/** Who stores, as the record names it. */
export interface Run {
  tenant: Tenant;
  author: Author;
  runId: string;
  /** Whether what is new waits to be compared: by who stores it, else by a job. */
  isCompared: boolean;
  /** Told how many relations were stored. */
  onStored?: ((count: number) => void) | undefined;
}

/** The same while a connection is held: what else would take a second one is known before. */
export interface HeldRun extends Run {
  /** When the run began, ISO 8601. */
  beganAt: string;
  types: RelationTypes;
}

/** What changing what a document says came to. */
export interface Changed {
  /** Ids of the relations that are new. */
  relationIds: string[];
  withdrawn: number;
  /** Ids of those that are withdrawn. */
  goneIds: string[];
  /** Ids of relations that were in a violation with what is withdrawn, and may be in another one now. */
  freed: string[];
  relations: number;
}

/** Relations that one statement stores. */
const CHUNK = 1000;
const TRIES_MAX = 5;

/** Brings what a document said to what it says now. */
export class Change {
  readonly #deps: StoringDeps;
  readonly #db: Db;
  readonly #run: HeldRun;
  readonly #documentId: string;

  constructor(deps: StoringDeps, db: Db, run: HeldRun, documentId: string) {
    this.#deps = deps;
    this.#db = db;
    this.#run = run;
    this.#documentId = documentId;
  }

  /** @param isAll whether what the draft lacks is no longer said */
  async to(draft: Draft, isAll: boolean): Promise<Changed> {
    const { goneIds, freed, before } = await this.#withdraw(draft, isAll);
    const withdrawn = goneIds.length;
    const fresh = [...draft].filter(([key]) => !before.has(key)).map(([, one]) => one);
    const relationIds: string[] = [];
    for (const some of chunksOf(fresh, CHUNK)) {
      relationIds.push(...(await this.#insert(some)));
      this.#run.onStored?.(some.length);
    }
    await this.#record({ stored: relationIds.length, withdrawn });
    return { relationIds, withdrawn, goneIds, freed, relations: draft.size };
  }

  /** An entity that turned out to be another one meanwhile gives way to that. */
  async #insert(fresh: readonly Drafted[]): Promise<string[]> {
    let some = fresh;
    for (let turn = 1; turn <= TRIES_MAX; turn++) {
      const outcome = await this.#change({
        keys: some.flatMap(({ keys }) => keys),
        insert: some.map(({ relation }) => ({ relation })),
        recheck: this.#run.isCompared ? some.map(({ relation }) => relation.id) : [],
      });
      if (outcome !== null) return outcome;
      some = await this.#afterMerges(some);
    }
    throw new Problem('unavailable', 'Other writes kept merging what this document names; send it again.');
  }

  async #afterMerges(some: readonly Drafted[]): Promise<Drafted[]> {
    const { types } = this.#run;
    const ends = some.flatMap(({ relation: { fromId, toId } }) => (toId === null ? [fromId] : [fromId, toId]));
    const merged = new Map(
      (await getEntities(this.#db, this.#run.tenant, ends)).map(({ id, mergedInto }) => [id, mergedInto ?? id]),
    );
    return some.flatMap(({ relation, keys }) => {
      const moved = movedBetween(relation, (id) => merged.get(id) ?? id);
      const type = types.get(relation.type);
      if (moved.fromId === moved.toId) return [];
      return [{ relation: moved, keys: type === undefined ? keys : relationKeys(type, moved.fromId, moved.toId) }];
    });
  }

  /**
   * What it no longer says is withdrawn; what it says in another passage by now is cited there. Answers what is
   * withdrawn, what that frees, and what the document said before.
   */
  async #withdraw(
    draft: Draft,
    isAll: boolean,
  ): Promise<{ goneIds: string[]; freed: string[]; before: Map<string, SaidBefore> }> {
    const about = new Set([...draft.keys()].map(aboutOf));
    for (let turn = 1; turn <= TRIES_MAX; turn++) {
      const before = await listSaid(this.#db, this.#run.tenant, this.#documentId);
      const revise = [...before].flatMap(([key, said]) =>
        isAll || about.has(aboutOf(key)) ? revisionOf(said, draft.get(key)?.relation) : [],
      );
      const gone = revise.filter(({ status }) => status === 'withdrawn').map(({ id }) => id);
      const ending = await this.#endingOf(gone);
      const change = { ...ending, keys: [], revise: withEnding(revise, ending) };
      const outcome = revise.length === 0 ? [] : await this.#change(change);
      if (outcome !== null) return { goneIds: gone, freed: ending.recheck, before };
    }
    throw new Problem('unavailable', 'Other writes kept changing what this document says; send it again.');
  }

  async #endingOf(gone: readonly string[]): Promise<Ending> {
    if (gone.length === 0) return NOTHING_ENDS;
    return endingOf(this.#db, this.#run.tenant, this.#run.types, { relations: gone });
  }

  async #change(
    change: Partial<Ending> & { keys: readonly string[]; insert?: { relation: NewRelation }[] },
  ): Promise<string[] | null> {
    const keys = [...new Set(change.keys)].map((key): LockKey => ({ key, seen: null }));
    const outcome = await changeRelations(this.#db, { ...change, tenant: this.#run.tenant, keys, isSwept: true });
    return outcome.outcome === 'stored' ? outcome.stored : null;
  }

  async #record(counts: { stored: number; withdrawn: number }): Promise<void> {
    const { author, runId, tenant } = this.#run;
    const detail = { run_id: runId, ...counts };
    const action = { id: this.#deps.ids.next(), action: 'ingest', nodeId: this.#documentId, reason: null, detail };
    await changeRelations(this.#db, { tenant, keys: [], record: [{ ...action, ...author }] });
  }
}

/** The relation between what its ends turned out to be. */
function movedBetween(relation: NewRelation, into: (id: string) => string): NewRelation {
  const { toId } = relation;
  const fromId = into(relation.fromId);
  return toId === null ? { ...relation, fromId } : { ...relation, fromId, toId: into(toId), value: null };
}

function revisionOf({ id, systemFrom, chunkId }: SaidBefore, now: NewRelation | undefined): RelationRevision[] {
  if (now === undefined) return [{ id, seen: systemFrom, status: 'withdrawn', disputedWith: [] }];
  const { chunkId: next, span } = now.citation;
  if (next === null || span === null || next === chunkId) return [];
  return [{ id, seen: systemFrom, passage: { chunkId: next, ...span } }];
}
