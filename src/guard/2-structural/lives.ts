import type { LifeEvent, Norm } from '../../core/norm.js';

/** "Brother Anselm died in 667" / "In 671 Brother Anselm preached": one tells of a deed beyond the life that the other bounds. */
export function isOutsideLife(stored: Norm, incoming: Norm): boolean {
  const [a, b] = [stored.lifeEvent, incoming.lifeEvent];
  if (a === undefined || b === undefined || a.era !== b.era || !areOfOne(a, b)) return false;
  return isBeyond(a, b) || isBeyond(b, a);
}

function isBeyond({ bound, year }: LifeEvent, other: LifeEvent): boolean {
  if (bound === undefined || bound === other.bound) return false;
  return bound === 'begin' ? other.year < year : other.year > year;
}

/** "Orwic" may be "Thane Orwic". */
function areOfOne({ who: a }: LifeEvent, { who: b }: LifeEvent): boolean {
  return a === b || a.endsWith(` ${b}`) || b.endsWith(` ${a}`);
}
