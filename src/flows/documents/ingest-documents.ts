import { createHash } from 'node:crypto';
import type { ProjectContext } from '../../core/context.js';
import {
  type ClaimsMode,
  DOCUMENT_ERRORS_MAX,
  type DocumentError,
  type DocumentWarning,
  type RawDocument,
  type Sentence,
} from '../../core/document.js';
import { ERASED } from '../../core/erasure.js';
import { Problem } from '../../core/errors.js';
import type { Tenant } from '../../core/scope.js';
import { statusOf } from '../../lore/ingest/front-matter.js';
import { withoutStatements } from '../../lore/ingest/prose/erase.js';
import { listDocumentClaims } from '../../store/queries/documents/document-claims.js';
import { findDocument } from '../../store/queries/documents/documents.js';
import type { Author } from '../../store/queries/lore/put-entities.js';
import { KeyedQueue } from '../keyed-queue.js';
import { typesOf } from '../lore/types.js';
import { settleCalendar, underSettings } from '../project-contexts.js';
import { sideBySide } from '../side-by-side.js';
import { Turns } from '../turns.js';
import { tickAt } from '../window.js';
import type { HeldRun } from './change-document.js';
import { EntityFinder, type Resolved } from './entity-finder.js';
import type { LoreDeps, StoringDeps } from './lore-deps.js';
import type { DatedRelation, ReadDocument, Reader } from './read-document.js';
import { entityTypes, readLore } from './read-lore.js';
import { type StoredDocument, storeDocument } from './store-document.js';
import { allClaims, type Told, toldClaims } from './told-claims.js';

export interface IngestDocuments {
  tenant: Tenant;
  author: Author;
  runId: string;
  isCompared: boolean;
  documents: readonly RawDocument[];
  /** Longest, in milliseconds, that all of them together are parsed; default: as long as each may take. */
  readMs?: number;
  /** Told of relations as they are stored. */
  onStored?: (count: number) => void;
  /** Told when a document is done. */
  onDocument?: () => void;
}

/** What became of a document: errors, and nothing of it is stored; or what was stored, if it was not there already. */
export type DocumentOutcome =
  | ({ result: 'stored' | 'updated'; stored: StoredDocument; entities: number } & ToldDocument)
  | { result: 'unchanged'; documentId: string; mode: ClaimsMode }
  | { result: 'failed'; errors: DocumentError[] };

/** What a stored document says, sentence by sentence. */
interface ToldDocument {
  mode: ClaimsMode;
  /** Null where its sentences are not known. */
  told: readonly Told[] | null;
  relating: ReadonlySet<Sentence>;
  warnings: readonly DocumentWarning[];
}

/** Raised whenever the same text would be read differently: then it is read again although nothing in it changed. */
const READING = 4;

/**
 * Stores documents of lore under their paths. The same text again changes nothing; another text of a path replaces what
 * that path said, and nothing else. A document with errors is not stored; the others are. What it says is not guarded.
 * Outcomes are in the order of the documents.
 */
export async function ingestDocuments(deps: LoreDeps, request: IngestDocuments): Promise<DocumentOutcome[]> {
  const paths = request.documents.map(({ uri }) => `document|${request.tenant.orgId}|${request.tenant.project}|${uri}`);
  return deps.queue.run([...new Set(paths)], async () => {
    const { tenant, author } = request;
    const turns = new Turns(deps.clock);
    const desk = new Desk(deps, request, turns);
    const looked = await reading(
      deps,
      tenant,
      (reader) => desk.lookAt(reader),
      (found) => readableOf(found).flatMap(({ lore }) => lore.relations),
    );
    const readable = readableOf(looked);
    const types = await typesOf(deps, tenant);
    const finder = new EntityFinder(deps.ids, turns, types);
    const run = { ...request, beganAt: new Date(deps.clock.now()).toISOString(), types: types.relations };
    const all = readable.map(({ lore }) => lore);
    await deps.store.tenant(tenant.orgId, (db) => finder.learn(db, tenant, all));
    const resolved = new Map<Looked, Resolved>();
    for (const one of readable) resolved.set(one, await finder.resolve(one.lore));
    const actual = await deps.store.tenant(tenant.orgId, (db) => finder.store(db, tenant, author));
    const sources = new KeyedQueue();
    return sideBySide(looked, AT_ONCE, async (one) => {
      const work = () => outcomeOf(deps, run, one, resolved, actual);
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
  lore: ReadDocument;
  mode: ClaimsMode;
  /** Its sentences; null where they are not known, and the claims stay as they are. */
  told: readonly Told[] | null;
}

function readableOf(looked: readonly Looked[]): Readable[] {
  return looked.filter((one) => one.state === 'read');
}

/**
 * Reads what a project is told, by a calendar that goes on to read its dates like that.
 * @param relationsOf what of it is to be stored
 */
export function reading<T>(
  deps: StoringDeps,
  tenant: Tenant,
  read: (reader: Reader) => Promise<T>,
  relationsOf: (found: T) => readonly Pick<DatedRelation, 'validFrom' | 'validUntil'>[],
): Promise<T> {
  const work = async (context: ProjectContext) => {
    const { calendar } = context;
    const types = await typesOf(deps, tenant);
    const nowTick = tickAt(calendar, deps.clock.now());
    const found = await read({ context, calendar, lexicon: deps.lexicon, types, nowTick });
    const isDated = relationsOf(found).some(({ validFrom, validUntil }) => validFrom !== null || validUntil !== null);
    if (isDated) await settleCalendar(deps, tenant, context);
    return found;
  };
  return underSettings(deps, tenant, work, { isHeld: false });
}

/** Looks at the documents of a request: what is there already, and what the others say. */
class Desk {
  readonly #deps: LoreDeps;
  readonly #request: IngestDocuments;
  readonly #turns: Turns;
  /** Milliseconds that are left for parsing. */
  #leftMs: number;

  constructor(deps: LoreDeps, request: IngestDocuments, turns: Turns) {
    this.#deps = deps;
    this.#request = request;
    this.#turns = turns;
    this.#leftMs = request.readMs ?? Number.POSITIVE_INFINITY;
  }

  async lookAt(reader: Reader): Promise<Looked[]> {
    const looked: Looked[] = [];
    const seen = new Set<string>();
    for (const raw of this.#request.documents) {
      looked.push(
        seen.has(raw.uri) ? failed('comes twice in one request; send it once') : await this.#look(raw, reader),
      );
      seen.add(raw.uri);
    }
    return looked;
  }

  async #look(raw: RawDocument, reader: Reader): Promise<Looked> {
    const { store } = this.#deps;
    const { tenant } = this.#request;
    const types = entityTypes(reader);
    const known = await store.tenant(tenant.orgId, (db) => findDocument(db, tenant, raw.uri));
    const mode = raw.claims ?? known?.claims ?? 'rules';
    if (known?.hash === hashOf(raw, [], types) && known.claims === mode) {
      return { state: 'settled', outcome: { result: 'unchanged', documentId: known.id, mode } };
    }
    const { document, ms } = await this.#deps.documents.read(raw, types, this.#leftMs);
    this.#leftMs -= ms;
    const whole = Array.isArray(document) ? document : await readLore(document, reader, this.#turns);
    if (Array.isArray(whole)) return settledBy(whole);
    const lore = known === null ? whole : await this.#withoutErased(whole, raw.uri, known.id, reader);
    const told = await this.#told(raw, lore.sentences, mode, reader);
    return { state: 'read', raw, hash: hashOf(raw, lore.warnings, types), isNew: known === null, lore, mode, told };
  }

  /** Null where its sentences are not known. */
  async #told(
    { uri: path, content }: RawDocument,
    sentences: readonly Sentence[] | null,
    mode: ClaimsMode,
    reader: Reader,
  ): Promise<Told[] | null> {
    if (sentences === null) return null;
    return toldClaims({ path, sentences, status: statusOf(content) }, mode, reader, this.#turns);
  }

  /** What was erased does not come back with the passages that say it. */
  async #withoutErased(lore: ReadDocument, path: string, documentId: string, reader: Reader): Promise<ReadDocument> {
    const { tenant } = this.#request;
    const before = await this.#deps.store.tenant(tenant.orgId, (db) => listDocumentClaims(db, tenant, documentId));
    const erased = new Set(before.filter(({ status }) => status === 'erased').map(({ textKey }) => textKey));
    if (erased.size === 0 || lore.sentences === null) return lore;
    const told = await allClaims({ path, sentences: lore.sentences }, 'all', reader, this.#turns);
    const again = told.filter(({ claim }) => claim !== null && erased.has(claim.textKey));
    return withoutSentences(lore, again);
  }
}

function failed(message: string): Looked {
  return settledBy([{ path: '(document)', line: 1, column: 1, message }]);
}

function withoutSentences(lore: ReadDocument, again: readonly Told[]): ReadDocument {
  const spans = again.map(({ sentence }) => sentence);
  const statements = again.flatMap(({ claim }) => claim?.statement ?? []);
  const passages = lore.passages.map((passage) => ({
    ...passage,
    ...withoutStatements({ starts: passage.start, text: passage.text, heading: passage.heading }, statements, spans),
  }));
  const isTitle = spans.some(({ form, text }) => form === 'heading' && text === lore.title);
  return { ...lore, passages, title: isTitle ? ERASED : lore.title };
}

function settledBy(errors: DocumentError[]): Looked {
  return { state: 'settled', outcome: { result: 'failed', errors } };
}

async function outcomeOf(
  deps: LoreDeps,
  run: HeldRun,
  one: Looked,
  resolved: ReadonlyMap<Looked, Resolved>,
  actual: ReadonlyMap<string, string>,
): Promise<DocumentOutcome> {
  if (one.state === 'settled') return one.outcome;
  const { raw, hash, isNew, lore, mode, told } = one;
  const { ids = [], errors = [] } = resolved.get(one) ?? {};
  if (errors.length > 0) return { result: 'failed', errors: errors.slice(0, DOCUMENT_ERRORS_MAX) };
  const entityIds = ids.map((id) => (id === null ? null : (actual.get(id) ?? id)));
  const format = raw.format === 'yaml' ? `yaml:${lore.sourceType}` : raw.format;
  try {
    const stored = await storeDocument(deps, run, { path: raw.uri, format, hash, lore, entityIds, mode, told });
    const result = isNew ? 'stored' : 'updated';
    const { relating } = lore;
    return { result, stored, mode, told, relating, entities: new Set(entityIds).size, warnings: lore.warnings };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { message, errors: fields } = error;
    const [field = { path: '(document)', message }] = fields;
    return { result: 'failed', errors: [{ ...field, line: 1, column: 1 }] };
  }
}

/**
 * A text that was not read as it should be has another one, so that it is read again when it comes again; so it is once other
 * types of entities are declared.
 */
function hashOf(
  { format, content }: RawDocument,
  warnings: readonly DocumentWarning[],
  types: readonly string[],
): string {
  const failings = warnings.flatMap(({ code }) => (code === 'not_parsed_as_markdown' ? [code] : []));
  return createHash('sha256')
    .update(JSON.stringify([READING, format, content, types, ...failings]))
    .digest('base64url');
}
