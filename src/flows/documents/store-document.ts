import type { ClaimsMode, PlacedPassage, StatedEntity } from '../../core/document.js';
import { nameKey } from '../../core/name.js';
import type { Tenant } from '../../core/scope.js';
import type { LoreSource } from '../../core/source.js';
import { countPassageWords, passageStems } from '../../lore/ingest/words.js';
import { storeChunks } from '../../store/queries/documents/chunks.js';
import {
  beginDocument,
  endDocument,
  forgetDeclarations,
  putDeclarations,
} from '../../store/queries/documents/documents.js';
import { type NameToPut, putNames } from '../../store/queries/lore/put-entities.js';
import { putSources } from '../../store/queries/lore/sources.js';
import type { Db } from '../../store/tenant.js';
import { chunksOf, inTurns } from '../in-turns.js';
import { addSource, sourceNamed } from '../lore/sources.js';
import { Turns } from '../turns.js';
import { Change, type Changed, type HeldRun, type Run } from './change-document.js';
import { draftOf } from './draft-document.js';
import { type KeptClaims, keepClaims } from './keep-claims.js';
import type { StoringDeps } from './lore-deps.js';
import type { ReadLore } from './read-document.js';
import type { Told as ToldSentence } from './told-claims.js';

/** A document that is to be stored, with the entities that its names mean; null where prose names nothing known. */
export interface DocumentToStore {
  path: string;
  format: string;
  /** Of all that it says; null where it adds to what it said before, rather than replacing it. */
  hash: string | null;
  lore: ReadLore;
  entityIds: readonly (string | null)[];
  /** What of it becomes claims; default nothing. */
  mode?: ClaimsMode;
  /** What its sentences make; default: that is not known, and its claims and relations stay. */
  told?: readonly ToldSentence[] | null;
}

/** What storing a document changed. */
export interface StoredDocument extends Changed {
  documentId: string;
  /** What it names, each once. */
  entityIds: string[];
  passages: number;
  claims: KeptClaims;
}

/**
 * Makes what a document says now all that it says: new relations are stored, those that it no longer says are withdrawn,
 * the others stay as they are. Of one that adds to what it said, a relation only gives way to another content of it. May
 * be done again after any failure: the document counts as unfinished until the end.
 * @throws Problem `unavailable` when other writes kept changing what it said, `source_differs`
 */
export async function storeDocument(
  deps: StoringDeps,
  run: HeldRun,
  document: DocumentToStore,
): Promise<StoredDocument> {
  const { tenant, author } = run;
  const { path, format, hash, lore } = document;
  const source = await putSource(deps, run, document);
  return deps.store.tenant(tenant.orgId, async (db) => {
    const title = lore.title ?? path;
    const { mode = 'none' } = document;
    const { properties } = lore;
    const said = { path, sourceId: source.id, title, format, who: author.who, claims: mode, properties };
    const begun = { id: deps.ids.next(), ...said };
    const documentId = await beginDocument(db, tenant, begun);
    const names = await putWhatItTells(deps, db, tenant, documentId, document);
    const chunkIds = hash === null ? [] : await storePassages(deps, db, run, documentId, lore.passages);
    const draft = await draftOf(deps, run, document, { source, documentId, chunkIds });
    const changed = await new Change(deps, db, run, documentId).to(draft, isAllKnown(document));
    const claims = await claimsOf(deps, db, run, { documentId, document, source });
    if (hash !== null) {
      await forgetDeclarations(db, tenant, documentId, { names, entityIds: names.map(({ entityId }) => entityId) });
      await endDocument(db, tenant, documentId, hash);
    }
    const named = [...new Set(document.entityIds.flatMap((id) => id ?? []))];
    return { documentId, ...changed, entityIds: named, passages: lore.passages.length, claims };
  });
}

/** Whether what it does not say now is no longer said. */
function isAllKnown({ hash, told = null }: DocumentToStore): boolean {
  return hash !== null && told !== null;
}

const NO_CLAIMS: KeptClaims = { outcomes: new Map(), changed: [], removed: 0 };

/** What is said of all kinds of things, and by a source that is not canonical, warns only; a prophecy claims nothing. */
async function claimsOf(
  deps: StoringDeps,
  db: Db,
  run: HeldRun,
  { documentId, document, source }: { documentId: string; document: DocumentToStore; source: LoreSource },
): Promise<KeptClaims> {
  const { path, told = null, mode } = document;
  if (told === null) return NO_CLAIMS;
  const claims = source.kind === 'prophetic' ? [] : told.flatMap(({ claim }) => claim ?? []);
  const isAdvisory = mode !== 'rules' || source.kind !== 'canonical';
  return keepClaims(deps, db, run, { documentId, sourceId: source.id, path, told: claims, isAdvisory });
}

/**
 * A document is a source of its own, or names one that others share, by its id, uri or name; it may say how reliable that
 * is. What names none yet is the uri of a new one.
 * @throws Problem `source_differs` when a prophetic source would become another one, or another one prophetic, and
 * `ambiguous_entity` where several are called so
 */
async function putSource(
  deps: StoringDeps,
  { tenant, author }: Run,
  { path, lore }: DocumentToStore,
): Promise<LoreSource> {
  const { reliability, sourceTitle } = lore;
  const named = lore.source === null ? null : await sourceNamed(deps, tenant, 'source', lore.source);
  if (named !== null && (reliability === null || reliability === named.kind)) return named;
  const uri = named?.uri ?? lore.source ?? path;
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

/** Names and entities that one statement stores. */
const CHUNK = 250;

async function putWhatItTells(
  { clock }: StoringDeps,
  db: Db,
  tenant: Tenant,
  documentId: string,
  { lore: { entities }, entityIds }: DocumentToStore,
): Promise<Told[]> {
  const turns = new Turns(clock);
  const names = new Map<string, Told>();
  const said: { id: string; properties: Readonly<Record<string, unknown>> }[] = [];
  await inTurns(turns, entities.entries(), ([index, entity]) => {
    const id = entityIds[index];
    if (!entity.isDeclared || typeof id !== 'string') return;
    for (const name of namesOf(id, entity)) if (!names.has(nameOf(name))) names.set(nameOf(name), name);
    const { properties, description } = entity;
    said.push({ id, properties: description === null ? properties : { ...properties, description } });
  });
  const told = [...names.values()];
  for (const some of chunksOf(told, CHUNK)) await putNames(db, tenant, documentId, some);
  for (const some of chunksOf(said, CHUNK)) await putDeclarations(db, tenant, documentId, some);
  return told;
}

function namesOf(entityId: string, { name, aliases }: StatedEntity): Told[] {
  return [
    { entityId, name, key: nameKey(name), kind: 'name' },
    ...aliases.map((alias) => ({ entityId, name: alias, key: nameKey(alias), kind: 'alias' as const })),
  ];
}

/** Of two names of one thing with one key the first stands. */
function nameOf({ entityId, key }: Told): string {
  return `${entityId}|${key}`;
}

async function storePassages(
  { ids, lexicon, clock }: StoringDeps,
  db: Db,
  { tenant }: Run,
  documentId: string,
  passages: readonly PlacedPassage[],
): Promise<string[]> {
  const stemsOf = (text: string) => passageStems(text, lexicon);
  const rows = await inTurns(new Turns(clock), passages.entries(), ([ordinal, { text, heading, start, line }]) => {
    const words = countPassageWords(text);
    return { id: ids.next(), ordinal, starts: start, line, heading, text, words, stems: stemsOf(text) };
  });
  return storeChunks(db, tenant, documentId, rows, stemsOf);
}
