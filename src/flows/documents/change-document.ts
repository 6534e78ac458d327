import { Problem } from '../../core/errors.js';
import type { NewRelation } from '../../core/lore.js';
import type { Tenant } from '../../core/scope.js';
import { pairKey } from '../../core/violation.js';
import {
  changeRelations,
  type LockKey,
  type RelationRevision,
  type SettledViolation,
} from '../../store/queries/change-relations.js';
import { listSaid, type SaidBefore } from '../../store/queries/documents.js';
import type { Author } from '../../store/queries/put-entities.js';
import { getRelations } from '../../store/queries/relations.js';
import { openContradictionsOf } from '../../store/queries/violations.js';
import type { Db } from '../../store/tenant.js';
import { aboutOf, type Draft } from './draft-document.js';
import type { LoreDeps } from './lore-deps.js';

/** Who stores, as the record names it. */
export interface Run {
  tenant: Tenant;
  author: Author;
  runId: string;
  /** Told how many relations were stored. */
  onStored?: ((count: number) => void) | undefined;
}

/** What changing what a document says came to. */
export interface Changed {
  /** Ids of the relations that are new. */
  relationIds: string[];
  withdrawn: number;
  relations: number;
}

/** Relations that one statement stores. */
const CHUNK = 1000;
const TRIES_MAX = 5;

/** Brings what a document said to what it says now. */
export class Change {
  readonly #deps: LoreDeps;
  readonly #db: Db;
  readonly #run: Run;
  readonly #documentId: string;

  constructor(deps: LoreDeps, db: Db, run: Run, documentId: string) {
    this.#deps = deps;
    this.#db = db;
    this.#run = run;
    this.#documentId = documentId;
  }

  /** @param isAll whether what the draft lacks is no longer said */
  async to(draft: Draft, isAll: boolean): Promise<Changed> {
    const { withdrawn, before } = await this.#withdraw(draft, isAll);
    const fresh = [...draft].filter(([key]) => !before.has(key)).map(([, one]) => one);
    const relationIds: string[] = [];
    for (let at = 0; at < fresh.length; at += CHUNK) {
      const some = fresh.slice(at, at + CHUNK);
      const outcome = await this.#change({
        keys: some.flatMap(({ keys }) => keys),
        insert: some.map(({ relation }) => ({ relation })),
      });
      relationIds.push(...(outcome ?? []));
      this.#run.onStored?.(some.length);
    }
    await this.#record({ stored: relationIds.length, withdrawn });
    return { relationIds, withdrawn, relations: draft.size };
  }

  /**
   * What it no longer says is withdrawn; what it says in another passage by now is cited there. Answers how much is
   * withdrawn, and what the document said before that.
   */
  async #withdraw(draft: Draft, isAll: boolean): Promise<{ withdrawn: number; before: Map<string, SaidBefore> }> {
    const about = new Set([...draft.keys()].map(aboutOf));
    for (let turn = 1; turn <= TRIES_MAX; turn++) {
      const before = await listSaid(this.#db, this.#run.tenant, this.#documentId);
      const revise = [...before].flatMap(([key, said]) =>
        isAll || about.has(aboutOf(key)) ? revisionOf(said, draft.get(key)?.relation) : [],
      );
      const gone = revise.filter(({ status }) => status === 'withdrawn').map(({ id }) => id);
      const over = await disputesOver(this.#db, this.#run.tenant, gone);
      const change = { keys: [], revise: [...revise, ...over.revise], settle: over.settle };
      const outcome = revise.length === 0 ? [] : await this.#change(change);
      if (outcome !== null) return { withdrawn: gone.length, before };
    }
    throw new Problem('unavailable', 'Other writes kept changing what this document says; send it again.');
  }

  async #change(change: {
    keys: readonly string[];
    insert?: { relation: NewRelation }[];
    revise?: RelationRevision[];
    settle?: SettledViolation[];
  }): Promise<string[] | null> {
    const keys = [...new Set(change.keys)].map((key): LockKey => ({ key, seen: null }));
    const outcome = await changeRelations(this.#db, { ...change, tenant: this.#run.tenant, keys });
    return outcome.outcome === 'stored' ? outcome.stored : null;
  }

  async #record(counts: { stored: number; withdrawn: number }): Promise<void> {
    const { author, runId, tenant } = this.#run;
    const detail = { run_id: runId, ...counts };
    const action = { id: this.#deps.ids.next(), action: 'ingest', nodeId: this.#documentId, reason: null, detail };
    await changeRelations(this.#db, { tenant, keys: [], record: [{ ...action, ...author }] });
  }
}

function revisionOf({ id, systemFrom, chunkId }: SaidBefore, now: NewRelation | undefined): RelationRevision[] {
  if (now === undefined) return [{ id, seen: systemFrom, status: 'withdrawn', disputedWith: [] }];
  const { chunkId: next, span } = now.citation;
  if (next === null || span === null || next === chunkId) return [];
  return [{ id, seen: systemFrom, passage: { chunkId: next, ...span } }];
}

/** What was disputed with relations that are said no longer is disputed with them no longer, and that is over. */
async function disputesOver(
  db: Db,
  tenant: Tenant,
  gone: readonly string[],
): Promise<{ revise: RelationRevision[]; settle: SettledViolation[] }> {
  const pairs = (await getRelations(db, tenant, gone)).flatMap(({ id, disputedWith }) =>
    disputedWith.map((other) => ({ other, pair: pairKey(id, other) })),
  );
  if (pairs.length === 0) return { revise: [], settle: [] };
  const left = new Set(pairs.map(({ other }) => other).filter((id) => !gone.includes(id)));
  const others = await getRelations(db, tenant, [...left]);
  const violations = await openContradictionsOf(
    db,
    tenant,
    pairs.map(({ pair }) => pair),
  );
  return {
    revise: others.map(({ id, systemFrom, disputedWith }) => ({
      ...{ id, seen: systemFrom },
      disputedWith: disputedWith.filter((other) => !gone.includes(other)),
    })),
    settle: violations.map((id) => ({ id, status: 'resolved', resolution: 'gone' })),
  };
}
