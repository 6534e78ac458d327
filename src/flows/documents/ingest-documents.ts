import { createHash } from 'node:crypto';
import { setImmediate as yieldTurn } from 'node:timers/promises';
import type { ProjectContext } from '../../core/context.js';
import type { DocumentError, RawDocument } from '../../core/document.js';
import { Problem } from '../../core/errors.js';
import type { Tenant } from '../../core/scope.js';
import { findDocument } from '../../store/queries/documents.js';
import type { Author } from '../../store/queries/put-entities.js';
import { KeyedQueue } from '../keyed-queue.js';
import { typesOf } from '../lore/types.js';
import { settleCalendar, underSettings } from '../project-contexts.js';
import { sideBySide } from '../side-by-side.js';
import { tickAt } from '../window.js';
import { EntityFinder } from './entity-finder.js';
import type { LoreDeps } from './lore-deps.js';
import { type DatedRelation, type Reader, type ReadLore, readLore } from './read-lore.js';
import { type StoredDocument, storeDocument } from './store-document.js';

export interface IngestDocuments {
  tenant: Tenant;
  author: Author;
  runId: string;
  isCompared: boolean;
  documents: readonly RawDocument[];
  /** Told of relations as they are stored. */
  onStored?: (count: number) => void;
  /** Told when a document is done. */
  onDocument?: () => void;
}

/** What became of a document: errors, and nothing of it is stored; or what was stored, if it was not there already. */
export type DocumentOutcome =
  | { result: 'stored' | 'updated'; stored: StoredDocument; entities: number }
  | { result: 'unchanged'; documentId: string }
  | { result: 'failed'; errors: DocumentError[] };

/** Raised whenever the same text would be read differently: then it is read again although nothing in it changed. */
const READING = 1;

/**
 * Stores documents of lore under their paths. The same text again changes nothing; another text of a path replaces what
 * that path said, and nothing else. A document with errors is not stored; the others are. What it says is not guarded.
 * Outcomes are in the order of the documents.
 */
export async function ingestDocuments(deps: LoreDeps, request: IngestDocuments): Promise<DocumentOutcome[]> {
  const paths = request.documents.map(({ uri }) => `document|${request.tenant.orgId}|${request.tenant.project}|${uri}`);
  return deps.queue.run([...new Set(paths)], async () => {
    const { tenant, author } = request;
    const looked = await reading(
      deps,
      tenant,
      (reader) => lookAt(deps, request, reader),
      (found) => readableOf(found).flatMap(({ lore }) => lore.relations),
    );
    const readable = readableOf(looked);
    const finder = new EntityFinder(deps.ids);
    await deps.store.tenant(tenant.orgId, (db) =>
      finder.learn(
        db,
        tenant,
        readable.map(({ lore }) => lore),
      ),
    );
    const resolved = new Map<Looked, ReturnType<EntityFinder['resolve']>>(
      readable.map((one) => [one, finder.resolve(one.lore)]),
    );
    const actual = await deps.store.tenant(tenant.orgId, (db) => finder.store(db, tenant, author));
    const sources = new KeyedQueue();
    return sideBySide(looked, AT_ONCE, async (one) => {
      const work = () => outcomeOf(deps, request, one, resolved, actual);
      const outcome = await sources.run([sourceOf(one)], work);
      request.onDocument?.();
      return outcome;
    });
  });
}

/** Documents that are stored at once: while the database works on one, what another says is put into rows. */
const AT_ONCE = 2;

/** Of documents that say anew what one source is, the last counts. */
function sourceOf(one: Looked): string {
  return one.state === 'read' ? (one.lore.source ?? one.raw.uri) : '';
}

type Looked = { state: 'settled'; outcome: DocumentOutcome } | Readable;

interface Readable {
  state: 'read';
  raw: RawDocument;
  hash: string;
  isNew: boolean;
  lore: ReadLore;
}

function readableOf(looked: readonly Looked[]): Readable[] {
  return looked.filter((one) => one.state === 'read');
}

/**
 * Reads what a project is told, by a calendar that goes on to read its dates like that.
 * @param relationsOf what of it is to be stored
 */
export function reading<T>(
  deps: LoreDeps,
  tenant: Tenant,
  read: (reader: Reader) => Promise<T>,
  relationsOf: (found: T) => readonly Pick<DatedRelation, 'validFrom' | 'validUntil'>[],
): Promise<T> {
  const work = async (context: ProjectContext) => {
    const { calendar } = context;
    const types = await typesOf(deps, tenant);
    const found = await read({ calendar, lexicon: deps.lexicon, types, nowTick: tickAt(calendar, deps.clock.now()) });
    const isDated = relationsOf(found).some(({ validFrom, validUntil }) => validFrom !== null || validUntil !== null);
    if (isDated) await settleCalendar(deps, tenant, context);
    return found;
  };
  return underSettings(deps, tenant, work, { isHeld: false });
}

async function lookAt(deps: LoreDeps, { tenant, documents }: IngestDocuments, reader: Reader): Promise<Looked[]> {
  const looked: Looked[] = [];
  const seen = new Set<string>();
  for (const raw of documents) {
    const hash = hashOf(raw);
    const known = await deps.store.tenant(tenant.orgId, (db) => findDocument(db, tenant, raw.uri));
    if (seen.has(raw.uri)) looked.push(failed('comes twice in one request; send it once'));
    else if (known?.hash === hash)
      looked.push({ state: 'settled', outcome: { result: 'unchanged', documentId: known.id } });
    else {
      const lore = readLore(raw, reader);
      const isNew = known === null;
      looked.push(Array.isArray(lore) ? settledBy(lore) : { state: 'read', raw, hash, isNew, lore });
      await yieldTurn();
    }
    seen.add(raw.uri);
  }
  return looked;
}

function failed(message: string): Looked {
  return settledBy([{ path: '(document)', line: 1, column: 1, message }]);
}

function settledBy(errors: DocumentError[]): Looked {
  return { state: 'settled', outcome: { result: 'failed', errors } };
}

async function outcomeOf(
  deps: LoreDeps,
  request: IngestDocuments,
  one: Looked,
  resolved: ReadonlyMap<Looked, ReturnType<EntityFinder['resolve']>>,
  actual: ReadonlyMap<string, string>,
): Promise<DocumentOutcome> {
  if (one.state === 'settled') return one.outcome;
  const { raw, hash, isNew, lore } = one;
  const { ids = [], errors = [] } = resolved.get(one) ?? {};
  if (errors.length > 0) return { result: 'failed', errors };
  const entityIds = ids.map((id) => (id === null ? null : (actual.get(id) ?? id)));
  const format = raw.format === 'yaml' ? `yaml:${lore.sourceType}` : raw.format;
  try {
    const stored = await storeDocument(deps, request, { path: raw.uri, format, hash, lore, entityIds });
    return { result: isNew ? 'stored' : 'updated', stored, entities: new Set(entityIds).size };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { message, errors: fields } = error;
    const [field = { path: '(document)', message }] = fields;
    return { result: 'failed', errors: [{ ...field, line: 1, column: 1 }] };
  }
}

function hashOf({ format, content }: RawDocument): string {
  return createHash('sha256')
    .update(JSON.stringify([READING, format, content]))
    .digest('base64url');
}
