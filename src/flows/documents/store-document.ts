import { createHash } from 'node:crypto';
import type { Passage, TextSpan } from '../../core/document.js';
import { Problem } from '../../core/errors.js';
import type { NewRelation } from '../../core/lore.js';
import { nameKey } from '../../core/name.js';
import type { Tenant } from '../../core/scope.js';
import type { LoreSource } from '../../core/source.js';
import { pairKey } from '../../core/violation.js';
import { countPassageWords, passageStems } from '../../lore/ingest/words.js';
import { relationKeys } from '../../lore/relation-keys.js';
import {
  changeRelations,
  type LockKey,
  type RelationRevision,
  type SettledViolation,
} from '../../store/queries/change-relations.js';
import { storeChunks } from '../../store/queries/chunks.js';
import {
  beginDocument,
  endDocument,
  forgetDeclarations,
  listSaid,
  putDeclarations,
  type SaidBefore,
} from '../../store/queries/documents.js';
import { type Author, type NameToPut, putNames } from '../../store/queries/put-entities.js';
import { getRelations } from '../../store/queries/relations.js';
import { putSources } from '../../store/queries/sources.js';
import { openContradictionsOf } from '../../store/queries/violations.js';
import type { Db } from '../../store/tenant.js';
import { addSource } from '../lore/sources.js';
import type { LoreDeps } from './lore-deps.js';
import type { DatedRelation, ReadLore } from './read-lore.js';

/** A document that is to be stored, with the entities that its names mean; null where prose names nothing known. */
export interface DocumentToStore {
  path: string;
  format: string;
  /** Of all that it says; null where it adds to what it said before, rather than replacing it. */
  hash: string | null;
  lore: ReadLore;
  entityIds: readonly (string | null)[];
}

/** What storing a document changed. */
export interface StoredDocument {
  documentId: string;
  /** Ids of the relations that are new. */
  relationIds: string[];
  withdrawn: number;
  relations: number;
  passages: number;
}

interface Run {
  tenant: Tenant;
  author: Author;
  runId: string;
  /** Told how many relations were stored. */
  onStored?: ((count: number) => void) | undefined;
}

/** Relations that one statement stores. */
const CHUNK = 1000;
const TRIES_MAX = 5;

/**
 * Makes what a document says now all that it says: new relations are stored, those that it no longer says are withdrawn,
 * the others stay as they are. Of one that adds to what it said, a relation only gives way to another content of it. May be done again after any failure: the document counts as unfinished until the end.
 * @throws Problem `unavailable` when other writes kept changing what it said, `source_differs`
 */
export async function storeDocument(deps: LoreDeps, run: Run, document: DocumentToStore): Promise<StoredDocument> {
  const { tenant, author } = run;
  const { path, format, hash, lore } = document;
  const source = await putSource(deps, run, document);
  return deps.store.tenant(tenant.orgId, async (db) => {
    const title = lore.title ?? path;
    const begun = { id: deps.ids.next(), path, sourceId: source.id, title, format, who: author.who };
    const documentId = await beginDocument(db, tenant, begun);
    const names = await putWhatItTells(db, tenant, documentId, document);
    const chunkIds = hash === null ? [] : await storePassages(deps, db, run, documentId, lore.passages);
    const draft = draftOf(deps, run, document, { source, documentId, chunkIds });
    const changed = await new Change(deps, db, run, documentId).to(draft, hash !== null);
    if (hash !== null) {
      await forgetDeclarations(db, tenant, documentId, { names, entityIds: names.map(({ entityId }) => entityId) });
      await endDocument(db, tenant, documentId, hash);
    }
    return { documentId, ...changed, passages: lore.passages.length };
  });
}

/**
 * A document is a source of its own, or names one that others share; it may say how reliable that is.
 * @throws Problem `source_differs` when a prophetic source would become another one, or another one prophetic
 */
async function putSource(
  deps: LoreDeps,
  { tenant, author }: Run,
  { path, lore }: DocumentToStore,
): Promise<LoreSource> {
  const { reliability, sourceTitle } = lore;
  const uri = lore.source ?? path;
  if (reliability !== null) {
    const told = { uri, title: sourceTitle, kind: reliability, reason: null };
    return (await addSource(deps, tenant, author, told)).source;
  }
  const wanted = { id: deps.ids.next(), uri, title: sourceTitle ?? uri, kind: 'canonical' } as const;
  const known = await deps.store.tenant(tenant.orgId, (db) => putSources(db, tenant, author, [wanted]));
  return known.get(uri) ?? wanted;
}

interface Told extends NameToPut {
  key: string;
}

async function putWhatItTells(
  db: Db,
  tenant: Tenant,
  documentId: string,
  { lore: { entities }, entityIds }: DocumentToStore,
): Promise<Told[]> {
  const declared = entities.flatMap((entity, index) => {
    const id = entityIds[index];
    return entity.isDeclared && typeof id === 'string' ? [{ id, ...entity }] : [];
  });
  const names = declared.flatMap(({ id, name, aliases }) => [
    { entityId: id, name, key: nameKey(name), kind: 'name' as const },
    ...aliases.map((alias) => ({ entityId: id, name: alias, key: nameKey(alias), kind: 'alias' as const })),
  ]);
  await putNames(db, tenant, documentId, names);
  const said = declared.map(({ id, properties, description }) => ({
    id,
    properties: description === null ? properties : { ...properties, description },
  }));
  await putDeclarations(db, tenant, documentId, said);
  return names;
}

async function storePassages(
  { ids, lexicon }: LoreDeps,
  db: Db,
  { tenant }: Run,
  documentId: string,
  passages: readonly Passage[],
): Promise<string[]> {
  const stemsOf = (text: string) => passageStems(text, lexicon);
  const rows = passages.map(({ text, heading, start }, ordinal) => {
    const words = countPassageWords(text);
    return { id: ids.next(), ordinal, starts: start, heading, text, words, stems: stemsOf(text) };
  });
  return storeChunks(db, tenant, documentId, rows, stemsOf);
}

/** What a document says, as relations under their keys. */
type Draft = Map<string, { relation: NewRelation; keys: string[] }>;

interface Origin {
  source: LoreSource;
  documentId: string;
  chunkIds: readonly string[];
}

function draftOf(
  deps: LoreDeps,
  { author }: Run,
  { lore, entityIds }: DocumentToStore,
  { source, documentId, chunkIds }: Origin,
): Draft {
  const draft: Draft = new Map();
  for (const dated of lore.relations) {
    const ends = endsOf(dated, entityIds);
    if (ends === null) continue;
    const { fromId, toId } = ends;
    const saidKey = keyOf(dated, fromId, toId, source);
    if (draft.has(saidKey)) continue;
    const citation = { sourceId: source.id, documentId, ...cite(dated.span, lore.passages, chunkIds) };
    const { type, value, validFrom, validUntil, period, extraction, properties } = dated;
    const said = { type: type.name, fromId, validFrom, validUntil, period, extraction, properties, citation, saidKey };
    const by = { who: author.who, keyId: author.keyId, claimId: null, supersedes: [], guarded: false };
    const target = toId === null ? { toId, value: value ?? '' } : { toId, value: null };
    const prophetic = dated.isProphecy || source.kind === 'prophetic';
    const relation: NewRelation = { id: deps.ids.next(), ...said, ...target, ...by, prophetic };
    draft.set(saidKey, { relation, keys: relationKeys(type, fromId, toId) });
  }
  return draft;
}

/** Null where prose names something unknown. Ends of a symmetric type are put in order: it is told in one way only. */
function endsOf(
  { type, from, to }: DatedRelation,
  entityIds: readonly (string | null)[],
): { fromId: string; toId: string | null } | null {
  const [fromId = null, toId = null] = [entityIds[from], to === null ? null : entityIds[to]];
  if (fromId === null || (to !== null && (toId === null || toId === fromId))) return null;
  return type.symmetric && toId !== null && toId < fromId ? { fromId: toId, toId: fromId } : { fromId, toId };
}

/** What names a relation among all that its document says: what it is about and since when, a dot, and its content. */
function keyOf(dated: DatedRelation, fromId: string, toId: string | null, { kind }: LoreSource): string {
  const { type, value, validFrom, validUntil, extraction, isProphecy, properties } = dated;
  const prophetic = isProphecy || kind === 'prophetic';
  const begins = toId === null ? null : validFrom;
  const about = [type.name, fromId, toId, begins];
  const content = [value, validFrom, validUntil, extraction, prophetic, properties];
  return `${digest(about)}.${digest(content)}`;
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 27);
}

/** The part of a key that says what a relation is about. */
function aboutOf(key: string): string {
  return key.slice(0, key.indexOf('.'));
}

function cite({ start, end }: TextSpan, passages: readonly Passage[], chunkIds: readonly string[]) {
  const at = passages.findLastIndex((passage) => passage.start <= start && start <= passage.end);
  const passage = passages[at];
  if (passage === undefined) return { chunkId: null, span: null };
  const span = { start: start - passage.start, end: Math.min(end, passage.end) - passage.start };
  return { chunkId: chunkIds[at] ?? null, span };
}

/** Brings what a document said to what it says now. */
class Change {
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
  async to(draft: Draft, isAll: boolean): Promise<Pick<StoredDocument, 'relationIds' | 'withdrawn' | 'relations'>> {
    const withdrawn = await this.#withdraw(draft, isAll);
    const before = await listSaid(this.#db, this.#run.tenant, this.#documentId);
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

  /** What it no longer says is withdrawn; what it says in another passage by now is cited there. */
  async #withdraw(draft: Draft, isAll: boolean): Promise<number> {
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
      if (outcome !== null) return gone.length;
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
