import { actsOutside, eventEnd, livesOfType } from './acts.js';
import { cycle } from './cycles.js';
import type { Finding } from './finding.js';
import { lifeToldBy } from './life.js';
import { sameGender, tooMany } from './parents.js';
import { rivals } from './slots.js';
import { DATING, type Fact, GENDER, PARENT_OF, type World } from './world.js';

/**
 * What a relation clashes with, by the rules of the categories A (contradictions) and B (anachronisms).
 * An act that missed a life before does not do so because of it.
 * @param fact the relation that is to be stored, or one that is
 * @param world what is stored around it, itself perhaps
 */
export function check(fact: Fact, world: World): Finding[] {
  if (fact.isProphetic) return [];
  const whole = world.with(fact);
  const own = whole.fact(fact.id) ?? fact;
  const touched = touchedBy(own, whole);
  const before = touched.length === 0 ? world : world.without(fact.id);
  const made = touched.flatMap((one) => newFindings(findingsAt(one, whole), findingsAt(one, before)));
  return unique([...findingsAt(own, whole), ...made].filter(({ core }) => core.includes(fact.id)));
}

/**
 * What a stored relation clashes with in the world that it is in, whichever was told first; and the acts that miss the
 * life that it tells of, whoever leaves them no time. Of relations that were stored together none hides from the others
 * what it clashes with.
 */
export function checkStored(fact: Fact, world: World): Finding[] {
  const living = lifeToldBy(fact, world);
  const made = touchedBy(fact, world).flatMap((one) => findingsAt(one, world));
  const isAbout = ({ core, anachronism }: Finding) =>
    core.includes(fact.id) || (living !== null && anachronism?.thing === living);
  return unique([...findingsAt(fact, world), ...made].filter(isAbout));
}

/** An act that missed an existence before does not do so because of a relation that tells more of it. */
function newFindings(found: readonly Finding[], before: readonly Finding[]): Finding[] {
  const isKnown = ({ code, anachronism, isCertain }: Finding) =>
    before.some(
      (old) =>
        old.code === code &&
        old.anachronism?.act === anachronism?.act &&
        old.anachronism?.thing === anachronism?.thing &&
        (old.isCertain || !isCertain),
    );
  return found.filter((one) => one.anachronism === undefined || !isKnown(one));
}

/** Every clash in a world, each once. */
export function checkAll(world: World): Finding[] {
  return unique([...world.facts].flatMap((fact) => findingsAt(fact, world)));
}

function findingsAt(fact: Fact, world: World): Finding[] {
  return [rivals, tooMany, sameGender, cycle, actsOutside].flatMap((rule) => rule(fact, world));
}

/** Relations that a new one may make clash although they are not of its type: acts in a life, or at a date, that it tells. */
function touchedBy(fact: Fact, world: World): Fact[] {
  if (fact.type === GENDER) return [...world.at(fact.from, 'from', PARENT_OF)];
  const living = lifeToldBy(fact, world);
  const acts = living === null ? [] : actsOf(living, world);
  return DATING.has(fact.type) ? [...acts, ...actsAt(fact.from, world)] : acts;
}

/** What an entity does, is or has, for which it has to exist. */
function actsOf(thing: string, world: World): Fact[] {
  return (['from', 'to'] as const).flatMap((end) =>
    world
      .typesWhere((type) => livesOfType(type).some((life) => life.end === end))
      .flatMap((type) => [...world.at(thing, end, type)]),
  );
}

/** Acts that take their time from the event that they are about. */
function actsAt(event: string, world: World): Fact[] {
  return (['from', 'to'] as const).flatMap((end) =>
    world
      .typesWhere((type) => livesOfType(type).length > 0 && eventEnd(type) === end)
      .flatMap((type) => [...world.at(event, end, type)]),
  );
}

function unique(findings: readonly Finding[]): Finding[] {
  const found = new Map<string, Finding>();
  for (const one of findings) {
    const key = [one.code, one.anachronism?.thing ?? '', ...one.core].join('|');
    if (!found.has(key)) found.set(key, one);
  }
  return [...found.values()].sort((a, b) => Number(b.isCertain) - Number(a.isCertain) || compare(a, b));
}

/** By code and core, so that the order never depends on that of the relations. */
function compare(a: Finding, b: Finding): number {
  const [first, second] = [a, b].map(({ code, core }) => `${code}|${core.join('|')}`);
  return (first ?? '') < (second ?? '') ? -1 : 1;
}
