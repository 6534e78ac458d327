import type { RawDocument } from '../../core/document.js';
import type { FieldError } from '../../core/errors.js';
import type { Tenant } from '../../core/scope.js';
import type { Items } from '../../lore/ingest/items.js';
import type { Author } from '../../store/queries/lore/put-entities.js';
import { liveOrphans, liveRules } from '../consistency/live.js';
import { type AroundFound, NOTHING_AROUND } from '../consistency/rules-around.js';
import { type FoundContradiction, type SweepDeps, sweep } from '../sweep.js';
import { type DocumentOutcome, ingestDocuments } from './ingest-documents.js';
import { type IngestedItems, ingestItems } from './ingest-items.js';
import type { LoreDeps } from './lore-deps.js';
import { type Repetition, type ToldRepetition, toldRepetitions } from './repetitions.js';
import type { StoredDocument } from './store-document.js';
import { type FoundViolation, type LoreSweep, sweepLore } from './sweep-lore.js';

export interface IngestLore {
  tenant: Tenant;
  author: Author;
  documents: readonly RawDocument[];
  items: Items;
  source: string | null;
  runId: string;
  /** Longest, in milliseconds, that all documents together are parsed; default: as long as each may take. */
  readMs?: number;
  /** How long, in milliseconds, what was stored is compared before the answer. */
  sweepMs: number;
  onStored?: (count: number) => void;
  onDocument?: () => void;
}

/** What came of the documents, in order, and of what came by itself. */
export interface IngestedLore {
  documents: DocumentOutcome[];
  errors: FieldError[];
  violations: FoundViolation[];
  /** Relations that are new and that an older one says as well: the first of them. */
  repetitions: ToldRepetition[];
  /** Contradictions between claims, of documents and others. */
  contradictions: FoundContradiction[];
  /** What the rules that somebody wrote came to. */
  written: AroundFound;
  counts: {
    documents: number;
    unchanged: number;
    failed: number;
    entities: number;
    relations: number;
    withdrawn: number;
    passages: number;
    /** Relations that are new and say what is stored already. */
    repeated: number;
    /** Entities of which something is missing, found now. */
    orphans: number;
    /** Relations that were compared, and those that are left to jobs. */
    compared: number;
    toCompare: number;
  };
  /** The claims that documents make. */
  claims: ClaimCounts;
}

/** What became of the claims of documents; `compared` are new or changed ones. */
export interface ClaimCounts {
  stored: number;
  unchanged: number;
  removed: number;
  compared: number;
  toCompare: number;
}

/**
 * Stores documents, then items that come by themselves, and compares what is new with all that is stored, and what an
 * old violation no longer holds. What the time does not suffice for is left to jobs.
 * @param report told of a fault that ends the comparison; what is stored stays
 */
export async function ingestLore(
  deps: LoreDeps & SweepDeps,
  request: IngestLore,
  report: (error: unknown) => void,
): Promise<IngestedLore> {
  const { tenant, runId, items, sweepMs } = request;
  const told = { ...request, isCompared: true };
  const documents = await ingestDocuments(deps, told);
  const hasItems = items.entities.length + items.relations.length + items.events.length > 0;
  const ingested = hasItems ? await ingestItems(deps, told) : NOTHING;
  const changed = [...documents, ingested].flatMap((one) =>
    'stored' in one && one.stored !== null ? [one.stored] : [],
  );
  const plan = { tenant, runId, until: deps.clock.elapsed() + sweepMs, report };
  const { violations, repetitions: all, ...looked } = await sweepChanged(deps, plan, changed);
  const fresh = new Set(changed.flatMap(({ relationIds }) => relationIds));
  const repeated = all.filter(({ id }) => fresh.has(id));
  const repetitions = await toldRepetitions(deps, tenant, repeated);
  const written = await rulesOver(deps, request, changed, report);
  const orphans = await orphansOf(deps, request, changed, report);
  const counts = { ...countsOf(documents, ingested), repeated: repeated.length, orphans, ...looked };
  const claimIds = changed.flatMap(({ claims }) => claims.changed);
  const swept = await sweep(deps, { ...plan, until: deps.clock.elapsed() + sweepMs }, claimIds);
  const claims = claimCounts(changed, swept.compared);
  const found = { violations, repetitions, contradictions: swept.contradictions, written };
  return { documents, errors: ingested.errors, ...found, counts, claims };
}

/** Compares relations that are new or may clash with something else now, and what those hid that were taken back. */
async function sweepChanged(
  deps: LoreDeps,
  plan: LoreSweep,
  changed: readonly StoredDocument[],
): Promise<{ violations: FoundViolation[]; repetitions: Repetition[]; compared: number; toCompare: number }> {
  const ids = [...new Set(changed.flatMap(({ relationIds, freed }) => [...relationIds, ...freed]))];
  const { compared, violations, repetitions } = await sweepLore(deps, plan, ids);
  const goneIds = changed.flatMap((one) => one.goneIds);
  const hidden = await sweepLore(deps, plan, goneIds);
  const all = [...violations, ...hidden.violations];
  return { violations: all, repetitions, compared, toCompare: ids.length - compared };
}

function claimCounts(stored: readonly StoredDocument[], compared: number): ClaimCounts {
  const outcomes = stored.flatMap(({ claims }) => [...claims.outcomes.values()]);
  const changed = stored.flatMap(({ claims }) => claims.changed).length;
  return {
    stored: changed,
    unchanged: outcomes.filter(({ result }) => result === 'unchanged').length,
    removed: stored.reduce((sum, { claims }) => sum + claims.removed, 0),
    ...{ compared, toCompare: changed - compared },
  };
}

/** What was stored is acknowledged, even when orphans can't be looked for now: the next batch run does. */
async function orphansOf(
  deps: LoreDeps,
  { tenant, runId }: IngestLore,
  changed: readonly StoredDocument[],
  report: (error: unknown) => void,
): Promise<number> {
  const entityIds = changed.flatMap((one) => one.entityIds);
  const relationIds = changed.flatMap(({ goneIds }) => goneIds);
  try {
    return (await liveOrphans(deps, tenant, { entityIds, relationIds }, runId)) ?? 0;
  } catch (error) {
    report(error);
    return 0;
  }
}

/** Relations of one ingest that rules are run around; of more the batch run takes care. */
const RULED_MAX = 2000;

/** The rules that somebody wrote, around what is new or taken back. */
async function rulesOver(
  deps: LoreDeps,
  { tenant, runId }: IngestLore,
  changed: readonly StoredDocument[],
  report: (error: unknown) => void,
): Promise<AroundFound> {
  const all = new Set(changed.flatMap(({ relationIds, goneIds }) => [...relationIds, ...goneIds]));
  try {
    return await liveRules(deps, tenant, { relationIds: [...all].slice(0, RULED_MAX) }, runId);
  } catch (error) {
    report(error);
    return NOTHING_AROUND;
  }
}

const NOTHING: IngestedItems = { stored: null, entities: 0, errors: [] };

function countsOf(
  outcomes: readonly DocumentOutcome[],
  items: IngestedItems,
): Omit<IngestedLore['counts'], 'compared' | 'toCompare' | 'orphans' | 'repeated'> {
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
