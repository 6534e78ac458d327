import { Problem } from '../../core/errors.js';
import { ENTITY_TYPES } from '../../core/lore.js';
import { nameKey } from '../../core/name.js';
import type { RelationEnd } from '../../core/relation.js';
import type { RelationType, RelationTypes } from '../../core/relation-type.js';
import { type Candidate, resolve } from '../../core/resolution.js';
import type { Tenant } from '../../core/scope.js';
import type { Stated, StatedEnd } from '../../guard/stated.js';
import { findMentioned } from '../../store/queries/lore/resolve.js';
import type { Deps } from '../deps.js';

/** An end of a relation: an entity that is there, or one that is to be. */
export interface End {
  id: string;
  name: string;
  type: string;
  /** It comes into being with this write, provisional. */
  isNew: boolean;
  loreVerified: boolean;
}

/** A stated relation whose ends are entities. */
export interface Placed {
  id: string;
  stated: Stated;
  from: End;
  to: End | null;
  /** The claim that says it, and who says that. */
  claimId: string;
  who: string;
}

/** A relation that can't be stored, as a name in it is that of several. */
export interface Unplaced {
  stated: Stated;
  end: RelationEnd;
  name: string;
  candidates: readonly Candidate[];
}

/** What relations are between, in order: once for each time that it is an end. */
export function endsOf<E>(relations: readonly { from: E; to: E | null }[]): E[] {
  return relations.flatMap(({ from, to }) => (to === null ? [from] : [from, to]));
}

/** Entities that a write makes, by type and name, over all its attempts and the items of its batch. */
export type NewEnds = Map<string, End>;

/** What a claim states, and whose word it is. */
interface Statements {
  stated: readonly (Stated & { id: string })[];
  types: RelationTypes;
  claimId: string;
  request: { tenant: Tenant; who: string };
}

/**
 * Finds who is meant by the ends of stated relations: by id, name or alias, and of a type that may stand there. Who is
 * unknown is to be a provisional entity. What the words tell of is left out where that can't be told.
 * @throws Problem `invalid_request` for a relation that was given as such
 */
export async function placeAll(
  deps: Deps,
  { stated, types, claimId, request: { tenant, who } }: Statements,
  made: NewEnds,
): Promise<{ placed: Placed[]; unplaced: Unplaced[] }> {
  const ends = endsOf(stated);
  const mentions = ends.flatMap(({ name, short }) => (short === null ? [{ name }] : [{ name }, { name: short }]));
  const found = await deps.store.tenant(tenant.orgId, (db) =>
    findMentioned(db, tenant, mentions, { findsAlike: false }),
  );
  const byName = new Map<string, readonly Candidate[]>(mentions.map(({ name }, at) => [name, found[at] ?? []]));
  const unknown = personsOf(stated).filter(({ name, short }) => short === null && byName.get(name)?.length === 0);
  for (const [name, all] of await titled(deps, tenant, unknown)) byName.set(name, all);
  const placer = new Placer(deps, byName, made);
  const results = stated.map(({ id, ...one }) => ({ id, claimId, who, ends: placer.place(one), stated: one }));
  return {
    placed: results.flatMap(({ ends, ...rest }) =>
      ends !== null && 'from' in ends ? [inTheirSense({ ...rest, ...ends }, types)] : [],
    ),
    unplaced: results.flatMap(({ ends }) => (ends !== null && 'candidates' in ends ? [ends] : [])),
  };
}

/** Who "belongs to" a faction is a member of it, where the words say so; a thing is somebody's. */
function inTheirSense(placed: Placed, types: RelationTypes): Placed {
  const { stated, from, to } = placed;
  const membership = types.get('MEMBER_OF');
  if (stated.type.name !== 'BELONGS_TO' || stated.fields !== null || membership === undefined) return placed;
  const isOf = (end: End | null, allowed: readonly string[]) =>
    end !== null && allowed.includes(end.type.toLowerCase());
  const isMember = isOf(from, membership.domain) && isOf(to, membership.range);
  return isMember ? { ...placed, stated: { ...stated, type: membership } } : placed;
}

/** The ends that may be somebody. */
function personsOf(stated: readonly Stated[]): StatedEnd[] {
  const mayBe = (allowed: readonly string[]) => allowed.length === 0 || allowed.includes('person');
  return stated.flatMap(({ type, from, to }) => [
    ...(mayBe(type.domain) ? [from] : []),
    ...(to !== null && mayBe(type.range) ? [to] : []),
  ]);
}

/** Who is known by a title before a name, where nobody is known by that name alone: the only one, or nobody. */
async function titled(
  { store, lexicon }: Deps,
  tenant: Tenant,
  ends: readonly StatedEnd[],
): Promise<Map<string, readonly Candidate[]>> {
  const { titles } = lexicon.relations;
  const mentions = ends.flatMap(({ name }) => [...titles].map((title) => ({ name: `${title} ${name}` })));
  if (mentions.length === 0) return new Map();
  const found = await store.tenant(tenant.orgId, (db) => findMentioned(db, tenant, mentions, { findsAlike: false }));
  return new Map(
    ends.map(({ name }, at) => {
      const all = found.slice(at * titles.size, (at + 1) * titles.size).flat();
      const different = new Map(all.map((one) => [one.id, one]));
      return [name, different.size === 1 ? [...different.values()] : []];
    }),
  );
}

/** What an end turned out to be: an entity, nobody known, or one of several. */
type Looked =
  | { entity: End }
  | { unknown: StatedEnd }
  | { end: RelationEnd; name: string; candidates: readonly Candidate[] };

class Placer {
  readonly #deps: Deps;
  readonly #byName: ReadonlyMap<string, readonly Candidate[]>;
  readonly #made: NewEnds;

  constructor(deps: Deps, byName: ReadonlyMap<string, readonly Candidate[]>, made: NewEnds) {
    this.#deps = deps;
    this.#byName = byName;
    this.#made = made;
  }

  place(stated: Stated): Pick<Placed, 'from' | 'to'> | Unplaced | null {
    const { type } = stated;
    const from = this.#look(stated, stated.from, 'from');
    const to = stated.to === null ? NO_END : this.#look(stated, stated.to, 'to');
    if (from === null || to === null) return null;
    if ('candidates' in from) return { stated, ...from };
    if (to !== NO_END && 'candidates' in to) return { stated, ...to };
    const placed = {
      from: this.#settle(from, guessedType(type, 'from', to)),
      to: to === NO_END ? null : this.#settle(to, guessedType(type, 'to', from)),
    };
    const isItself = placed.from.id === placed.to?.id;
    return isItself ? refused(stated, 'to', 'must be another entity than from') : placed;
  }

  /** Null where the words name something that can't be meant, or nothing. */
  #look(stated: Stated, end: StatedEnd, side: RelationEnd): Looked | null {
    const allowed = allowedAt(stated.type, side);
    const all = this.#byName.get(end.name) ?? [];
    const named = all.length > 0 ? all : untitled(end, this.#byName.get(end.short ?? '') ?? []);
    const resolution = resolve(
      named.filter((one) => mayStand(one, allowed)),
      { acceptsTypos: false },
    );
    if (resolution.outcome === 'found') return { entity: known(resolution.entity) };
    if (resolution.outcome === 'ambiguous') return { end: side, name: end.name, candidates: resolution.candidates };
    if (all.length > 0) return refused(stated, side, `${misfit(all)}; ${stated.type.name} takes ${allowed.join(', ')}`);
    if (isId(end.name)) return refused(stated, side, 'names no entity of this project');
    if (nameKey(end.name) === '') return refused(stated, side, 'must have letters or digits');
    return { unknown: end };
  }

  #settle(end: Looked, type: string): End {
    if ('entity' in end) return end.entity;
    if ('candidates' in end) throw new Error('one of several is no end');
    const { name } = end.unknown;
    const key = `${type}|${nameKey(name)}`;
    const before = this.#made.get(key);
    if (before !== undefined) return before;
    const made = { id: this.#deps.ids.next(), name, type, isNew: true, loreVerified: false };
    this.#made.set(key, made);
    return made;
  }
}

/** Stands for the other end of an attribute. */
const NO_END = { unknown: { name: '', short: null } } as const;

/**
 * Who may be meant by a name without its title: somebody who is vouched for, or the only one who is called so. An epithet tells
 * two apart.
 */
function untitled({ name, short }: StatedEnd, all: readonly Candidate[]): readonly Candidate[] {
  if (short === null || !nameKey(name).endsWith(nameKey(short))) return [];
  const vouched = all.filter(({ loreVerified }) => loreVerified);
  return vouched.length > 0 || all.length > 1 ? vouched : all;
}

function allowedAt({ domain, range }: RelationType, side: RelationEnd): readonly string[] {
  return side === 'from' ? domain : range;
}

/** @throws Problem where the end was given as such */
function refused({ fields, type }: Stated, side: RelationEnd, message: string): null {
  if (fields === null) return null;
  throw new Problem('invalid_request', `${type.name} does not fit what it names.`, [{ path: fields[side], message }]);
}

function misfit(all: readonly Candidate[]): string {
  return all.map(({ name, type }) => `${name} is a ${type}`).join(', ');
}

function known({ id, name, type, loreVerified }: Candidate): End {
  return { id, name, type, loreVerified, isNew: false };
}

/** Entities of types that a project declares itself may stand anywhere, and so may those whose type was only guessed. */
function mayStand({ type, loreVerified }: Candidate, allowed: readonly string[]): boolean {
  if (!loreVerified) return true;
  const isBuiltIn = ENTITY_TYPES.some((known) => known === type);
  return !isBuiltIn || allowed.length === 0 || allowed.includes(type.toLowerCase());
}

/** What an unknown name most likely names, of what may stand there. */
const LIKELY = ['Person', 'Item', 'Location', 'Faction'] as const;
/** The same for types that take anything. */
const LIKELY_OF: Readonly<Record<string, string>> = {
  ACCESSIBLE_VIA: 'Location',
  ADJACENT_TO: 'Location',
  BELONGS_TO: 'Item',
  PART_OF: 'Location',
  PRECEDED: 'Event',
};

function guessedType(type: RelationType, side: RelationEnd, other: Looked): string {
  const allowed = allowedAt(type, side);
  if (allowed.length > 0) {
    const may = (name: string) => allowed.includes(name.toLowerCase());
    return LIKELY.find(may) ?? ENTITY_TYPES.find(may) ?? 'Person';
  }
  const takesAnything = type.domain.length + type.range.length === 0;
  if (takesAnything && 'entity' in other) return other.entity.type;
  return LIKELY_OF[type.name] ?? 'Person';
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function isId(name: string): boolean {
  return ID.test(name.trim());
}
