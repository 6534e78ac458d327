import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check, checkAll, checkStored } from '../../src/lore/rules/check.js';
import type { Finding } from '../../src/lore/rules/finding.js';
import { lifeToldBy } from '../../src/lore/rules/life.js';
import type { Fact } from '../../src/lore/rules/world.js';
import {
  build,
  clashesIn,
  factOf,
  inEvery,
  nameOf,
  outsideIn,
  PEOPLE,
  person,
  readings,
  realm,
  roughWorld,
  type Told,
  timeless,
  toldOnce,
  world,
  type Years,
  year,
} from '../helpers/dated-worlds.js';

const RUNS = process.env.LOREGUARD_SOAK === '1' ? 20_000 : 1500;

/** Who was born after the other's death, and was married to them at some time of an era in which both lived. */
const NEVER_MET: Told[] = [
  { type: 'DIED_ON', from: 'd', to: null, value: '1..1', begins: exactly(1), ends: exactly(1) },
  { type: 'SPOUSE_OF', from: 'a', to: 'd', value: null, begins: { first: 1, last: 3, isEra: true }, ends: null },
  { type: 'BORN_ON', from: 'a', to: null, value: '2..2', begins: exactly(2), ends: exactly(2) },
];

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
      { numRuns: RUNS, examples: [[NEVER_MET]] },
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
