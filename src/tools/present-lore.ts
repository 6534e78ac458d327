import type { Calendar } from '../core/calendar.js';
import type { Entity } from '../core/lore.js';
import type { RecordedRelation } from '../core/record.js';
import { type LoreSource, RELIABILITY } from '../core/source.js';
import { sentence } from '../flows/lore/contradictions.js';
import type { DescribedRelation } from '../flows/lore/describe.js';
import type { PagedRelation } from '../store/queries/records/page-record.js';
import { presentBounds } from './present.js';

/** Turns what the lore store holds into what an answer shows. */

export function presentEntity({
  id,
  type,
  name,
  aliases,
  loreVerified,
  properties,
  mergedInto,
  createdAt,
  who,
}: Entity) {
  return { id, type, name, aliases, loreVerified, properties, mergedInto, createdAt, who };
}

export function presentSource({ id, uri, title, kind }: LoreSource) {
  return { id, uri, title, reliability: kind, weight: RELIABILITY[kind] };
}

/** A relation in a line; what is foretold, disputed or no longer stands is said at its end. */
export function relationLine(described: DescribedRelation<RecordedRelation>): string {
  const { prophetic, isDisputed, status } = described.relation;
  const marks = [
    ...(prophetic ? ['foretold'] : []),
    ...(isDisputed ? ['disputed'] : []),
    ...(status === 'active' ? [] : [status]),
  ];
  return marks.length === 0 ? sentence(described) : `${sentence(described)} (${marks.join(', ')})`;
}

export function presentRelation(
  { relation, from, to, source, confidence }: DescribedRelation<PagedRelation>,
  calendar: Calendar,
) {
  const { id, type, value, citation, claimId, status, isDisputed, disputedWith } = relation;
  const { supersededBy, supersedes, prophetic, guarded, properties, who, systemFrom, systemUntil } = relation;
  const { documentId, chunkId, span } = citation;
  const { validFrom, validUntil } = presentBounds(relation, calendar);
  return {
    id,
    type,
    from,
    to,
    value,
    validFrom,
    validUntil,
    confidence: confidence === null ? null : Math.round(confidence * 1000) / 1000,
    source: source === null ? null : presentSource(source),
    documentId,
    chunkId,
    span,
    claimId,
    status,
    isDisputed,
    disputedWith,
    supersededBy,
    supersedes,
    prophetic,
    guarded,
    properties,
    who,
    systemFrom,
    systemUntil,
  };
}
