import { type Held, overlap, type Period, type Truth, type Unit } from '../core/period.js';
import type { RecordedRelation } from '../core/record.js';
import { sinceThen } from './existence.js';
import type { Recorded } from './recorded.js';
import { heldIn, type RelationWindow, wasTrueAt } from './truth.js';

const UNTOLD: Held = { truth: 'unknown', covers: null };

/** What the record says of one relation at a time: whether it held or took place then. */
export function heldAt(relation: RecordedRelation, asked: Unit, recorded: Recorded): Held {
  const windows = recorded.windows(relation);
  return windows.length === 0 ? UNTOLD : wasTrueAt(asked, windows);
}

/** Whether what happens once had happened by a time, and when it did. */
export function happenedBy(relation: RecordedRelation, asked: Unit, recorded: Recorded): Held {
  const times = recorded.times(relation);
  if (times.length === 0) return begunBy(relation, asked, recorded);
  const bounds = recorded.boundsOf(relation).slice(0, 1);
  return best(times.map((time) => heldIn({ period: sinceThen(time), bounds }, asked)));
}

/** Nothing says when: it had surely happened where both had come to be by then. */
function begunBy({ fromId, toId }: RecordedRelation, asked: Unit, recorded: Recorded): Held {
  const ends = toId === null ? [fromId] : [fromId, toId];
  const begun = ends.map((end) => recorded.beginning(recorded.idOf(end)));
  const isSure = begun.every((period) => period !== null && heldIn({ period, bounds: [] }, asked).truth === 'true');
  return isSure ? { truth: 'true', covers: 'part' } : UNTOLD;
}

function best(held: readonly Held[]): Held {
  const found = (truth: Truth) => held.find((one) => one.truth === truth);
  return found('true') ?? found('unknown') ?? held[0] ?? UNTOLD;
}

/** What decides whether a relation was so. */
export interface Weighed {
  was: Held;
  /** Which relations say so: those that held, or that were recorded and did not hold. */
  deciding: readonly RecordedRelation[];
  /** Others that had its place then. */
  heldBy: readonly RecordedRelation[];
  /** When it happened, of what happens once. */
  happenedAt: Period | null;
}

/**
 * Whether a relation was so at a time, by every source that tells of it.
 * @param own the relations that say it; of an attribute, those that give this value
 * @param rivals those that have its place, of what is one at a time; of what happens once those that exclude it
 */
export function weigh(
  asked: Unit,
  own: readonly RecordedRelation[],
  rivals: readonly RecordedRelation[],
  recorded: Recorded,
): Weighed {
  const told = own.filter(({ prophetic }) => !prophetic);
  const claims = rivals.filter(({ prophetic }) => !prophetic);
  const type = recorded.type((told[0] ?? claims[0])?.type ?? '');
  if (type?.isEvent === true || type?.value === 'date') return weighOnce(asked, told, claims, recorded);
  const windowsOf = (relations: readonly RecordedRelation[]): RelationWindow[] =>
    relations.flatMap((relation) => recorded.windows(relation));
  const was = wasTrueAt(asked, windowsOf(told), windowsOf(claims));
  const heldBy = claims.filter((rival) => heldAt(rival, asked, recorded).truth === 'true');
  const held = told.filter((relation) => heldAt(relation, asked, recorded).truth === was.truth);
  const deciding = held.length > 0 ? held : told;
  return {
    was,
    deciding: deciding.length > 0 ? deciding : was.truth === 'false' ? heldBy : [],
    heldBy,
    happenedAt: null,
  };
}

/** What happens once did not happen otherwise: who was born on one day was born on no other. */
function weighOnce(
  asked: Unit,
  told: readonly RecordedRelation[],
  rivals: readonly RecordedRelation[],
  recorded: Recorded,
): Weighed {
  if (told.length === 0 && rivals.length > 0) {
    return { was: { truth: 'false', covers: null }, deciding: rivals, heldBy: rivals, happenedAt: null };
  }
  const held = told.map((relation) => ({ relation, held: happenedBy(relation, asked, recorded) }));
  const was = best(held.map((one) => one.held));
  const deciding = held.filter((one) => one.held.truth === was.truth).map(({ relation }) => relation);
  const happenedAt = deciding.flatMap((relation) => recorded.times(relation))[0] ?? null;
  return { was, deciding, heldBy: [], happenedAt };
}

/** Whether a value is the one that an attribute gives: a date by the time that it names, a text by its letters. */
export function isSameValue(given: string, date: Period | null, relation: RecordedRelation): boolean {
  const fold = (text: string | null) => (text ?? '').trim().toLowerCase();
  if (fold(given) === fold(relation.value)) return true;
  return date !== null && overlapsAll(date, relation.period);
}

/** Whether a date that is given is surely another than one that is told: no reading of the one is one of the other. */
export function isOtherDate(date: Period, told: Period): boolean {
  return overlap(allOf(date), allOf(told)) === 'false';
}

/** All that a date may be, its last unit included, as certain. */
function allOf({ possible, tail }: Period): Period {
  const all = { from: possible.from, until: possible.until === null ? null : possible.until + tail };
  return { certain: all, possible: all, tail: 0 };
}

function overlapsAll(date: Period, told: Period): boolean {
  return overlap({ ...date, certain: date.possible }, { ...told, certain: told.possible }) === 'true';
}
