import { isSometime, type Unit } from '../../core/period.js';
import { EXISTED_DURING, type Fact, MAKING, type World } from './world.js';

/** One stretch of time in which something exists; an end that nothing is known of is null. */
export interface Life {
  begins: Unit | null;
  ends: Unit | null;
  /** Ids of the relations that tell of either end, first the one that leaves the most time. */
  born: readonly string[];
  died: readonly string[];
}

/**
 * When something exists: the windows that are told of it if there are any, else from its birth to its death. Empty
 * where nothing is told. Where sources disagree on a birth or a death it lies anywhere between what they say.
 */
export function livesOf(thing: string, world: World): Life[] {
  const windows = world
    .at(thing, 'from', EXISTED_DURING)
    .filter(({ begins, ends }) => begins !== null || ends !== null);
  if (windows.length > 0) {
    return windows.map(({ id, begins, ends }) => ({ begins, ends, born: [id], died: [id] })).sort(byStart);
  }
  const births = dated(birthsOf(thing, world), ({ begins }) => begins);
  const deaths = dated(deathsOf(thing, world), ({ ends }) => ends);
  if (births.length + deaths.length === 0) return [];
  births.sort((a, b) => a.date.start - b.date.start);
  deaths.sort((a, b) => b.date.end - a.date.end);
  return [{ begins: spread(births), ends: spread(deaths), born: births.map(idOf), died: deaths.map(idOf) }];
}

/** The entity whose existence the relation tells of, or null. */
export function lifeToldBy(fact: Fact, world: World): string | null {
  if (fact.type === EXISTED_DURING || world.type(fact.type)?.existence != null) return fact.from;
  return MAKING.has(fact.type) ? fact.to : null;
}

function birthsOf(thing: string, world: World): Fact[] {
  const told = world.typesWhere(({ existence }) => existence === 'birth');
  return [
    ...told.flatMap((type) => world.at(thing, 'from', type)),
    ...[...MAKING].flatMap((type) => world.at(thing, 'to', type)),
  ];
}

function deathsOf(thing: string, world: World): Fact[] {
  const told = world.typesWhere(({ existence }) => existence === 'death');
  return told.flatMap((type) => world.at(thing, 'from', type));
}

interface Dated {
  id: string;
  date: Unit;
}

function dated(facts: readonly Fact[], dateOf: (fact: Fact) => Unit | null): Dated[] {
  return facts.flatMap((fact) => {
    const date = dateOf(fact);
    return date === null ? [] : [{ id: fact.id, date }];
  });
}

function idOf({ id }: Dated): string {
  return id;
}

/** One date that may be any of these. */
function spread(dates: readonly Dated[]): Unit | null {
  const all = dates.map(({ date }) => date);
  const [first, ...others] = all;
  if (first === undefined) return null;
  if (others.every((date) => isSameDate(date, first))) return first;
  const [start, end] = [Math.min(...all.map((date) => date.start)), Math.max(...all.map((date) => date.end))];
  const latest = Math.max(...all.map(lastStart));
  return latest === start ? { start, end } : { start, end, latest, isPoint: true };
}

/** Whether two sources tell the same, as precisely as each other. */
export function isSameDate(a: Unit, b: Unit): boolean {
  return a.start === b.start && a.end === b.end && lastStart(a) === lastStart(b) && isSometime(a) === isSometime(b);
}

function byStart(a: Life, b: Life): number {
  return (a.begins?.start ?? Number.NEGATIVE_INFINITY) - (b.begins?.start ?? Number.NEGATIVE_INFINITY);
}

/** Where the last unit begins that a date may mean. */
export function lastStart({ start, latest }: Unit): number {
  return latest ?? start;
}

/**
 * The start of the last unit that a date has to be met in, and the end of the first one. Of what is only known to lie in an
 * era nobody says when it was: that fits wherever any time of the era does.
 */
export function surelyBegun(date: Unit): number {
  return isSometime(date) ? date.start : lastStart(date);
}

export function surelyLasting(date: Unit): number {
  return isSometime(date) ? date.end : firstUnit(date).end;
}

/** The first unit that a date may mean, and the last one. */
export function firstUnit(date: Unit): Unit {
  return { start: date.start, end: date.start + date.end - lastStart(date) };
}

export function lastUnit(date: Unit): Unit {
  return { start: lastStart(date), end: date.end };
}
