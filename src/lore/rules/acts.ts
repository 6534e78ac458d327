import { isSometime, overlap, type Range, type Truth, type Unit } from '../../core/period.js';
import type { RelationEnd } from '../../core/relation.js';
import type { LifeRule, RelationType } from '../../core/relation-type.js';
import { type Anachronism, type Finding, finding } from './finding.js';
import { firstUnit, isSameDate, type Life, lastStart, lastUnit, livesOf, surelyBegun, surelyLasting } from './life.js';
import { DATING, type Fact, type World } from './world.js';

/** When an act took place, and the relations that say so beside the act itself. */
interface ActTime {
  begins: Unit | null;
  ends: Unit | null;
  because: readonly string[];
}

/** The relations of a type with `lives` rules, by which an end acts when it does not exist. At most one finding an end. */
export function actsOutside(act: Fact, world: World): Finding[] {
  const type = world.type(act.type);
  const needed = type === undefined ? [] : livesOfType(type);
  if (type === undefined || needed.length === 0) return [];
  const time = timeOf(act, type, world);
  if (time === null) return [];
  let room: Room = { time, possible: time, sure: time, beside: [] };
  return needed.flatMap(({ end, rule }) => {
    const thing = act[end];
    if (thing === null) return [];
    // What has begun need not go on.
    const isOpen = rule === 'begun';
    const lives = livesOf(thing, world).map((life) => (isOpen ? { ...life, ends: null, died: [] } : life));
    const found = outsideAll(act, thing, room, lives, rule);
    const [life, ...others] = lives;
    if (found.length === 0 && life !== undefined && others.length === 0 && rule !== 'overlap')
      room = within(room, life);
    return found;
  });
}

/** What the lives of the ends before leave of a time that is only known to lie in an era: some of it has to fit all of them. */
interface Room {
  time: ActTime;
  possible: ActTime;
  sure: ActTime;
  beside: readonly Life[];
}

function within(room: Room, life: Life): Room {
  const { time, possible, sure, beside } = room;
  if (![time.begins, time.ends].some((bound) => bound !== null && isSometime(bound))) return room;
  return {
    time,
    possible: cutTo(possible, widest(life)),
    sure: cutTo(sure, narrowest(life)),
    beside: [...beside, life],
  };
}

function cutTo(time: ActTime, { from, until }: Range): ActTime {
  const cut = (bound: Unit | null): Unit | null => {
    if (bound === null || !isSometime(bound)) return bound;
    return { ...bound, start: Math.max(bound.start, from ?? FIRST), end: Math.min(bound.end, until ?? LAST) };
  };
  return { ...time, begins: cut(time.begins), ends: cut(time.ends) };
}

/** The ends that have to exist. Who dies has to be born; the death is no part of the life that it ends. */
export function livesOfType({ lives, existence }: RelationType): RelationType['lives'] {
  return existence === 'death' ? [...lives.filter(({ end }) => end !== 'from'), { end: 'from', rule: 'begun' }] : lives;
}

function outsideAll(act: Fact, thing: string, room: Room, lives: readonly Life[], rule: LifeRule): Finding[] {
  const { time, possible, sure } = room;
  const missed = lives.map((life) => (misses(possible, life, rule) === 'true' ? 'true' : misses(sure, life, rule)));
  if (lives.length === 0 || missed.includes('false')) return [];
  const isCertain = missed.every((truth) => truth === 'true');
  const claim = sideOf(isCertain ? possible : sure, lives, rule, isCertain);
  const because = [...time.because, ...leavingNone(claim, room, lives, rule, isCertain)];
  const found = finding('outside_lifespan', isCertain, [act.id, ...because, ...toldBy(claim, lives, isCertain)]);
  const { begins, ends } = time;
  const expected = { begins: lives[0]?.begins ?? null, ends: lives.at(-1)?.ends ?? null };
  return [{ ...found, anachronism: { claim, thing, act: act.id, expected, actual: { begins, ends } } }];
}

/** What of the lives beside leaves no time in those that are missed, where the act by itself would fit into one of them. */
function leavingNone(
  claim: Anachronism,
  { time, beside }: Room,
  lives: readonly Life[],
  rule: LifeRule,
  isCertain: boolean,
): string[] {
  const alone = lives.map((life) => misses(time, life, rule));
  const isByItself = isCertain ? alone.every((truth) => truth === 'true') : !alone.includes('false');
  return isByItself ? [] : beside.flatMap((life) => toldBy(OPPOSITE[claim], [life], isCertain));
}

/** Who was not yet there misses who was no more. */
const OPPOSITE: Readonly<Record<Anachronism, Anachronism>> = {
  EXISTED_BEFORE: 'EXISTED_AFTER',
  EXISTED_AFTER: 'EXISTED_BEFORE',
  EXISTED_DURING_MISMATCH: 'EXISTED_DURING_MISMATCH',
};

/** The relations that leave no time: of several births the earliest is enough, unless only some reading of them does. */
function toldBy(claim: Anachronism, lives: readonly Life[], isCertain: boolean): string[] {
  const all = lives.flatMap(({ born, died }) => [...born, ...died]);
  if (claim === 'EXISTED_DURING_MISMATCH') return all;
  const told = (claim === 'EXISTED_BEFORE' ? lives[0]?.born : lives.at(-1)?.died) ?? [];
  return isCertain ? told.slice(0, 1) : [...told];
}

/** The stated window of the act; where it states none, the time of the event that it is about. */
function timeOf(act: Fact, type: RelationType, world: World): ActTime | null {
  const { begins, ends } = act;
  const { isEvent } = type;
  if (begins !== null || ends !== null) return { begins, ends: isEvent ? (ends ?? begins) : ends, because: [] };
  const event = act[eventEnd(type)];
  return event === null ? null : timeOfEvent(event, world);
}

/** The end on which the event stands that a relation takes its time from: who takes part, or where it took place. */
export function eventEnd({ domain, range }: RelationType): RelationEnd {
  return domain.length === 1 && domain[0] === 'event' && !range.includes('event') ? 'from' : 'to';
}

/** When an event took place: on its date, else in its era or the event that it was a part of. */
function timeOfEvent(event: string, world: World): ActTime | null {
  if (world.kindOf(event) !== 'Event') return null;
  for (const type of DATING) {
    const told = world.at(event, 'from', type).flatMap((fact) => whenTold(fact, world));
    if (told.length > 0) return { ...hull(told), because: told.map(({ id }) => id) };
  }
  return null;
}

interface Told {
  id: string;
  begins: Unit | null;
  ends: Unit | null;
}

function whenTold({ id, begins, ends, to }: Fact, world: World): Told[] {
  if (begins !== null || ends !== null) return [{ id, begins, ends: ends ?? begins }];
  const span = to === null ? undefined : world.spanOf(to);
  if (span === undefined) return [];
  const during = { start: span.begins?.start ?? FIRST, end: span.ends?.end ?? LAST };
  // At some time in it.
  const within = { ...during, latest: during.end - 1 };
  return [{ id, begins: within, ends: within }];
}

const FIRST = Number.MIN_SAFE_INTEGER;
const LAST = Number.MAX_SAFE_INTEGER;

/** Where sources disagree it was at one of the times that they tell. */
function hull(told: readonly Told[]): Pick<Told, 'begins' | 'ends'> {
  const [first, ...others] = told;
  if (first !== undefined && others.every((other) => isSameTime(other, first))) return first;
  const start = Math.min(...told.map(({ begins }) => begins?.start ?? FIRST));
  const end = Math.max(...told.map(({ ends }) => ends?.end ?? LAST));
  const latest = Math.max(...told.map(({ begins }) => (begins === null ? FIRST : lastStart(begins))));
  const date = { start, end, latest: Math.max(latest, start), isPoint: true } as const;
  return { begins: date, ends: date };
}

function isSameTime(a: Told, b: Told): boolean {
  const isSame = (one: Unit | null, other: Unit | null) =>
    one === null || other === null ? one === other : isSameDate(one, other);
  return isSame(a.begins, b.begins) && isSame(a.ends, b.ends);
}

/**
 * Whether the act misses the life: in every reading of the dates, in some, in none. What is only known to lie in an era
 * is read in favour of both: whoever "ruled in the Glass Age", born in its third year, did so after that.
 */
function misses(time: ActTime, life: Life, rule: LifeRule): Truth {
  return rule === 'overlap' ? missesWholly(time, life) : reachesOutside(time, life);
}

/** Taking part needs a time that both share: a soldier may die in a long war. */
function missesWholly(time: ActTime, life: Life): Truth {
  const { begins, ends } = time;
  const possible = widest(time);
  if (isApart(possible, widest(life))) return 'true';
  const sure = narrowest(life);
  if (begins !== null && isOneUnit(begins, ends) && !isSometime(begins))
    return isInside(possible, sure) ? 'false' : 'unknown';
  return isApart(isOneUnit(begins, ends) ? possible : narrowest(time), sure) ? 'unknown' : 'false';
}

/** No stated bound may lie outside. The unit in which a life begins or ends belongs to it. */
function reachesOutside({ begins, ends }: ActTime, life: Life): Truth {
  const [wide, sure] = [widest(life), narrowest(life)];
  const bounds = [begins, ends].filter((bound) => bound !== null);
  if (bounds.some((bound) => isApart(rangeOf(bound), wide))) return 'true';
  const readings = bounds.flatMap((bound) => (isSometime(bound) ? [bound] : [firstUnit(bound), lastUnit(bound)]));
  return readings.some((unit) => isApart(rangeOf(unit), sure)) ? 'unknown' : 'false';
}

function sideOf(time: ActTime, lives: readonly Life[], rule: LifeRule, isCertain: boolean): Anachronism {
  const bounds =
    rule === 'overlap' ? [widest(time)] : [time.begins, time.ends].flatMap((bound) => (bound ? [rangeOf(bound)] : []));
  const born = lives[0]?.begins ?? null;
  const died = lives.at(-1)?.ends ?? null;
  const isBefore = ({ from, until }: Range) =>
    born !== null && (isCertain ? until !== null && until <= born.start : from === null || from < surelyBegun(born));
  const isAfter = ({ from, until }: Range) =>
    died !== null && (isCertain ? from !== null && died.end <= from : until === null || surelyLasting(died) < until);
  if (bounds.some(isBefore)) return 'EXISTED_BEFORE';
  return bounds.some(isAfter) ? 'EXISTED_AFTER' : 'EXISTED_DURING_MISMATCH';
}

type Bounds = Pick<ActTime, 'begins' | 'ends'>;

/** All of the time that may be meant. */
function widest({ begins, ends }: Bounds): Range {
  return { from: begins?.start ?? null, until: ends?.end ?? null };
}

/** The time that is meant in every reading, with the units in which it begins and ends; of an era, as much of it as fits. */
function narrowest({ begins, ends }: Bounds): Range {
  return { from: begins && surelyBegun(begins), until: ends && surelyLasting(ends) };
}

function isOneUnit(begins: Unit | null, ends: Unit | null): boolean {
  return begins !== null && ends !== null && begins.start === ends.start && begins.end === ends.end;
}

function rangeOf({ start, end }: Unit): Range {
  return { from: start, until: end };
}

function isApart(a: Range, b: Range): boolean {
  const sure = (range: Range) => ({ certain: range, possible: range, tail: 0 });
  return overlap(sure(a), sure(b)) === 'false';
}

function isInside(inner: Range, outer: Range): boolean {
  const isFrom = outer.from === null || (inner.from !== null && outer.from <= inner.from);
  return isFrom && (outer.until === null || (inner.until !== null && inner.until <= outer.until));
}
