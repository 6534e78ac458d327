import { Problem } from '../../core/errors.js';
import type { Fact } from '../../core/fact.js';
import { ALWAYS } from '../../core/period.js';
import { lockKeys, recallKeys } from '../../guard/pipeline.js';
import type { FactToStore } from '../../store/queries/claims/fact-rows.js';
import { findFacts } from '../../store/queries/claims/facts.js';
import { storeFacts } from '../../store/queries/claims/store-facts.js';
import {
  type DocumentClaim,
  listDocumentClaims,
  putDocumentClaims,
  type StandingClaim,
} from '../../store/queries/documents/document-claims.js';
import { type ClaimRevision, changeRelations } from '../../store/queries/lore/change-relations.js';
import type { Db } from '../../store/tenant.js';
import { chunksOf, inTurns } from '../in-turns.js';
import { endingOf } from '../lore/ending.js';
import { naturalKey } from '../read-fact.js';
import { wordsOfClaim } from '../search-text.js';
import { Turns } from '../turns.js';
import type { HeldRun } from './change-document.js';
import type { StoringDeps } from './lore-deps.js';
import { type ClaimResult, type PlannedClaim, planClaims } from './plan-claims.js';
import type { ToldClaim } from './told-claims.js';

/** The claims of a document, and which of them may block. */
export interface ClaimsToKeep {
  documentId: string;
  /** Of the source that the document is of. */
  sourceId: string;
  path: string;
  told: readonly ToldClaim[];
  /** Whether nothing is to be refused for any of them. */
  isAdvisory: boolean;
}

/** What became of a claim of a document. */
export interface KeptClaim {
  claimId: string;
  result: ClaimResult;
}

export interface KeptClaims {
  /** By the keys of the claims. */
  outcomes: ReadonlyMap<string, KeptClaim>;
  /** Ids of the claims that are to be compared. */
  changed: string[];
  removed: number;
}

/** Claims that one statement stores. */
const CHUNK = 250;
const TRIES_MAX = 5;

/**
 * Makes the claims that a document tells now all that it tells: new ones are stored without being refused, one that follows
 * another takes its place, those that it says no longer are closed. May be done again after any failure.
 * @throws Problem `unavailable` when other writes kept changing them
 */
export async function keepClaims(deps: StoringDeps, db: Db, run: HeldRun, keep: ClaimsToKeep): Promise<KeptClaims> {
  const keeper = new Keeper(deps, db, run, keep);
  for (let turn = 1; turn <= TRIES_MAX; turn++) {
    if (await keeper.attempt()) return keeper.kept();
    await keeper.find();
  }
  throw new Problem('unavailable', 'Other writes kept changing the claims of this document; send it again.');
}

class Keeper {
  readonly #deps: StoringDeps;
  readonly #db: Db;
  readonly #run: HeldRun;
  readonly #keep: ClaimsToKeep;
  readonly #outcomes = new Map<string, KeptClaim>();
  readonly #changed = new Set<string>();
  #removed = 0;

  constructor(deps: StoringDeps, db: Db, run: HeldRun, keep: ClaimsToKeep) {
    this.#deps = deps;
    this.#db = db;
    this.#run = run;
    this.#keep = keep;
  }

  kept(): KeptClaims {
    return { outcomes: this.#outcomes, changed: [...this.#changed], removed: this.#removed };
  }

  /** False when another write was in the way: what is done is found done when it is planned again. */
  async attempt(): Promise<boolean> {
    const { documentId, told, isAdvisory } = this.#keep;
    const before = await listDocumentClaims(this.#db, this.#run.tenant, documentId);
    const plan = planClaims(before, told, ({ isExplicit }) => isAdvisory || !isExplicit);
    const isDone = await this.#store(plan.claims);
    const replaced = plan.claims.flatMap(({ told: { key }, follows }) => {
      const by = this.#outcomes.get(key)?.claimId;
      return follows === null || by === undefined ? [] : [{ old: follows, by }];
    });
    const gone = [...replaced, ...plan.removed.map((old) => ({ old, by: null }))];
    return (await this.#close(gone)) && isDone;
  }

  /** Finds claims that were stored, by another request or before a failure, but not put on record as those of the document. */
  async find(): Promise<void> {
    const { documentId, told } = this.#keep;
    const known = new Set((await listDocumentClaims(this.#db, this.#run.tenant, documentId)).map(({ key }) => key));
    for (const some of chunksOf(
      told.filter(({ key }) => !known.has(key)),
      CHUNK,
    )) {
      const names = some.map(({ key }) => this.#nameOf(key));
      const facts = await findFacts(this.#db, this.#run.tenant, names);
      const found = some.flatMap((one, at) => {
        const claimId = facts.get(names[at] ?? '')?.id;
        return claimId === undefined ? [] : [saidBy(one, claimId)];
      });
      await this.#place(found);
    }
  }

  #nameOf(key: string): string {
    return naturalKey(JSON.stringify(['document', this.#keep.path, key]));
  }

  async #store(claims: readonly PlannedClaim[]): Promise<boolean> {
    const turns = new Turns(this.#deps.clock);
    let isDone = true;
    for (const some of chunksOf(claims, CHUNK)) {
      const drafts = await inTurns(turns, some.filter(isToStore), (one) => ({ one, fact: this.#draft(one) }));
      const rows = drafts.map(({ fact }) => fact);
      const { tenant, runId, beganAt, author } = this.#run;
      const done = await storeFacts(this.#db, tenant, { runId, beganAt, keyId: author.keyId }, rows);
      for (const { one, fact } of drafts) {
        if (!done.has(fact.id)) isDone = false;
        else this.#tell(one, fact.id);
      }
      for (const one of some) if (!isToStore(one) && one.standing !== null) this.#tell(one, one.standing.claimId);
      await this.#place(some.flatMap((one) => this.#placed(one)));
    }
    return isDone;
  }

  /** Of several attempts the first that stored it says what became of it. */
  #tell({ told: { key }, result }: PlannedClaim, claimId: string): void {
    if (!this.#outcomes.has(key)) this.#outcomes.set(key, { claimId, result });
    if (result !== 'unchanged' && result !== 'closed' && result !== 'erased') this.#changed.add(claimId);
  }

  #draft({ told, standing, follows, isAdvisory }: PlannedClaim): FactToStore {
    const { statement, kind, reason, source, reading, scope } = told;
    const { path } = this.#keep;
    const fact: Fact = {
      ...{ statement, kind, reason, source, who: path.slice(0, WHO_MAX), key: null, scope },
      ...{ validFrom: null, validUntil: null, entity: null, tags: [], saidAt: null },
    };
    return {
      ...{ id: standing?.claimId ?? this.#deps.ids.next(), seen: standing?.systemFrom ?? null },
      ...{ naturalKey: this.#nameOf(told.key), actionId: this.#deps.ids.next() },
      ...{ fact, reading, period: ALWAYS, lockKeys: lockKeys(reading), recallKeys: recallKeys(reading) },
      words: wordsOfClaim(fact, this.#deps.lexicon),
      ...{ isAdvisory, supersedes: follows === null ? [] : [follows.claimId] },
      sourceId: this.#keep.sourceId,
    };
  }

  /** Where it is said. Of what somebody closed or had erased nothing is to be known anew. */
  #placed({ told, result, standing }: PlannedClaim): (DocumentClaim & { source: string })[] {
    const claimId = this.#outcomes.get(told.key)?.claimId;
    if (claimId === undefined || result === 'erased' || (result === 'closed' && standing?.key !== told.key)) return [];
    return [saidBy(told, claimId)];
  }

  #place(claims: readonly (DocumentClaim & { source: string })[]): Promise<void> {
    return putDocumentClaims(this.#db, this.#run.tenant, this.#keep, claims);
  }

  /** Closes claims as revised: it was never to be said so. A claim without a successor is cancelled. */
  async #close(gone: readonly { old: StandingClaim; by: string | null }[]): Promise<boolean> {
    if (gone.length === 0) return true;
    const { tenant, types } = this.#run;
    for (const some of chunksOf(gone, CHUNK)) {
      const over = some.map(({ old }) => old.claimId);
      const { claims, ...ending } = await endingOf(this.#db, tenant, types, { claims: over });
      const record = some.map(({ old }) => this.#record(old));
      const closing = { ...ending, keys: [], claims: [...some.map(revisionOf), ...claims], record };
      const { outcome } = await changeRelations(this.#db, { tenant, ...closing });
      if (outcome !== 'stored') return false;
      this.#removed += some.filter(({ by }) => by === null).length;
      await this.#place(some.map(({ old }) => ({ ...old, source: old.source ?? '', isSaid: false })));
    }
    return true;
  }

  #record({ claimId }: StandingClaim) {
    const { author, runId } = this.#run;
    const detail = { run_id: runId, document_id: this.#keep.documentId };
    const reason = 'Its document says so no longer.';
    return { id: this.#deps.ids.next(), action: 'ingest', nodeId: null, claimId, reason, detail, ...author };
  }
}

/** Longest name of who says something. */
const WHO_MAX = 200;

function saidBy(
  { key, headingKey, textKey, sentence: { line, start: starts, end: ends }, source }: ToldClaim,
  claimId: string,
): DocumentClaim & { source: string } {
  return { key, headingKey, textKey, claimId, isSaid: true, line, starts, ends, source };
}

function isToStore({ result }: PlannedClaim): boolean {
  return result === 'stored' || result === 'followed' || result === 'returned' || result === 'updated';
}

function revisionOf({ old, by }: { old: StandingClaim; by: string | null }): ClaimRevision {
  const closed = { id: old.claimId, seen: old.systemFrom, disputedWith: [] };
  return by === null ? { ...closed, status: 'cancelled' } : { ...closed, status: 'superseded', supersededBy: by };
}
