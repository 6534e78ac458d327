import { heldWithin, isEmpty, overlap, type Period, type Range, type Unit, unsure } from '../core/period.js';
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

/**
 * A window with its open ends clipped to the existence of who has to exist for it. With several lives the one counts in
 * which the given end lies; what gives none may have been so in each. Where no life has room for it, nothing is sure.
 */
export function clipToExistence(when: Period, lives: readonly Period[]): Period[] {
  const { from, until } = when.possible;
  if (lives.length === 0 || (from !== null && until !== null)) return [when];
  const given = from ?? until;
  const mine = given === null ? lives : lives.filter((life) => overlap(life, at(given)) !== 'false').slice(0, 1);
  const clipped = mine.flatMap((life) => clipToLives(when, [life]) ?? []);
  return clipped.length > 0 ? clipped : [unsure(when)];
}

/** The last unit in which something ends still belongs to it, so a tick and the one before it are looked at. */
function at(tick: number): Period {
  const range: Range = { from: tick - 1, until: tick + 1 };
  return { certain: range, possible: range, tail: 0 };
}

/** From when on something had happened that took place in a period: certainly from its last tick on. */
export function sinceThen({ possible, tail }: Period): Period {
  const last = possible.until === null ? null : possible.until + tail - 1;
  const certain: Range = last === null ? nothing(possible) : { from: last, until: null };
  return { certain, possible: { from: possible.from, until: null }, tail: 0 };
}

/** From when on something existed whose lives these are; null where nothing is told of a beginning. */
export function begunSince(lives: readonly Period[]): Period | null {
  const [first] = lives;
  if (first === undefined || first.possible.from === null) return null;
  const { certain, possible } = first;
  const sure = isEmpty(certain) ? nothing(possible) : { from: certain.from, until: null };
  return { certain: sure, possible: { from: possible.from, until: null }, tail: 0 };
}

function nothing({ from, until }: Range): Range {
  const tick = from ?? until ?? 0;
  return { from: tick, until: tick };
}
