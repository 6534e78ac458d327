import type { RelationEnd } from '../../core/relation.js';
import type { RelationType, RelationTypes } from '../../core/relation-type.js';
import { WHOLES } from './parts.js';
import { DATING, EXISTED_DURING, GENDER, holderEnd, MAKING } from './world.js';

/** A relation by what it is between. */
export interface PlacedRelation {
  type: RelationType;
  from: string;
  to: string | null;
}

/** A relation type at an end of an entity. */
export interface TypeAt {
  thing: string;
  end: RelationEnd;
  type: string;
}

/**
 * The entities of which a relation tells what the rules go by when they compare other relations: a life, the time of an
 * event, a gender, a whole. Where one tells that of an entity, what was found of it before may be so no longer.
 */
export function toldOf({ type: { name, existence }, from, to }: PlacedRelation): string[] {
  const isOfFrom = existence !== null || DATING.has(name) || name === EXISTED_DURING || name === GENDER;
  const isWhole = WHOLES.includes(name);
  const isOfTo = MAKING.has(name) || isWhole;
  return [...(isOfFrom || isWhole ? [from] : []), ...(isOfTo && to !== null ? [to] : [])];
}

/**
 * Where those relations are that may clash once a relation is taken back: what else tells the same of an entity, what is
 * held for a life that may be longer now, and what is held by parts of what is no whole any more.
 */
export function freedBy(gone: PlacedRelation, types: RelationTypes): TypeAt[] {
  const things = toldOf(gone);
  const all = [...types.values()];
  const at = (end: RelationEnd, holds: (type: RelationType) => boolean) =>
    things.flatMap((thing) => all.filter(holds).map(({ name }) => ({ thing, end, type: name })));
  if (WHOLES.includes(gone.type.name)) {
    return (['from', 'to'] as const).flatMap((end) => at(end, (type) => type.unlessPartOf && holderEnd(type) === end));
  }
  return [
    ...at('from', (type) => toldOf({ type, from: 'from', to: null }).length > 0 && !WHOLES.includes(type.name)),
    ...at('to', ({ name }) => MAKING.has(name)),
    ...(['from', 'to'] as const).flatMap((end) => at(end, (type) => isHeldFor(type, end))),
  ];
}

/** Whether the slot of the type is held no longer than this end lives. */
function isHeldFor({ single, lives }: RelationType, end: RelationEnd): boolean {
  return single.length > 0 && lives.some((life) => life.end === end && life.rule === 'contain');
}
