import fc from 'fast-check';
import { period, type Unit } from '../../src/core/period.js';
import type { Finding } from '../../src/lore/rules/finding.js';
import { type Fact, type Thing, World } from '../../src/lore/rules/world.js';
import { lexicon } from './lexicon.js';

const TICKS = 10;
const { relationTypes: types } = lexicon;

/** A date of the small worlds: any of these years. Of an era nobody says which: it may be whichever fits. */
export interface Years {
  first: number;
  last: number;
  isEra?: true;
}

export interface Told {
  type: string;
  from: string;
  to: string | null;
  value: string | null;
  begins: Years | null;
  ends: Years | null;
}

export const PEOPLE = ['a', 'b', 'c', 'd'];
const REALMS = ['v', 'w'];
const EVENTS = ['e', 'f'];
const KINDS: Readonly<Record<string, string>> = { v: 'Kingdom', w: 'Kingdom', e: 'Event', f: 'Event' };
const things: Thing[] = [...PEOPLE, ...REALMS, ...EVENTS].map((id) => ({ id, type: KINDS[id] ?? 'Person' }));

export const person = fc.constantFrom(...PEOPLE);
export const realm = fc.constantFrom(...REALMS);
const event = fc.constantFrom(...EVENTS);
export const year = fc.integer({ min: 1, max: 9 });
const date = fc.oneof(
  { weight: 3, arbitrary: year.map((at) => ({ first: at, last: at })) },
  { weight: 1, arbitrary: year.map((at) => ({ first: at, last: at + 2 })) },
);
const dateOrEra = fc.oneof(
  { weight: 3, arbitrary: date },
  { weight: 1, arbitrary: year.map((at): Years => ({ first: at, last: at + 2, isEra: true })) },
);
const open = fc.constant(null);

/** Windows that begin before they end in every reading; either side may be open. */
const windowOf = (dates: fc.Arbitrary<Years>) =>
  fc.oneof(
    fc.tuple(dates, fc.integer({ min: 1, max: 4 }), fc.nat(2)).map(([begins, length, how]) => {
      const end = begins.last + length;
      const isEra = how === 2 && begins.isEra === true;
      return { begins, ends: { first: end, last: how === 0 ? end : end + 1, ...(isEra ? { isEra } : {}) } };
    }),
    dates.map((begins) => ({ begins, ends: null })),
  );

const lasting = (type: string, to: fc.Arbitrary<string>, dates: fc.Arbitrary<Years>) =>
  fc
    .tuple(person, to, windowOf(dates))
    .map(([from, end, when]): Told => ({ type, from, to: end, value: null, ...when }));
const attribute = (type: string, from: fc.Arbitrary<string>, dates: fc.Arbitrary<Years>) =>
  fc.tuple(from, dates).map(([who, at]): Told => {
    return { type, from: who, to: null, value: `${at.first}..${at.last}`, begins: at, ends: at };
  });
export const timeless = (type: string) =>
  fc.tuple(person, person).map(([from, to]): Told => ({ type, from, to, value: null, begins: null, ends: null }));

const toldOf = (dates: fc.Arbitrary<Years>) =>
  fc.oneof(
    { weight: 4, arbitrary: lasting('RULES', realm, dates) },
    { weight: 2, arbitrary: lasting('SPOUSE_OF', person, dates).filter(({ from, to }) => from !== to) },
    { weight: 2, arbitrary: attribute('BORN_ON', person, dates) },
    { weight: 2, arbitrary: attribute('DIED_ON', person, dates) },
    { weight: 1, arbitrary: attribute('OCCURRED_ON', event, dates) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(person, event, fc.oneof(open, dates))
        .map(([from, to, at]): Told => ({ type: 'PARTICIPATED_IN', from, to, value: null, begins: at, ends: null })),
    },
    { weight: 3, arbitrary: timeless('PARENT_OF') },
  );
const worldOf = (dates: fc.Arbitrary<Years>) => fc.array(toldOf(dates), { minLength: 1, maxLength: 9 });
export const roughWorld = worldOf(date);
export const world = worldOf(dateOrEra);

function unit({ first, last, isEra }: Years): Unit {
  const whole = { start: first * TICKS, end: (last + 1) * TICKS };
  if (isEra === true) return { ...whole, latest: whole.end - 1 };
  return first === last ? whole : { ...whole, latest: last * TICKS, isPoint: true };
}

export function factOf({ type, from, to, value, begins, ends }: Told, at: number): Fact {
  const [start, end] = [begins && unit(begins), ends && unit(ends)];
  const isEvent = types.get(type)?.isEvent === true;
  const when = period(start, end ?? (isEvent ? start : null));
  return { id: `r${at}`, type, from, to, value, when, begins: start, ends: end, isProphetic: false };
}

export function build(facts: readonly Fact[]): World {
  return new World({ types, things, facts, parentsMayShareGender: false });
}

/** Every choice of one year for each date that is told as one, beside a choice of those of eras. */
export function* readings(all: readonly Told[], isEra = false, beside: Reading = new Map()): Generator<Reading> {
  const dates = [...new Set(all.flatMap(({ begins, ends }) => [begins, ends]).filter((one) => one !== null))];
  yield* choose(
    dates.filter((one) => (one.isEra === true) === isEra),
    beside,
  );
}

type Reading = ReadonlyMap<Years, number>;

function* choose([first, ...rest]: readonly Years[], chosen: Reading): Generator<Reading> {
  if (first === undefined) return yield chosen;
  for (let at = first.first; at <= first.last; at++) yield* choose(rest, new Map(chosen).set(first, at));
}

interface Life {
  born: number;
  died: number;
}

/** The oracle: what clashes in one reading of all dates, from first principles. Pairs are told by their places. */
export function clashesIn(all: readonly Told[], reading: Reading): Set<string> {
  const at = (date: Years | null) => (date === null ? null : (reading.get(date) ?? null));
  const ofType = (who: string, type: string) => all.filter((one) => one.type === type && one.from === who);
  const lifeOf = (who: string): Life => ({
    born: at(ofType(who, 'BORN_ON')[0]?.begins ?? null) ?? Number.NEGATIVE_INFINITY,
    died: at(ofType(who, 'DIED_ON')[0]?.begins ?? null) ?? Number.POSITIVE_INFINITY,
  });
  const found = new Set<string>();
  all.forEach((one, i) => {
    all.forEach((other, j) => {
      const isRival = i < j && one.type === other.type && isRivalSlot(one, other);
      if (isRival && meet(segments(one, at, lifeOf), segments(other, at, lifeOf))) {
        found.add(`relation_exclusive r${i} r${j}`);
      }
    });
    const dated = ofType(one.to ?? '', 'OCCURRED_ON')[0];
    if (isOutside(one, dated, at, lifeOf)) found.add(`outside_lifespan r${i}`);
  });
  return found;
}

type At = (date: Years | null) => number | null;
type LifeOf = (who: string) => Life;

function actorsOf({ type, from, to }: Told): string[] {
  return type === 'SPOUSE_OF' ? [from, to ?? ''] : [from];
}

/** From the year in which it begins to that in which it ends, at the latest with who has to live. */
function segments(one: Told, at: At, lifeOf: LifeOf): [number, number] {
  const end = at(one.ends) ?? Math.min(...actorsOf(one).map((who) => lifeOf(who).died));
  return [at(one.begins) ?? Number.NEGATIVE_INFINITY, end];
}

/** Whether a bound of a window, or the moment of an act, lies outside the life of one who acts. */
function isOutside(one: Told, dated: Told | undefined, at: At, lifeOf: LifeOf): boolean {
  if (one.type === 'DIED_ON') return (at(one.begins) ?? 0) < lifeOf(one.from).born;
  const times = {
    PARTICIPATED_IN: [at(one.begins ?? dated?.begins ?? null)],
    RULES: [at(one.begins), at(one.ends)],
    SPOUSE_OF: [at(one.begins), at(one.ends)],
  }[one.type];
  return actorsOf(one).some((who) => {
    const { born, died } = lifeOf(who);
    return (times ?? []).some((time) => time !== null && (time < born || died < time));
  });
}

function isRivalSlot(a: Told, b: Told): boolean {
  if (a.type === 'RULES') return a.to === b.to && a.from !== b.from;
  if (a.type !== 'SPOUSE_OF') return false;
  const [mine, theirs] = [new Set([a.from, a.to]), new Set([b.from, b.to])];
  return [...mine].filter((one) => theirs.has(one)).length === 1;
}

/** Windows run from the year in which they begin to that in which they end; where one ends another may begin. */
function meet([from, until]: [number, number], [start, end]: [number, number]): boolean {
  return Math.max(from, start) < Math.min(until, end);
}

/** As the oracle names it: pairs by both places, acts by their own. */
export function nameOf({ code, core, anachronism }: Finding): string {
  return code === 'outside_lifespan' ? `${code} ${anachronism?.act}` : `${code} ${core.join(' ')}`;
}

/** What is told once of each: who disagrees on a birth is for other tests. */
export function toldOnce(all: readonly Told[]): boolean {
  const single = all.filter(({ value }) => value !== null).map(({ type, from }) => `${type} ${from}`);
  return new Set(single).size === single.length;
}

export function outsideIn(all: readonly Told[], reading: Reading): Set<string> {
  return new Set([...clashesIn(all, reading)].filter((clash) => clash.startsWith('outside_lifespan')));
}

export function inEvery([first = new Set<string>(), ...others]: readonly Set<string>[]): Set<string> {
  return new Set([...first].filter((one) => others.every((other) => other.has(one))));
}
