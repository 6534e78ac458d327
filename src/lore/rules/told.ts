import type { RelationEnd } from '../../core/relation.js';
import type { RelationType, RelationTypes } from '../../core/relation-type.js';
import { DATING, EXISTED_DURING, GENDER, MAKING, PART_OF } from './world.js';

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
  const isOfTo = MAKING.has(name) || name === PART_OF;
  return [...(isOfFrom || name === PART_OF ? [from] : []), ...(isOfTo && to !== null ? [to] : [])];
}

/**
 * Where those relations are that may clash once a relation is taken back: what else tells the same of an entity, what is
 * held for a life that may be longer now, and memberships in what is part of nothing any more.
 */
export function freedBy(gone: PlacedRelation, types: RelationTypes): TypeAt[] {
  const things = toldOf(gone);
  const all = [...types.values()];
  const at = (end: RelationEnd, holds: (type: RelationType) => boolean) =>
    things.flatMap((thing) => all.filter(holds).map(({ name }) => ({ thing, end, type: name })));
  if (gone.type.name === PART_OF) return at('to', ({ unlessPartOf }) => unlessPartOf);
  return [
    ...at('from', (type) => toldOf({ type, from: 'from', to: null }).length > 0 && type.name !== PART_OF),
    ...at('to', ({ name }) => MAKING.has(name)),
    ...(['from', 'to'] as const).flatMap((end) => at(end, (type) => isHeldFor(type, end))),
  ];
}

/** Whether the slot of the type is held no longer than this end lives. */
function isHeldFor({ single, lives }: RelationType, end: RelationEnd): boolean {
  return single.length > 0 && lives.some((life) => life.end === end && life.rule === 'contain');
}
