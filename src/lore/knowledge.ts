import { isEmpty, overlap, type Period, type Range } from '../core/period.js';
import type { RecordedRelation, WayToKnow } from '../core/record.js';
import type { Recorded } from './recorded.js';

/** What somebody did, saw, and where that one was, until a time. */
export interface Witness {
  id: string;
  /** Events, and by what they are known. */
  events: ReadonlyMap<string, 'took_part' | 'witnessed'>;
  /** Places, those that they are parts of among them, and when. */
  places: readonly { place: string; when: readonly Period[] }[];
}

/** Places of events, by their ids. */
export type PlacesOfEvents = ReadonlyMap<string, readonly string[]>;

/**
 * By what somebody may know of a relation: by being part of it, by having been at the event or in the place that it is
 * about, or from a source. Null where nothing tells that it could be known.
 */
export function wayToKnow(
  relation: RecordedRelation,
  witness: Witness,
  placesOf: PlacesOfEvents,
  recorded: Recorded,
): WayToKnow | null {
  const ends = endsOf(relation, recorded);
  if (ends.includes(witness.id)) return 'own';
  const ways = ends.flatMap((id) => witness.events.get(id) ?? []);
  if (ways.includes('took_part')) return 'took_part';
  if (ways.length > 0) return 'witnessed';
  const places = new Set([...ends, ...ends.flatMap((id) => placesOf.get(id) ?? [])]);
  const there = witness.places.filter(({ place }) => places.has(place)).flatMap(({ when }) => when);
  const times = recorded.times(relation);
  if (times.some((time) => there.some((when) => overlap(time, when) === 'true'))) return 'present';
  return relation.citation.sourceId === null ? null : 'told';
}

function endsOf({ fromId, toId }: RecordedRelation, recorded: Recorded): string[] {
  return [fromId, ...(toId === null ? [] : [toId])].map((id) => recorded.idOf(id));
}

/** Whether what is told of may have begun before a tick; what nobody dates may have. */
export function mayHaveBegun(relation: RecordedRelation, before: number, recorded: Recorded): boolean {
  const times = recorded.times(relation);
  return times.length === 0 || times.some(({ possible }) => possible.from === null || possible.from < before);
}

/** A period as far as it can be known at a tick: what comes later is not told. */
export function upTo({ certain, possible, tail }: Period, tick: number): Period {
  const cut = (range: Range): Range => {
    if (range.from !== null && range.from >= tick) return { from: tick, until: tick };
    return range.until !== null && range.until <= tick ? range : { from: range.from, until: tick };
  };
  const sure = isEmpty(certain) ? certain : cut(certain);
  return { certain: sure, possible: cut(possible), tail: possible.until !== null && possible.until < tick ? tail : 0 };
}
