import fc from 'fast-check';
import { period, type Truth, type Unit } from '../../src/core/period.js';
import {
  allTicksHeld,
  type Bound,
  heldByReadings,
  isRough,
  OPEN_FROM,
  OPEN_UNTIL,
  UNKNOWN_BOUND,
  type WorldWindow,
  year,
  years,
} from './time-world.js';

/**
 * Random worlds of people, realms and events over the five years of the small world, and what is true in them by going
 * through every reading of every date. Nothing here asks the code under test.
 */

/** The years of the small world on a calendar: its year 0 is the year 10. */
export const CALENDAR = {
  ...{ id: 'oracle', name: 'Years of the Oracle', current: '12 YO', units: {}, circa_years: 1 },
  eras: [
    { slug: 'oracle', name: 'Age of the Oracle', abbreviations: ['YO'], start: 1 },
    { slug: 'early', name: 'Early Days', parent: 'oracle', start: 10, end: 13 },
  ],
};

export interface WrittenBound extends Bound {
  /** As it is written; null is open. */
  text: string | null;
}

const written = (n: number) => `${n + 10} YO`;
const exact = fc
  .integer({ min: 1, max: 3 })
  .map((n): WrittenBound => ({ given: year(n), meant: [year(n)], text: written(n) }));
const circa = fc.constant(2).map((n): WrittenBound => {
  const [first, last] = [year(n - 1), year(n + 1)];
  const given = { start: first.start, end: last.end, latest: last.start, isPoint: true as const };
  return { given, meant: years(n - 1, n + 1), text: `circa ${written(n)}` };
});
const unknown = fc.constant<WrittenBound>({ ...UNKNOWN_BOUND, text: 'unknown' });
const openFrom = fc.constant<WrittenBound>({ ...OPEN_FROM, text: null });
const openUntil = fc.constant<WrittenBound>({ ...OPEN_UNTIL, text: null });

/** When something was asked about. */
export interface AskedText {
  text: string;
  unit: Unit;
}

export const TIMES: readonly AskedText[] = [
  ...[0, 1, 2, 3, 4].map((n) => ({ text: written(n), unit: year(n) })),
  ...[1, 2, 3].map((n) => ({
    text: `circa ${written(n)}`,
    unit: { start: year(n - 1).start, end: year(n + 1).end, isPoint: true as const },
  })),
  { text: 'Early Days', unit: { start: year(0).start, end: year(2).end } },
];

export interface Mortal {
  /** Years, or null where nothing is told. They live through the years in which things begin and end. */
  born: 0 | null;
  died: 4 | null;
}

export interface ToldRelation {
  type: 'RULES' | 'LOCATED_IN';
  person: number;
  realm: number;
  from: WrittenBound;
  until: WrittenBound;
  isProphetic: boolean;
  isRetracted: boolean;
}

export interface OracleWorld {
  people: readonly Mortal[];
  relations: readonly ToldRelation[];
  /** The years in which events took place, and who saw them; null: nobody dates it. */
  events: readonly { year: number | null; witness: number }[];
}

export const PEOPLE = 3;
export const REALMS = 2;

const told: fc.Arbitrary<ToldRelation> = fc
  .record({
    type: fc.constantFrom('RULES', 'LOCATED_IN'),
    person: fc.nat(PEOPLE - 1),
    realm: fc.nat(REALMS - 1),
    from: fc.oneof({ weight: 4, arbitrary: exact }, circa, unknown, openFrom),
    until: fc.oneof({ weight: 4, arbitrary: exact }, circa, unknown, openUntil),
    isProphetic: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
    isRetracted: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
  })
  .filter(({ from, until }) => {
    const [first, last] = [
      from.given?.start ?? -1e9,
      until.given === null ? 1e9 : (until.given.latest ?? until.given.start),
    ];
    return first <= last && !isRough(windowOf(from, until)) && !isVague(from, until);
  });

/** With an end that nobody knows and one that a life may give, no more than the hull is kept: a sure answer may be missed. */
function isVague(from: WrittenBound, until: WrittenBound): boolean {
  return (from.text === 'unknown' && until.text === null) || (from.text === null && until.text === 'unknown');
}

export const anyWorld: fc.Arbitrary<OracleWorld> = fc.record({
  people: fc.array(fc.record({ born: fc.constantFrom(0 as const, null), died: fc.constantFrom(4 as const, null) }), {
    minLength: PEOPLE,
    maxLength: PEOPLE,
  }),
  relations: fc.array(told, { maxLength: 8 }),
  events: fc.array(fc.record({ year: fc.option(fc.integer({ min: 1, max: 3 })), witness: fc.nat(PEOPLE - 1) }), {
    maxLength: 2,
  }),
});

function windowOf(from: Bound, until: Bound): WorldWindow {
  return { from, until, period: period(from.given, until.given) };
}

/** An open end is that of the life. */
function lived({ from, until, person }: ToldRelation, { people }: OracleWorld): WorldWindow {
  const { born = null, died = null } = people[person] ?? {};
  const bound = (n: number): Bound => ({ given: year(n), meant: [year(n)] });
  return windowOf(
    from.text === null && born !== null ? bound(born) : from,
    until.text === null && died !== null ? bound(died) : until,
  );
}

const believed = ({ isProphetic, isRetracted }: ToldRelation) => !isProphetic && !isRetracted;

/** Whether one relation held at a time: of a moment, wherever it lies. */
export function heldTruth(relation: ToldRelation, world: OracleWorld, { unit }: AskedText): Truth {
  const window = lived(relation, world);
  return unit.isPoint === true && allTicksHeld([window], unit) ? 'true' : heldByReadings(window, unit);
}

/** Whether somebody stood in a relation to a realm at a time. */
export function wasTruth(
  world: OracleWorld,
  { type, person, realm }: Pick<ToldRelation, 'type' | 'person' | 'realm'>,
  asked: AskedText,
): Truth {
  const there = world.relations.filter((one) => one.type === type && one.realm === realm && believed(one));
  const own = there.filter((one) => one.person === person);
  const truths = own.map((one) => heldTruth(one, world, asked));
  const windows = (some: readonly ToldRelation[]) => some.map((one) => lived(one, world));
  if (truths.includes('true') || allTicksHeld(windows(own), asked.unit)) return 'true';
  const rivals = type === 'RULES' ? there.filter((one) => one.person !== person) : [];
  const isOver = own.length > 0 && truths.every((truth) => truth === 'false');
  return isOver || (rivals.length > 0 && allTicksHeld(windows(rivals), asked.unit)) ? 'false' : 'unknown';
}

/** Whether somebody had seen an event by a time. */
export function sawTruth(world: OracleWorld, event: number, { unit }: AskedText): Truth {
  const { year: happened = null } = world.events[event] ?? {};
  if (happened === null) return 'unknown';
  const { start, end } = year(happened);
  if (unit.isPoint === true) return unit.start >= end ? 'true' : unit.end <= start ? 'false' : 'unknown';
  return unit.end > start ? 'true' : 'false';
}
