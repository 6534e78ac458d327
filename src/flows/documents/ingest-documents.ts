import { createHash } from 'node:crypto';
import { setImmediate as yieldTurn } from 'node:timers/promises';
import type { DocumentError, RawDocument } from '../../core/document.js';
import { Problem } from '../../core/errors.js';
import type { Tenant } from '../../core/scope.js';
import { findDocument } from '../../store/queries/documents.js';
import type { Author } from '../../store/queries/put-entities.js';
import { typesOf } from '../lore/types.js';
import { tickAt } from '../window.js';
import { EntityFinder } from './entity-finder.js';
import type { LoreDeps } from './lore-deps.js';
import { type Reader, type ReadLore, readLore } from './read-lore.js';
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
    const looked = await lookAt(deps, request);
    const readable = looked.flatMap((one) => (one.state === 'read' ? [one] : []));
    const finder = new EntityFinder(deps.ids);
    const { tenant, author } = request;
    await deps.store.tenant(tenant.orgId, (db) =>
      finder.learn(
        db,
        tenant,
        readable.map(({ lore }) => lore),
      ),
    );
    const resolved = new Map(readable.map((one) => [one, finder.resolve(one.lore)]));
    const actual = await deps.store.tenant(tenant.orgId, (db) => finder.store(db, tenant, author));
    const outcomes: DocumentOutcome[] = [];
    for (const one of looked) {
      outcomes.push(one.state === 'read' ? await store(deps, request, one, resolved.get(one), actual) : one.outcome);
      request.onDocument?.();
    }
    return outcomes;
  });
}

type Looked =
  | { state: 'settled'; outcome: DocumentOutcome }
  | { state: 'read'; raw: RawDocument; hash: string; isNew: boolean; lore: ReadLore };

/** What documents of a project are read with. */
export async function readerFor(deps: LoreDeps, tenant: Tenant): Promise<Reader> {
  const { calendar } = await deps.contexts.fresh(tenant);
  const types = await typesOf(deps, tenant);
  return { calendar, lexicon: deps.lexicon, types, nowTick: tickAt(calendar, deps.clock.now()) };
}

async function lookAt(deps: LoreDeps, { tenant, documents }: IngestDocuments): Promise<Looked[]> {
  const reader = await readerFor(deps, tenant);
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

async function store(
  deps: LoreDeps,
  request: IngestDocuments,
  { raw, hash, isNew, lore }: Looked & { state: 'read' },
  resolved: ReturnType<EntityFinder['resolve']> | undefined,
  actual: ReadonlyMap<string, string>,
): Promise<DocumentOutcome> {
  const { ids = [], errors = [] } = resolved ?? {};
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
