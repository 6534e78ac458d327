import { type Finding, finding } from './finding.js';
import { type Fact, GENDER, PARENT_OF, type World } from './world.js';

/** More of a type than an end may have, whatever their times: a third parent. The core is one more than it may have. */
export function tooMany(fact: Fact, world: World): Finding[] {
  const type = world.type(fact.type);
  if (type === undefined) return [];
  return type.atMost.flatMap(({ end, count }) => {
    const thing = fact[end];
    const held = thing === null ? [] : world.at(thing, end, fact.type);
    const others = distinct(held.filter((other) => other.from !== fact.from || other.to !== fact.to));
    if (others.length < count) return [];
    return combinations(others, count).map((some) =>
      finding('too_many_parents', true, [fact.id, ...some.map(({ id }) => id)]),
    );
  });
}

/** One relation of each holder: a second source for the same parent is no other parent. */
function distinct(facts: readonly Fact[]): Fact[] {
  const byEnds = new Map<string, Fact>();
  for (const fact of [...facts].sort(byId)) {
    const key = `${fact.from}|${fact.to}`;
    if (!byEnds.has(key)) byEnds.set(key, fact);
  }
  return [...byEnds.values()];
}

function byId(a: Fact, b: Fact): number {
  return a.id < b.id ? -1 : 1;
}

/** Most cores that are told of one relation. */
const CORES_MAX = 10;

/** Every choice of that many, in order, up to a bound. */
function combinations(facts: readonly Fact[], count: number): Fact[][] {
  if (count === 0) return [[]];
  const found = facts.flatMap((fact, at) =>
    combinations(facts.slice(at + 1), count - 1).map((rest) => [fact, ...rest]),
  );
  return found.slice(0, CORES_MAX);
}

/** The two parents of one child are of different gender, unless the project says otherwise; an unknown one never clashes. */
export function sameGender(fact: Fact, world: World): Finding[] {
  if (fact.type !== PARENT_OF || fact.to === null || world.parentsMayShareGender) return [];
  const mine = world.at(fact.from, 'from', GENDER);
  const others = distinct(world.at(fact.to, 'to', PARENT_OF).filter(({ from }) => from !== fact.from));
  return others.flatMap((other) => {
    const theirs = world.at(other.from, 'from', GENDER);
    const values = new Set([...mine, ...theirs].map(({ value }) => (value ?? '').trim().toLowerCase()));
    const isShared = mine.some((one) => theirs.some((two) => equal(one, two)));
    if (!isShared) return [];
    // Where sources disagree on a gender, only some reading has both alike.
    return [
      finding('parents_same_gender', values.size === 1, [
        fact.id,
        other.id,
        ...[...mine, ...theirs].map(({ id }) => id),
      ]),
    ];
  });
}

function equal(a: Fact, b: Fact): boolean {
  return (a.value ?? '').trim().toLowerCase() === (b.value ?? '').trim().toLowerCase();
}
