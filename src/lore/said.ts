import {
  type Held,
  heldWithin,
  overlap,
  type Period,
  period,
  type Range,
  type Truth,
  type Unit,
} from '../core/period.js';
import type { RecordedRelation } from '../core/record.js';
import type { RelationType } from '../core/relation-type.js';
import type { Recorded } from './recorded.js';
import { wasTrueAt } from './truth.js';
import { happenedBy, type Weighed, weigh } from './weigh.js';

/** A relation that somebody is about to say, as far as its truth depends on it. */
export interface Said {
  isDenied: boolean;
  /** Told by words that fit one beside the holder too. */
  isLoose: boolean;
  isProphecy: boolean;
  tense: 'past' | 'present';
  /** The date is that of its beginning. */
  isBeginning: boolean;
  dates: readonly SaidDate[];
  /** Of an attribute its value; null of all else. */
  value: string | null;
}

export interface SaidDate {
  bound: 'from' | 'until' | 'at' | 'before' | 'after';
  /** Null where the calendar can't read it. */
  unit: Unit | null;
}

/** The relations that decide: those that say it, those in its place, and those that are only foretold. */
export interface SaidSides {
  own: readonly RecordedRelation[];
  rivals: readonly RecordedRelation[];
  prophecies: readonly RecordedRelation[];
}

/** Stable codes that say why a statement is supported, contradicted or neither. */
export const SAID_CODES = [
  ...(['recorded', 'other_recorded', 'other_time', 'other_bounds', 'not_then', 'foretold', 'denied'] as const),
  ...(['silent', 'unsure_when'] as const),
] as const;
export type SaidCode = (typeof SAID_CODES)[number];

export interface Judged {
  truth: Truth;
  code: SaidCode;
  deciding: readonly RecordedRelation[];
}

interface Asked {
  /** The time that the whole answer is about, where it names one. */
  atTime: Unit | null;
  now: Unit;
  recorded: Recorded;
}

const UNSURE: Judged = { truth: 'unknown', code: 'unsure_when', deciding: [] };

/** What no two of are recorded of one thing, though nothing forbids it: an event has one place, a grave is one. */
const ONE_PLACE: ReadonlySet<string> = new Set(['BURIED_AT', 'OCCURRED_AT']);

/** Ends of which others in its place say that it is not so: a birth happened in one place only. */
export function rivalEnds({ name, single, once }: RelationType): ('from' | 'to')[] {
  return [...new Set([...single, ...once, ...(ONE_PLACE.has(name) ? (['from'] as const) : [])])];
}

/**
 * Whether what is about to be said is so, by what is recorded. Three-valued as `was_true_at` is: what nobody tells is
 * unknown, and so is what is only foretold.
 */
export function judgeSaid(said: Said, type: RelationType, sides: SaidSides, asked: Asked): Judged {
  if (said.dates.some(({ unit }) => unit === null)) return UNSURE;
  if (said.isProphecy) return foretold(sides, said);
  const judged = positive(said, type, sides, asked);
  if (judged.truth === 'unknown' && sides.own.length === 0 && sides.prophecies.length > 0) {
    return { truth: 'unknown', code: 'foretold', deciding: sides.prophecies };
  }
  return said.isDenied ? denied(judged) : judged;
}

/** That it is foretold is all that is said. */
function foretold({ prophecies }: SaidSides, { isDenied }: Said): Judged {
  const truth = prophecies.length > 0 && !isDenied ? 'true' : 'unknown';
  return { truth, code: prophecies.length > 0 ? 'foretold' : 'silent', deciding: prophecies };
}

/** Of what was otherwise than told nobody says that it was not so at all. */
function denied({ truth, code, deciding }: Judged): Judged {
  if (code === 'other_bounds') return { truth: 'unknown', code: 'unsure_when', deciding };
  if (truth === 'unknown') return { truth, code, deciding };
  return { truth: truth === 'true' ? 'false' : 'true', code: 'denied', deciding };
}

function positive(said: Said, type: RelationType, sides: SaidSides, asked: Asked): Judged {
  if (type.value !== null) return said.value === null ? ofDate(said, sides, asked) : ofValue(sides);
  if (type.isEvent) return ofEvent(said, sides, asked);
  // What was so before some year may have gone on, and so may what was so after it.
  if (said.dates.some(({ bound }) => bound === 'before' || bound === 'after')) return UNSURE;
  const isWindow = said.isBeginning || said.dates.some(({ bound }) => bound !== 'at');
  return isWindow ? ofWindow(said, sides, asked) : ofState(said, sides, asked);
}

/** A birth, a death or an event, and its date. */
function ofDate({ dates }: Said, { own }: SaidSides, { recorded }: Asked): Judged {
  const timed = (relation: RecordedRelation) => {
    const named = recorded.boundsOf(relation);
    return allOf(dates.map((date) => datedSo(relation.period, date, named)));
  };
  return best(own, timed, 'other_time');
}

/** An attribute has one value. */
function ofValue({ own, rivals }: SaidSides): Judged {
  if (own.length > 0) return { truth: 'true', code: 'recorded', deciding: own };
  return rivals.length > 0
    ? { truth: 'false', code: 'other_recorded', deciding: rivals }
    : { truth: 'unknown', code: 'silent', deciding: [] };
}

function ofEvent({ dates, isLoose }: Said, { own, rivals }: SaidSides, { atTime, recorded }: Asked): Judged {
  if (own.length === 0) {
    const isElsewhere = rivals.length > 0 && !isLoose;
    return {
      truth: isElsewhere ? 'false' : 'unknown',
      code: isElsewhere ? 'other_recorded' : 'silent',
      deciding: rivals,
    };
  }
  if (dates.length > 0) {
    const timed = (relation: RecordedRelation) => {
      const times = recorded.times(relation);
      const named = recorded.boundsOf(relation);
      return times.length === 0
        ? 'unknown'
        : anyOf(times.map((time) => allOf(dates.map((date) => datedSo(time, date, named)))));
    };
    return best(own, timed, 'other_time');
  }
  if (atTime === null) return { truth: 'true', code: 'recorded', deciding: own };
  return best(own, (relation) => happenedBy(relation, atTime, recorded).truth, 'not_then');
}

/** What lasts, at a time: that of the sentence, of the answer, now for what is, and any so far for what was. */
function ofState(
  { dates, tense, isLoose }: Said,
  { own, rivals }: SaidSides,
  { atTime, now, recorded }: Asked,
): Judged {
  const time = dates[0]?.unit ?? atTime ?? (tense === 'present' ? now : null);
  if (time !== null) return weighed(weigh(time, own, isLoose ? [] : rivals, recorded));
  const soFar = { start: Number.MIN_SAFE_INTEGER, end: now.end };
  return best(own, (relation) => ever(wasTrueAt(soFar, recorded.windows(relation))), 'not_then');
}

function ever({ truth }: Held): Truth {
  return truth;
}

function weighed({ was, deciding, heldBy }: Weighed): Judged {
  const isTaken = was.truth === 'false' && heldBy.length > 0 && deciding.every((one) => heldBy.includes(one));
  const code = was.truth === 'true' ? 'recorded' : isTaken ? 'other_recorded' : 'not_then';
  return { truth: was.truth, code: was.truth === 'unknown' ? silence(deciding) : code, deciding };
}

function silence(deciding: readonly RecordedRelation[]): SaidCode {
  return deciding.length === 0 ? 'silent' : 'unsure_when';
}

/** What lasted from one date to another: these are the recorded ones, or it is told otherwise than recorded. */
function ofWindow(said: Said, { own, rivals }: SaidSides, { recorded }: Asked): Judged {
  if (own.length === 0 && !said.isLoose) return taken(said, rivals, recorded);
  const bounded = (relation: RecordedRelation) => {
    const { possible } = relation.period;
    const named = recorded.boundsOf(relation);
    const at = (side: 'from' | 'until') => unitFrom(possible[side], named);
    return allOf(said.dates.map(({ bound, unit }) => boundSo(at(isStart(bound, said) ? 'from' : 'until'), unit)));
  };
  return best(own, bounded, 'other_bounds');
}

/** Another certainly had the place all the time. */
function taken({ dates }: Said, rivals: readonly RecordedRelation[], recorded: Recorded): Judged {
  const units = dates.flatMap(({ unit }) => unit ?? []);
  const [start, end] = [Math.min(...units.map((unit) => unit.start)), Math.max(...units.map((unit) => unit.end))];
  return weighed(weigh({ start, end }, [], rivals, recorded));
}

function isStart(bound: SaidDate['bound'], { isBeginning }: Said): boolean {
  return bound === 'from' || (bound === 'at' && isBeginning);
}

/** A recorded bound as precisely as it is written; null where it is open, or unknown. */
function unitFrom(at: number | null, named: readonly Unit[]): Unit | null {
  if (at === null) return null;
  return named.find(({ start }) => start === at) ?? { start: at, end: at + 1 };
}

/** Whether a recorded bound is the one that is told: of a month in the recorded year nobody can say. */
function boundSo(recorded: Unit | null, unit: Unit | null): Truth {
  if (recorded === null || unit === null) return 'unknown';
  if (unit.start <= recorded.start && recorded.end <= unit.end) return 'true';
  return unit.start < recorded.end && recorded.start < unit.end ? 'unknown' : 'false';
}

/** Whether something that took place at one time did so when the date says. */
function datedSo(recorded: Period, { bound, unit }: SaidDate, named: readonly Unit[]): Truth {
  const { possible, tail } = recorded;
  const [from, until] = [possible.from, possible.until === null ? null : possible.until + tail];
  if (unit === null || (from === null && until === null)) return 'unknown';
  if (bound === 'before') return ordered(until, unit.start, from, unit.end);
  if (bound === 'after') return ordered(unit.end, from, unit.start, until);
  if (bound === 'from' || bound === 'until') return boundSo(unitFrom(possible[bound], named), unit);
  if (
    heldWithin({ certain: unitRange(unit), possible: unitRange(unit), tail: 0 }, whole(from, until)).covers === 'all'
  ) {
    return 'true';
  }
  return overlap(period(unit, unit), recorded);
}

function unitRange({ start, end }: Unit): Range {
  return { from: start, until: end };
}

function whole(from: number | null, until: number | null): Unit {
  return { start: from ?? Number.MIN_SAFE_INTEGER, end: until ?? Number.MAX_SAFE_INTEGER };
}

/** true: the first surely comes before the second; false: surely the other way round. */
function ordered(end: number | null, start: number | null, otherEnd: number | null, otherStart: number | null): Truth {
  if (end !== null && start !== null && end <= start) return 'true';
  return otherEnd !== null && otherStart !== null && otherEnd >= otherStart ? 'false' : 'unknown';
}

/** By the source that says so, where any does; false where all that is recorded says otherwise. */
function best(
  own: readonly RecordedRelation[],
  truthOf: (relation: RecordedRelation) => Truth,
  otherwise: SaidCode,
): Judged {
  const held = own.map((relation) => ({ relation, truth: truthOf(relation) }));
  const truth = anyOf(held.map((one) => one.truth));
  const deciding = held.filter((one) => one.truth === truth).map(({ relation }) => relation);
  if (own.length === 0) return { truth: 'unknown', code: 'silent', deciding: [] };
  return { truth, code: truth === 'true' ? 'recorded' : truth === 'false' ? otherwise : 'unsure_when', deciding };
}

function anyOf(truths: readonly Truth[]): Truth {
  if (truths.includes('true')) return 'true';
  return truths.length === 0 || truths.includes('unknown') ? 'unknown' : 'false';
}

function allOf(truths: readonly Truth[]): Truth {
  if (truths.includes('false')) return 'false';
  return truths.length === 0 || truths.includes('unknown') ? 'unknown' : 'true';
}
