import { isReported, type LifeEvent, type Norm } from '../../core/norm.js';
import { scopesOverlap } from '../../core/scope.js';
import type { Outcome } from './alignment/pair.js';

const UNSURE: Outcome = { kind: 'uncertain', confidence: 'MED', code: 'outside_lifespan' };
const SURE: Outcome = { kind: 'contradiction', confidence: 'HIGH', code: 'outside_lifespan' };

/**
 * "Brother Anselm died in 667" / "In 671 Brother Anselm preached": one tells of a deed beyond the life that the other bounds.
 * Null where neither does.
 */
export function outsideLife(stored: Norm, incoming: Norm): Outcome | null {
  const { lifeEvents: theirs } = stored;
  const { lifeEvents: ours } = incoming;
  if (theirs === undefined || ours === undefined || !scopesOverlap(stored.scope, incoming.scope)) return null;
  const apart = theirs.flatMap((a) => ours.filter((b) => areApart(a, b)).map((b) => [a, b] as const));
  if (apart.length === 0) return null;
  const isSaid = !isReported(stored) && !isReported(incoming);
  return isSaid && apart.some(([a, b]) => areSure(a, b)) ? SURE : UNSURE;
}

function areApart(a: LifeEvent, b: LifeEvent): boolean {
  return a.era === b.era && areOfOne(a, b) && (isBeyond(a, b) || isBeyond(b, a));
}

function areSure(a: LifeEvent, b: LifeEvent): boolean {
  return a.isSure === true && b.isSure === true && a.who === b.who;
}

function isBeyond({ bound, year }: LifeEvent, other: LifeEvent): boolean {
  if (bound === undefined || bound === other.bound) return false;
  return bound === 'begin' ? other.year < year : other.year > year;
}

/** "Orwic" may be "Thane Orwic". */
function areOfOne({ who: a }: LifeEvent, { who: b }: LifeEvent): boolean {
  return a === b || a.endsWith(` ${b}`) || b.endsWith(` ${a}`);
}
