import { Problem } from '../../core/errors.js';
import { ENTITY_TYPES } from '../../core/lore.js';
import { nameKey } from '../../core/name.js';
import { type Candidate, resolve } from '../../core/resolution.js';
import type { Stated, StatedEnd } from '../../guard/stated.js';
import { findMentioned } from '../../store/queries/resolve.js';
import type { Deps } from '../deps.js';
import type { Draft } from '../draft.js';

/** An end of a relation: an entity that is there, or one that is to be. */
export interface End {
  id: string;
  name: string;
  type: string;
  /** It comes into being with this write, provisional. */
  isNew: boolean;
  loreVerified: boolean;
  /** What else it is to be called, where it is new. */
  aliases: readonly string[];
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
  name: string;
  candidates: readonly Candidate[];
}

/** Entities that a write makes, by type and name, over all its attempts and the items of its batch. */
export type NewEnds = Map<string, End>;

/**
 * Finds who is meant by the ends of stated relations: by id, name or alias, and of a type that may stand there. Who is
 * unknown is to be a provisional entity. What the words tell of is left out where that can't be told.
 * @throws Problem `invalid_request` or `not_found` for a relation that was given as such
 */
export async function placeAll(
  deps: Deps,
  { stated, claimId, request: { tenant, who } }: Draft,
  made: NewEnds,
): Promise<{ placed: Placed[]; unplaced: Unplaced[] }> {
  const ends = stated.flatMap(({ from, to }) => (to === null ? [from] : [from, to]));
  const mentions = ends.flatMap(({ name, short }) => (short === null ? [{ name }] : [{ name }, { name: short }]));
  const found = await deps.store.tenant(tenant.orgId, (db) =>
    findMentioned(db, tenant, mentions, { findsAlike: false }),
  );
  const byName = new Map(mentions.map(({ name }, at) => [name, found[at] ?? []]));
  const placer = new Placer(deps, byName, made);
  const results = stated.map(({ id, ...one }) => ({ id, claimId, who, ends: placer.place(one), stated: one }));
  return {
    placed: results.flatMap(({ ends, ...rest }) => (ends !== null && 'from' in ends ? [{ ...rest, ...ends }] : [])),
    unplaced: results.flatMap(({ ends }) => (ends !== null && 'candidates' in ends ? [ends] : [])),
  };
}

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
    const from = this.#end(stated, stated.from, type.domain, 'from');
    if (from === null || 'candidates' in from) return from;
    const to = stated.to === null ? null : this.#end(stated, stated.to, type.range, 'to');
    if (stated.to !== null && to === null) return null;
    if (to !== null && 'candidates' in to) return to;
    return { from, to };
  }

  #end(stated: Stated, end: StatedEnd, allowed: readonly string[], side: 'from' | 'to'): End | Unplaced | null {
    const names = end.short === null ? [end.name] : [end.name, end.short];
    for (const name of names) {
      const all = this.#byName.get(name) ?? [];
      const fitting = all.filter(({ type }) => mayStand(type, allowed));
      const resolution = resolve(fitting, { acceptsTypos: false });
      if (resolution.outcome === 'found') return known(resolution.entity);
      if (resolution.outcome === 'ambiguous') return { stated, name, candidates: resolution.candidates };
      if (all.length > 0) return this.#misfit(stated, side, all, allowed);
    }
    if (isId(end.name) && stated.isTyped) {
      throw new Problem('not_found', `There is no entity ${end.name} in this project.`, [
        { path: pathOf(stated, side), message: 'names no entity of this project' },
      ]);
    }
    return this.#provisional(stated, end, allowed, side);
  }

  /** What is called so is nothing that may stand there. */
  #misfit({ isTyped, type }: Stated, side: 'from' | 'to', all: readonly Candidate[], allowed: readonly string[]): null {
    if (!isTyped) return null;
    const found = all.map(({ name, type }) => `${name} is a ${type}`).join(', ');
    throw new Problem('invalid_request', `${type.name} does not fit what it names.`, [
      { path: side, message: `${found}; ${type.name} takes ${allowed.join(', ')} here` },
    ]);
  }

  #provisional(stated: Stated, end: StatedEnd, allowed: readonly string[], side: 'from' | 'to'): End | null {
    const name = end.short ?? end.name;
    const key = nameKey(name);
    if (key === '') {
      if (!stated.isTyped) return null;
      throw new Problem('invalid_request', 'A name has no letters.', [
        { path: pathOf(stated, side), message: 'must have letters or digits' },
      ]);
    }
    const type = provisionalType(allowed);
    const known = this.#made.get(`${type}|${key}`);
    if (known !== undefined) return known;
    const aliases = end.short === null ? [] : [end.name];
    const made = { id: this.#deps.ids.next(), name, type, isNew: true, loreVerified: false, aliases };
    this.#made.set(`${type}|${key}`, made);
    return made;
  }
}

function pathOf({ isTyped }: Stated, side: 'from' | 'to'): string {
  return isTyped ? side : 'statement';
}

function known({ id, name, type, loreVerified }: Candidate): End {
  return { id, name, type, loreVerified, isNew: false, aliases: [] };
}

/** Entities of types that a project declares itself may stand anywhere. */
function mayStand(type: string, allowed: readonly string[]): boolean {
  const isBuiltIn = ENTITY_TYPES.some((known) => known === type);
  return !isBuiltIn || allowed.length === 0 || allowed.includes(type.toLowerCase());
}

/** What an unknown name most likely names, of what may stand there. */
const LIKELY = ['Person', 'Location', 'Faction'] as const;

function provisionalType(allowed: readonly string[]): string {
  const may = (type: string) => allowed.length === 0 || allowed.includes(type.toLowerCase());
  return LIKELY.find(may) ?? ENTITY_TYPES.find(may) ?? 'Person';
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function isId(name: string): boolean {
  return ID.test(name.trim());
}
