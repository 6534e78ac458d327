import { type FieldError, Problem } from '../../core/errors.js';
import type { Tenant } from '../../core/scope.js';
import { type Items, ItemsReader } from '../../lore/ingest/items.js';
import type { Author } from '../../store/queries/lore/put-entities.js';
import { inTurns } from '../in-turns.js';
import { sourceNamed } from '../lore/sources.js';
import { typesOf } from '../lore/types.js';
import { Turns } from '../turns.js';
import { EntityFinder } from './entity-finder.js';
import { reading } from './ingest-documents.js';
import type { StoringDeps } from './lore-deps.js';
import type { Reader, ReadLore } from './read-document.js';
import { dateRelation, entityTypes } from './read-lore.js';
import { type StoredDocument, storeDocument } from './store-document.js';

export interface IngestItems {
  tenant: Tenant;
  author: Author;
  runId: string;
  isCompared: boolean;
  items: Items;
  /** Who or what says them all; null for whoever uses the API. */
  source: string | null;
}

export interface IngestedItems {
  /** Null where no item could be read. */
  stored: StoredDocument | null;
  entities: number;
  errors: FieldError[];
}

/** Stands for the source of items that name none. */
const UNNAMED = 'api';

/**
 * Stores entities, relations and events that come by themselves, as what their source says. The same again changes
 * nothing; another content of a relation takes the place of what this source said of it. Items with errors are left out.
 * @throws Problem `unavailable` when other writes kept changing what the source said
 */
export async function ingestItems(deps: StoringDeps, request: IngestItems): Promise<IngestedItems> {
  const { tenant, author, items } = request;
  const whose = await whoseItems(deps, tenant, request.source);
  if (Array.isArray(whose)) return { stored: null, entities: 0, errors: whose };
  const { source } = whose;
  const path = `items:${source}`;
  const turns = new Turns(deps.clock);
  const read = (reader: Reader) => readAll(items, reader, turns);
  const { entities, relations, errors, late } = await reading(deps, tenant, read, (found) => found.relations);
  const head = { title: source, sourceTitle: source, sourceType: 'lore', source, reliability: null } as const;
  const lore: ReadLore = { ...head, entities, relations, properties: {}, passages: [], warnings: [] };
  if (lore.entities.length === 0) return { stored: null, entities: 0, errors };
  return deps.queue.run([`document|${tenant.orgId}|${tenant.project}|${path}`], async () => {
    const types = await typesOf(deps, tenant);
    const finder = new EntityFinder(deps.ids, turns, types);
    await deps.store.tenant(tenant.orgId, (db) => finder.learn(db, tenant, [lore]));
    const resolved = await finder.resolve(lore);
    const actual = await deps.store.tenant(tenant.orgId, (db) => finder.store(db, tenant, author));
    const entityIds = resolved.ids.map((id) => (id === null ? null : (actual.get(id) ?? id)));
    const run = { ...request, beganAt: new Date(deps.clock.now()).toISOString(), types: types.relations };
    const document = { path, format: 'items', hash: null, lore, entityIds };
    const stored = await storeDocument(deps, run, document);
    const unclear = [...late, ...resolved.errors].map(({ path: field, message }) => ({ path: field, message }));
    return { stored, entities: lore.entities.filter((one) => one.isDeclared).length, errors: [...errors, ...unclear] };
  });
}

/** The source of the items, by its uri where it is known: it may be named in several ways. */
async function whoseItems(
  deps: StoringDeps,
  tenant: Tenant,
  source: string | null,
): Promise<{ source: string } | FieldError[]> {
  if (source === null) return { source: UNNAMED };
  try {
    return { source: (await sourceNamed(deps, tenant, 'source', source))?.uri ?? source };
  } catch (error) {
    if (error instanceof Problem && error.code === 'ambiguous_entity') return [...error.errors];
    throw error;
  }
}

/** What the items say; `late` are the errors of those whose names stand all the same. */
async function readAll(items: Items, reader: Reader, turns: Turns) {
  const all = new ItemsReader(entityTypes(reader));
  for (const kind of ['entities', 'events', 'relations'] as const) {
    await inTurns(turns, items[kind].entries(), ([index, item]) => all.read(kind, item, index));
  }
  const { statements, errors } = all.finish();
  const dated = await inTurns(turns, statements.relations, (relation) => dateRelation(relation, reader));
  const late = dated.flatMap((one) => ('errors' in one ? one.errors : []));
  const relations = dated.flatMap((one) => ('relation' in one ? [one.relation] : []));
  return { entities: statements.entities, relations, errors, late };
}
