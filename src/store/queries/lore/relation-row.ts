import type { NewRelation, StoredRelation } from '../../../core/lore.js';
import type { Period } from '../../../core/period.js';
import { rangeText } from '../../columns.js';
import type { relations } from '../../schema.js';
import { periodOf } from '../period-row.js';

/**
 * The relation that a row is a version of; written out key by key, as a page makes hundreds: parts that are spread into
 * one object cost fifty times as much.
 */
export function toRelation(row: typeof relations.$inferSelect): StoredRelation {
  const { toId, sourceId, documentId, chunkId, spanStart, spanEnd } = row;
  const span = spanStart === null || spanEnd === null ? null : { start: spanStart, end: spanEnd };
  return {
    id: row.id,
    type: row.type,
    fromId: row.fromId,
    toId,
    value: toId === null ? (row.value ?? '') : null,
    validFrom: row.validFrom,
    validUntil: row.validUntil,
    period: periodOf(row),
    extraction: row.extraction,
    prophetic: row.prophetic,
    citation: { sourceId, documentId, chunkId, span },
    saidKey: row.saidKey,
    claimId: row.claimId,
    supersedes: row.supersedes,
    properties: row.properties,
    guarded: row.guarded,
    who: row.who,
    keyId: row.keyId,
    status: row.status,
    isDisputed: row.isDisputed,
    disputedWith: row.disputedWith,
    supersededBy: row.supersededBy,
    systemFrom: row.systemFrom,
    systemUntil: row.systemUntil,
  } as StoredRelation;
}

/** The columns of `said`, in which new relations are handed to a statement. */
export const SAID_COLUMNS = `id uuid, type text, from_id uuid, to_id uuid, value text, valid_from text, valid_until text,
  certain int8range, possible int8range, tail int8, extraction real, prophetic boolean, source_id uuid, document_id uuid,
  chunk_id uuid, span_start int, span_end int, said_key text, claim_id uuid, supersedes uuid[], properties json,
  guarded boolean, who text, key_id uuid, disputed_with uuid[]`;

/** A row of `said`, written out key by key: it is made for every relation of a world that is loaded. */
export function saidRow(relation: NewRelation, disputedWith: readonly string[]): object {
  const { period, citation } = relation;
  return {
    id: relation.id,
    type: relation.type,
    from_id: relation.fromId,
    to_id: relation.toId,
    value: relation.value,
    valid_from: relation.validFrom,
    valid_until: relation.validUntil,
    certain: rangeText(period.certain),
    possible: rangeText(period.possible),
    tail: period.tail,
    extraction: relation.extraction,
    prophetic: relation.prophetic,
    source_id: citation.sourceId,
    document_id: citation.documentId,
    chunk_id: citation.chunkId,
    span_start: citation.span?.start,
    span_end: citation.span?.end,
    said_key: relation.saidKey,
    claim_id: relation.claimId,
    supersedes: relation.supersedes,
    properties: relation.properties,
    guarded: relation.guarded,
    who: relation.who,
    key_id: relation.keyId,
    disputed_with: disputedWith,
  };
}

/** The columns of a period in such rows. */
export function periodRow({ certain, possible, tail }: Period): object {
  return { certain: rangeText(certain), possible: rangeText(possible), tail };
}
