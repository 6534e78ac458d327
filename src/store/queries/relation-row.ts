import type { NewRelation, StoredRelation, Target } from '../../core/lore.js';
import type { Period } from '../../core/period.js';
import { rangeText } from '../columns.js';
import type { relations } from '../schema.js';
import { periodOf } from './period-row.js';

/** The relation that a row is a version of. */
export function toRelation(row: typeof relations.$inferSelect): StoredRelation {
  const { id, type, fromId, validFrom, validUntil, extraction, prophetic, saidKey, claimId, supersedes } = row;
  const { properties, guarded, who, keyId, status, isDisputed, disputedWith, supersededBy } = row;
  const { sourceId, documentId, chunkId, spanStart, spanEnd, systemFrom, systemUntil } = row;
  const span = spanStart === null || spanEnd === null ? null : { start: spanStart, end: spanEnd };
  return {
    ...{ id, type, fromId, ...targetOf(row), validFrom, validUntil, period: periodOf(row), extraction, prophetic },
    ...{ citation: { sourceId, documentId, chunkId, span }, saidKey, claimId, supersedes, properties, guarded, who },
    ...{ keyId, status, isDisputed, disputedWith, supersededBy, systemFrom, systemUntil },
  };
}

function targetOf({ toId, value }: { toId: string | null; value: string | null }): Target {
  return toId === null ? { toId, value: value ?? '' } : { toId, value: null };
}

/** The columns of \`said\`, in which new relations are handed to a statement. */
export const SAID_COLUMNS = `id uuid, type text, from_id uuid, to_id uuid, value text, valid_from text, valid_until text,
  certain int8range, possible int8range, tail int8, extraction real, prophetic boolean, source_id uuid, document_id uuid,
  chunk_id uuid, span_start int, span_end int, said_key text, claim_id uuid, supersedes uuid[], properties json,
  guarded boolean, who text, key_id uuid, disputed_with uuid[]`;

/** A row of \`said\`. */
export function saidRow(relation: NewRelation, disputedWith: readonly string[]): object {
  const { id, type, fromId, toId, value, validFrom, validUntil, period, extraction, prophetic, citation } = relation;
  const { sourceId, documentId, chunkId, span } = citation;
  const { saidKey, claimId, supersedes, properties, guarded, who, keyId } = relation;
  return {
    ...{ id, type, from_id: fromId, to_id: toId, value, valid_from: validFrom, valid_until: validUntil },
    ...periodRow(period),
    ...{ extraction, prophetic, source_id: sourceId, document_id: documentId, chunk_id: chunkId },
    ...{ span_start: span?.start, span_end: span?.end, said_key: saidKey, claim_id: claimId, supersedes },
    ...{ properties, guarded, who, key_id: keyId, disputed_with: disputedWith },
  };
}

/** The columns of a period in such rows. */
export function periodRow({ certain, possible, tail }: Period): object {
  return { certain: rangeText(certain), possible: rangeText(possible), tail };
}
