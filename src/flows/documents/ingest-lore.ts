import type { RawDocument } from '../../core/document.js';
import type { FieldError } from '../../core/errors.js';
import type { Tenant } from '../../core/scope.js';
import type { Items } from '../../lore/ingest/items.js';
import type { Author } from '../../store/queries/put-entities.js';
import { type DocumentOutcome, ingestDocuments } from './ingest-documents.js';
import { type IngestedItems, ingestItems } from './ingest-items.js';
import type { LoreDeps } from './lore-deps.js';

export interface IngestLore {
  tenant: Tenant;
  author: Author;
  documents: readonly RawDocument[];
  items: Items;
  source: string | null;
}

/** What came of the documents, in order, and of what came by itself. */
export interface IngestedLore {
  documents: DocumentOutcome[];
  errors: FieldError[];
  counts: {
    documents: number;
    unchanged: number;
    failed: number;
    entities: number;
    relations: number;
    withdrawn: number;
    passages: number;
  };
}

/** Stores documents, then items that come by themselves, under one run. */
export async function ingestLore(deps: LoreDeps, request: IngestLore, runId: string): Promise<IngestedLore> {
  const outcomes = await ingestDocuments(deps, { ...request, runId });
  const { entities, relations, events } = request.items;
  const hasItems = entities.length + relations.length + events.length > 0;
  const items = hasItems ? await ingestItems(deps, { ...request, runId }) : NOTHING;
  return { documents: outcomes, errors: items.errors, counts: countsOf(outcomes, items) };
}

const NOTHING: IngestedItems = { stored: null, entities: 0, errors: [] };

function countsOf(outcomes: readonly DocumentOutcome[], items: IngestedItems): IngestedLore['counts'] {
  const changed = outcomes.flatMap((one) => ('stored' in one ? [one] : []));
  const stored = [...changed.map((one) => one.stored), ...(items.stored === null ? [] : [items.stored])];
  const total = (count: (one: (typeof stored)[number]) => number) => stored.reduce((sum, one) => sum + count(one), 0);
  const countOf = (result: DocumentOutcome['result']) => outcomes.filter((one) => one.result === result).length;
  return {
    ...{ documents: changed.length, unchanged: countOf('unchanged'), failed: countOf('failed') },
    entities: changed.reduce((sum, one) => sum + one.entities, items.entities),
    relations: total(({ relationIds }) => relationIds.length),
    withdrawn: total(({ withdrawn }) => withdrawn),
    passages: total(({ passages }) => passages),
  };
}
