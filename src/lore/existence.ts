import { heldWithin, isEmpty, later, overlap, type Period, type Range, type Unit, unsure } from '../core/period.js';
import type { LifeStatus } from '../core/record.js';
import { clipToLives } from './open-ends.js';

/**
 * Whether something existed at a time, by the stretches of time in which it did. `not_yet` and `dead` only where every
 * reading of the dates puts the time before or after all of them.
 * @param lives in the order of time
 */
export function statusAt(asked: Unit, lives: readonly Period[]): LifeStatus {
  if (lives.length === 0) return 'unknown';
  const held = lives.map((life) => heldWithin(life, asked).truth);
  if (held.includes('true')) return 'alive';
  if (held.includes('unknown')) return 'unknown';
  const before = lives.filter((life) => isAfter(asked, life)).length;
  if (before === 0) return 'not_yet';
  return before === lives.length ? 'dead' : 'between_lives';
}

/** Whether a time lies after all that a period may hold. */
function isAfter(asked: Unit, { possible, tail }: Period): boolean {
  return possible.until !== null && possible.until + tail <= asked.start;
}

/** A stretch of time in which something existed, and what is known of each of its ends by itself. */
export interface Life {
  when: Period;
  /** From when on it had begun; open where nothing tells. */
  begins: Period;
  /** Until when it had not ended. */
  ends: Period;
}

/** A life of which nothing is told but its window. Where that lies wholly in one unit, or era, it may begin anywhere there. */
export function lifeWithin(when: Period): Life {
  return {
    when,
    begins: isEmpty(when.certain) ? openFrom(when, lastOf(when) ?? undefined) : openFrom(when, when.certain.from),
    ends: when,
  };
}

/** So many pairs of lives of two are looked at. */
const PAIRS_MAX = 2500;

/**
 * A window with its open ends clipped to the existence of each of those who have to exist for it: of both spouses. Of
 * several lives of one the one counts in which the given end lies; what gives none may have been so in each. Where no
 * life has room for it, nothing is sure.
 * @param lives of each who has to exist; none of whom nothing is told
 */
export function clipToExistence(when: Period, lives: readonly (readonly Life[])[]): Period[] {
  const { from, until } = when.possible;
  const told = lives.filter((of) => of.length > 0);
  if (told.length === 0 || (from !== null && until !== null)) return [when];
  const fitting = told.map((of) => livesFor(when, of));
  const count = fitting.reduce((product, { length }) => product * length, 1);
  if (count > PAIRS_MAX) return [unsure(when)];
  const together = fitting.reduce<Period[][]>(
    (all, of) => all.flatMap((some) => of.map((one) => [...some, one])),
    [[]],
  );
  const clipped = together.flatMap((some) => clipToLives(when, some) ?? []);
  return clipped.length > 0 ? clipped : [unsure(when)];
}

/** The lives in which the given end of a window lies, as far as its open end depends on them. */
function livesFor({ possible: { from, until } }: Period, lives: readonly Life[]): Period[] {
  const given = from ?? until;
  if (given === null) return lives.map(({ when }) => when);
  const mine = lives.filter(({ when }) => overlap(when, at(given)) !== 'false').slice(0, 1);
  return mine.map(({ begins, ends }) => (from === null ? begins : ends));
}

/**
 * A window that begins no sooner than all that it rests on did: nobody has parents before being born.
 * @param begins from when on each of that was there
 */
export function clipToBeginning(when: Period, begins: readonly Period[]): Period {
  const after = (of: (period: Period) => Range): Range => {
    const from = begins.reduce((latest, one) => later(latest, of(one).from), of(when).from);
    return { from, until: of(when).until };
  };
  const possible = after((period) => period.possible);
  if (isEmpty(possible)) return unsure(when);
  const certain = after((period) => period.certain);
  const isSure = ![when, ...begins].some((period) => isEmpty(period.certain)) && !isEmpty(certain);
  return { certain: isSure ? certain : nothing(possible), possible, tail: when.tail };
}

/** The last unit in which something ends still belongs to it, so a tick and the one before it are looked at. */
function at(tick: number): Period {
  const range: Range = { from: tick - 1, until: tick + 1 };
  return { certain: range, possible: range, tail: 0 };
}

/** From when on something had happened that took place in a period: certainly from its last tick on. */
export function sinceThen(when: Period): Period {
  const last = lastOf(when);
  return openFrom(when, last === null ? undefined : last - 1);
}

/** From when on an event had begun that took place in a period; null where nothing is told of its beginning. */
export function begunSince(when: Period): Period | null {
  const { certain, possible, tail } = when;
  if (possible.from === null) return null;
  if (!isEmpty(certain)) return openFrom(when, certain.from);
  // An exact date counts from its first tick on, any other one from the last unit that it may be.
  return openFrom(when, tail === 0 && possible.until !== null ? possible.from : (possible.until ?? undefined));
}

/** Possibly from the beginning of a period on, certainly from a tick on: null is always, undefined never. */
function openFrom({ possible }: Period, sure: number | null | undefined): Period {
  const certain: Range = sure === undefined ? nothing(possible) : { from: sure, until: null };
  return { certain, possible: { from: possible.from, until: null }, tail: 0 };
}

/** The tick after all that a period may hold. */
function lastOf({ possible, tail }: Period): number | null {
  return possible.until === null ? null : possible.until + tail;
}

function nothing({ from, until }: Range): Range {
  const tick = from ?? until ?? 0;
  return { from: tick, until: tick };
}
