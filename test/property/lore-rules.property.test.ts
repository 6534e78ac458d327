import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { period, type Unit } from '../../src/core/period.js';
import { check, checkAll, checkStored } from '../../src/lore/rules/check.js';
import type { Finding } from '../../src/lore/rules/finding.js';
import { lifeToldBy } from '../../src/lore/rules/life.js';
import { type Fact, type Thing, World } from '../../src/lore/rules/world.js';
import { loadLexicon } from '../../src/start/lexicons.js';

const RUNS = process.env.LOREGUARD_SOAK === '1' ? 20_000 : 1500;
const TICKS = 10;
const { relationTypes: types } = loadLexicon();

/** A date of the small worlds: any of these years. Of an era nobody says which: it may be whichever fits. */
interface Years {
  first: number;
  last: number;
  isEra?: true;
}

interface Told {
  type: string;
  from: string;
  to: string | null;
  value: string | null;
  begins: Years | null;
  ends: Years | null;
}

const PEOPLE = ['a', 'b', 'c', 'd'];
const REALMS = ['v', 'w'];
const EVENTS = ['e', 'f'];
const KINDS: Readonly<Record<string, string>> = { v: 'Kingdom', w: 'Kingdom', e: 'Event', f: 'Event' };
const things: Thing[] = [...PEOPLE, ...REALMS, ...EVENTS].map((id) => ({ id, type: KINDS[id] ?? 'Person' }));

const person = fc.constantFrom(...PEOPLE);
const realm = fc.constantFrom(...REALMS);
const event = fc.constantFrom(...EVENTS);
const year = fc.integer({ min: 1, max: 9 });
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
const timeless = (type: string) =>
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
const roughWorld = worldOf(date);
const world = worldOf(dateOrEra);

function unit({ first, last, isEra }: Years): Unit {
  const whole = { start: first * TICKS, end: (last + 1) * TICKS };
  if (isEra === true) return { ...whole, latest: whole.end - 1 };
  return first === last ? whole : { ...whole, latest: last * TICKS, isPoint: true };
}

function factOf({ type, from, to, value, begins, ends }: Told, at: number): Fact {
  const [start, end] = [begins && unit(begins), ends && unit(ends)];
  const isEvent = types.get(type)?.isEvent === true;
  const when = period(start, end ?? (isEvent ? start : null));
  return { id: `r${at}`, type, from, to, value, when, begins: start, ends: end, isProphetic: false };
}

function build(facts: readonly Fact[]): World {
  return new World({ types, things, facts, parentsMayShareGender: false });
}

/** Every choice of one year for each date that is told as one, beside a choice of those of eras. */
function* readings(all: readonly Told[], isEra = false, beside: Reading = new Map()): Generator<Reading> {
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
function clashesIn(all: readonly Told[], reading: Reading): Set<string> {
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
function nameOf({ code, core, anachronism }: Finding): string {
  return code === 'outside_lifespan' ? `${code} ${anachronism?.act}` : `${code} ${core.join(' ')}`;
}

/** What is told once of each: who disagrees on a birth is for other tests. */
function toldOnce(all: readonly Told[]): boolean {
  const single = all.filter(({ value }) => value !== null).map(({ type, from }) => `${type} ${from}`);
  return new Set(single).size === single.length;
}

function outsideIn(all: readonly Told[], reading: Reading): Set<string> {
  return new Set([...clashesIn(all, reading)].filter((clash) => clash.startsWith('outside_lifespan')));
}

function inEvery([first = new Set<string>(), ...others]: readonly Set<string>[]): Set<string> {
  return new Set([...first].filter((one) => others.every((other) => other.has(one))));
}

const DATED = new Set(['relation_exclusive', 'outside_lifespan']);

describe('the rules of the categories A and B', () => {
  it('say of dates what every reading of them says', () => {
    fc.assert(
      fc.property(roughWorld.filter(toldOnce), (all) => {
        const found = checkAll(build(all.map(factOf))).filter(({ code }) => DATED.has(code));
        const possible = new Set<string>();
        let certain: Set<string> | null = null;
        for (const reading of readings(all)) {
          const clashes = clashesIn(all, reading);
          for (const clash of clashes) possible.add(clash);
          certain = new Set([...(certain ?? clashes)].filter((one) => clashes.has(one)));
        }
        expect(new Set(found.map(nameOf))).toEqual(possible);
        // Of several dates of one act, each may be the one that misses: then no single one is sure to.
        for (const one of found.filter(({ isCertain }) => isCertain)) expect(certain).toContain(nameOf(one));
      }),
      { numRuns: RUNS },
    );
  });

  it('find no act outside a life that fits into it at some time of the era that is told', () => {
    fc.assert(
      fc.property(world.filter(toldOnce), (all) => {
        const found = checkAll(build(all.map(factOf))).filter(({ code }) => code === 'outside_lifespan');
        const possible = new Set<string>();
        let certain: Set<string> | null = null;
        for (const told of readings(all)) {
          const clashes = inEvery([...readings(all, true, told)].map((reading) => outsideIn(all, reading)));
          for (const clash of clashes) possible.add(clash);
          certain = new Set([...(certain ?? clashes)].filter((one) => clashes.has(one)));
        }
        expect(new Set(found.map(nameOf))).toEqual(possible);
        for (const one of found.filter(({ isCertain }) => isCertain)) expect(certain).toContain(nameOf(one));
      }),
      { numRuns: RUNS },
    );
  });

  it('are sure of what exact dates say', () => {
    const exact = roughWorld.filter(
      (all) =>
        toldOnce(all) && all.every(({ begins, ends }) => [begins, ends].every((one) => one?.first === one?.last)),
    );
    fc.assert(
      fc.property(exact, (all) => {
        const [reading = new Map()] = [...readings(all)];
        const found = checkAll(build(all.map(factOf))).filter(({ code }) => DATED.has(code));
        expect(found.every(({ isCertain }) => isCertain)).toBe(true);
        expect(new Set(found.map(nameOf))).toEqual(clashesIn(all, reading));
      }),
      { numRuns: RUNS },
    );
  });

  it('find the shortest circle, and every third parent', () => {
    fc.assert(
      fc.property(fc.array(timeless('PARENT_OF'), { minLength: 1, maxLength: 8 }), (all) => {
        const facts = all.map(factOf);
        const found = checkAll(build(facts));
        facts.forEach((fact, at) => {
          const length = shortestCircle(all, at);
          const circles = found.filter(({ code, core }) => code === 'relation_cycle' && core.includes(fact.id));
          const own = check(fact, build(facts.filter((one) => one !== fact))).find(
            ({ code }) => code === 'relation_cycle',
          );
          expect(own?.core.length ?? null).toBe(length);
          if (length !== null) expect(circles.length).toBeGreaterThan(0);
        });
        for (const child of PEOPLE) {
          const parents = new Set(all.filter(({ to }) => to === child).map(({ from }) => from));
          const isRefused = found.some(
            ({ code, core }) => code === 'too_many_parents' && coreOf(facts, core).every(({ to }) => to === child),
          );
          expect(isRefused).toBe(parents.size > 2);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('say of one relation what they say of the whole world, whichever was stored first', () => {
    fc.assert(
      fc.property(world, fc.nat(), (all, pick) => {
        const facts = all.map(factOf);
        const incoming = facts[pick % facts.length] as Fact;
        const others = facts.filter((fact) => fact !== incoming);
        const whole = checkAll(build([...facts].reverse())).filter(({ core }) => core.includes(incoming.id));
        const before = checkAll(build(others))
          .filter(({ anachronism }) => anachronism !== undefined)
          .map(missedBy);
        // One circle is enough, and an act that missed a life before does so still, whatever else is told of that life.
        const expected = whole.filter((found) => found.code !== 'relation_cycle' && !before.includes(missedBy(found)));
        const found = check(incoming, build(others));
        expect(keysOf(unsaid(expected, found, facts))).toEqual([]);
        expect(keysOf(found).filter((key) => !keysOf(whole).includes(key))).toEqual([]);
        expect(found.some(isCircle)).toBe(whole.some(isCircle));
        // A relation that is stored already clashes with what it would clash with if it came now.
        const stored = build(facts);
        expect(keysOf(check(stored.fact(incoming.id) ?? incoming, stored))).toEqual(keysOf(found));
      }),
      { numRuns: RUNS },
    );
  });

  it('say of stored relations what they say of the whole world, whatever was stored together', () => {
    fc.assert(
      fc.property(world, (all) => {
        const facts = all.map(factOf);
        const stored = build(facts);
        const whole = checkAll(stored);
        const found = [...stored.facts].flatMap((fact) => {
          const own = checkStored(fact, stored);
          // One circle is enough; an act outside a life is found by whatever tells of that life.
          const isAbout = ({ core, anachronism }: Finding) =>
            core.includes(fact.id) || (anachronism !== undefined && lifeToldBy(fact, stored) === anachronism.thing);
          const expected = whole.filter((one) => isAbout(one) && !isCircle(one));
          expect(keysOf(unsaid(expected, own, facts))).toEqual([]);
          return keysOf(own);
        });
        expect([...new Set(found)].sort()).toEqual(keysOf(whole));
      }),
      { numRuns: RUNS },
    );
  });

  it('name a least set: all of it clashes by itself, and nothing of it without one', () => {
    fc.assert(
      fc.property(world.filter(toldOnce), (all) => {
        const facts = all.map(factOf);
        for (const found of checkAll(build(facts)).filter(({ isCertain }) => isCertain)) {
          const core = coreOf(facts, found.core);
          expect(keysOf(checkAll(build(core)))).toContain(keysOf([found])[0]);
          for (const one of core) {
            const rest = checkAll(build(core.filter((fact) => fact !== one)));
            expect(rest.filter((other) => other.isCertain && isOfSameAct(other, found))).toEqual([]);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('leave what is told as a prophecy alone', () => {
    fc.assert(
      fc.property(world, fc.nat(), (all, pick) => {
        const facts = all.map(factOf);
        const at = pick % facts.length;
        const foretold = facts.map((fact, index) => (index === at ? { ...fact, isProphetic: true } : fact));
        expect(check(foretold[at] as Fact, build(facts.filter((_, index) => index !== at)))).toEqual([]);
        const rest = facts.filter((_, index) => index !== at);
        expect(keysOf(checkAll(build(foretold)))).toEqual(keysOf(checkAll(build(rest))));
      }),
      { numRuns: RUNS },
    );
  });

  it('never find more when a stated window is made shorter', () => {
    const nested = fc
      .tuple(year, fc.integer({ min: 2, max: 6 }), fc.nat(5), fc.integer({ min: 1, max: 6 }))
      .map(([from, length, skipped, kept]) => {
        const start = from + Math.min(skipped, length - 1);
        return { wide: [from, from + length], narrow: [start, Math.min(start + kept, from + length)] } as const;
      });
    fc.assert(
      fc.property(world, fc.tuple(person, realm), nested, (all, [from, to], { wide, narrow }) => {
        const others = build(all.map(factOf));
        const reign = ([begins, ends]: readonly [number, number]) =>
          factOf({ type: 'RULES', from, to, value: null, begins: exactly(begins), ends: exactly(ends) }, 99);
        const [less, more] = [check(reign(narrow), others), check(reign(wide), others)];
        const certain = (found: readonly Finding[]) => found.filter(({ isCertain }) => isCertain).map(nameOf);
        for (const one of less.map(nameOf)) expect(more.map(nameOf)).toContain(one);
        for (const one of certain(less)) expect(certain(more)).toContain(one);
      }),
      { numRuns: RUNS },
    );
  });
});

/** Of a life that ends before it begins, who dies in it clashes too. */
function isOfSameAct(a: Finding, b: Finding): boolean {
  return a.code === b.code && a.anachronism?.act === b.anachronism?.act;
}

function isCircle({ code }: Finding): boolean {
  return code === 'relation_cycle';
}

/** What of `expected` was not found, also not by another source for the same parent: either of the two may be named. */
function unsaid(expected: readonly Finding[], found: readonly Finding[], facts: readonly Fact[]): Finding[] {
  const saying = ({ code, isCertain, core }: Finding) =>
    [code, isCertain, ...coreOf(facts, core).map(({ type, from, to, value }) => [type, from, to, value].join())]
      .sort()
      .join(' ');
  const known = new Set([...keysOf(found), ...found.filter(isOfParents).map(saying)]);
  return expected.filter((one) => !known.has(keysOf([one])[0] ?? '') && !known.has(saying(one)));
}

function isOfParents({ code }: Finding): boolean {
  return code === 'too_many_parents' || code === 'parents_same_gender';
}

/** Which act misses whose life, as long as anything does. */
function missedBy({ code, anachronism }: Finding): string {
  return anachronism === undefined ? `${code}` : `${anachronism.act} ${anachronism.thing}`;
}

function exactly(at: number): Years {
  return { first: at, last: at };
}

function keysOf(findings: readonly Finding[]): string[] {
  return findings.map(({ code, core, isCertain }) => `${code} ${isCertain} ${core.join(' ')}`).sort();
}

function coreOf(facts: readonly Fact[], core: readonly string[]): Fact[] {
  return facts.filter(({ id }) => core.includes(id));
}

/** How many relations the shortest circle through one of them has, by trying every order of every length. */
function shortestCircle(all: readonly Told[], at: number): number | null {
  const first = all[at];
  if (first === undefined) return null;
  for (let length = 1; length <= PEOPLE.length; length++) {
    if (closes(all, first.from, first.to ?? '', length - 1)) return length;
  }
  return null;
}

function closes(all: readonly Told[], start: string, end: string, steps: number): boolean {
  if (steps === 0) return start === end;
  return all.some(({ from, to }) => from === end && closes(all, start, to ?? '', steps - 1));
}
