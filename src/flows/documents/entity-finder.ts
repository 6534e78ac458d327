import type { DocumentError, StatedEntity } from '../../core/document.js';
import { nameKey } from '../../core/name.js';
import type { Ids } from '../../core/ports.js';
import type { Tenant } from '../../core/scope.js';
import { type Known, meant } from '../../lore/ingest/meaning.js';
import { isId } from '../../store/queries/cursor.js';
import {
  type Author,
  type EntityToPut,
  identityOf,
  putEntities,
  putNames,
} from '../../store/queries/lore/put-entities.js';
import { relationEnds } from '../../store/queries/lore/relation-ends.js';
import { findMentioned } from '../../store/queries/lore/resolve.js';
import { retypeProvisional } from '../../store/queries/lore/retype.js';
import type { Db } from '../../store/tenant.js';
import { chunksOf, inTurns } from '../in-turns.js';
import { mayStand, type WorldTypes } from '../lore/types.js';
import type { Turns } from '../turns.js';
import type { DatedRelation, ReadLore } from './read-document.js';
import { typesOf } from './read-lore.js';

/** Names that are looked up, and entities that are stored, at once. */
const AT_ONCE = 500;
/** Of one name and type so many are taken in that go by it as another name: of two nobody can say which is meant. */
const BY_ALIAS_MAX = 8;

/** Ids of the entities of a document, in order, and what is wrong with its names. Null: what is said of it is left out. */
export interface Resolved {
  ids: (string | null)[];
  errors: DocumentError[];
}

/**
 * Finds the entities of documents that come together: what one of them tells of, the others may mention before it. Goes
 * through them in turns.
 */
export class EntityFinder {
  readonly #ids: Ids;
  readonly #turns: Turns;
  readonly #byName = new Map<string, Known[]>();
  readonly #toPut = new Map<string, EntityToPut>();
  readonly #toRetype: EntityToPut[] = [];
  readonly #types: WorldTypes;
  /** By the id of a provisional entity, the types of entities that each of its relations takes where it stands. */
  readonly #taken = new Map<string, (readonly string[])[]>();

  constructor(ids: Ids, turns: Turns, types: WorldTypes) {
    this.#ids = ids;
    this.#turns = turns;
    this.#types = types;
  }

  /** Looks up every name of the documents, and takes note of what they tell of. */
  async learn(db: Db, tenant: Tenant, documents: readonly ReadLore[]): Promise<void> {
    const entities = documents.flatMap((document) => document.entities);
    const names = await this.#namesOf(entities);
    for (const some of chunksOf(names, AT_ONCE)) {
      const mentions = some.map((name) => ({ name }));
      const found = await findMentioned(db, tenant, mentions, { findsAlike: false });
      for (const [index, candidates] of found.entries()) {
        for (const { id, type, loreVerified, by } of candidates) {
          this.#know(some[index] ?? '', { id, type, isVerified: loreVerified, isOwnName: by !== 'alias' });
        }
      }
    }
    const declared = entities.filter(({ isDeclared }) => isDeclared);
    await this.#learnTaken(db, tenant, declared);
    await inTurns(this.#turns, declared, (entity) => this.#declare(entity));
  }

  /** What is told already of those whose type was only guessed, and that may turn out to be what is declared. */
  async #learnTaken(db: Db, tenant: Tenant, declared: readonly StatedEntity[]): Promise<void> {
    const named = declared.flatMap(({ name }) => this.#byName.get(nameKey(name)) ?? []);
    const guessed = new Set(named.flatMap(({ id, isVerified }) => (isVerified ? [] : [id])));
    for (const some of chunksOf([...guessed], AT_ONCE)) {
      for (const { id, end, type } of await relationEnds(db, tenant, some)) {
        const known = this.#types.relations.get(type);
        if (known === undefined) continue;
        this.#taken.set(id, [...(this.#taken.get(id) ?? []), end === 'from' ? known.domain : known.range]);
      }
    }
  }

  /**
   * The entities of a document. An error for a name that may mean several things, or of which nobody could say what it
   * is; prose that names such a one says nothing: null.
   */
  async resolve({ entities, relations }: ReadLore): Promise<Resolved> {
    const errors: DocumentError[] = [];
    const types = await endTypes(this.#turns, entities, relations);
    const ids = await inTurns(this.#turns, entities.entries(), ([index, entity]) => {
      const found = this.#find(entity, types[index] ?? []);
      if (typeof found === 'string') return found;
      if (entity.place !== null) errors.push({ ...entity.place, message: unclear(entity, found) });
      return null;
    });
    return { ids, errors };
  }

  /** Stores the entities that are new. Answers the ids that they turned out to have, where another was first. */
  async store(db: Db, tenant: Tenant, author: Author): Promise<Map<string, string>> {
    for (const some of chunksOf(this.#toRetype, AT_ONCE)) await retypeProvisional(db, tenant, some);
    const actual = new Map<string, string>();
    for (const some of chunksOf([...this.#toPut.values()], AT_ONCE)) {
      const put = await putEntities(db, tenant, author, some);
      for (const [index, { id }] of put.entries()) actual.set(some[index]?.id ?? '', id);
      const names = some.map(({ id, name }) => ({ entityId: actual.get(id) ?? id, name, kind: 'name' as const }));
      await putNames(db, tenant, null, names);
    }
    return actual;
  }

  /** One spelling of each name. What looks like an id may be one, so it is taken as it is. */
  async #namesOf(entities: readonly StatedEntity[]): Promise<string[]> {
    const byKey = new Map<string, string>();
    await inTurns(this.#turns, entities, ({ name, aliases }) => {
      for (const one of [name, ...aliases]) {
        const id = one.trim().toLowerCase();
        byKey.set(isId(id) ? id : `name|${nameKey(one)}`, one);
      }
    });
    return [...byKey.values()];
  }

  #know(name: string, known: Known): void {
    const key = nameKey(name);
    const others = this.#byName.get(key);
    if (others === undefined) this.#byName.set(key, [known]);
    else if (isNews(known, others)) others.push(known);
  }

  /** What a document tells of is the entity of that type and name, a provisional one of the name, or a new one. */
  #declare({ name, types, aliases }: StatedEntity): void {
    const type = types[0] ?? '';
    const candidates = this.#byName.get(nameKey(name)) ?? [];
    const same = candidates.find((known) => known.type === type && known.isOwnName);
    const byAlias = candidates.filter((known) => known.type === type);
    const guessed = candidates.filter(
      ({ id, isVerified, isOwnName }) => !isVerified && isOwnName && this.#mayBe(id, type),
    );
    const known = same ?? only(byAlias) ?? this.#adopt(name, type, only(guessed)) ?? this.#make(name, type, true);
    known.isVerified = true;
    for (const alias of aliases) this.#know(alias, { ...known, isOwnName: false });
  }

  /** Whether what is told of it may be told of an entity of that type: a realm that somebody rules is no person. */
  #mayBe(id: string, type: string): boolean {
    return (this.#taken.get(id) ?? []).every((allowed) => mayStand(this.#types, type, allowed));
  }

  #adopt(name: string, type: string, guessed: Known | undefined): Known | undefined {
    if (guessed === undefined) return undefined;
    this.#toRetype.push({ id: guessed.id, type, name, distinction: '', loreVerified: true, properties: {} });
    guessed.type = type;
    return guessed;
  }

  #find(entity: StatedEntity, types: readonly string[]): string | readonly Known[] | null {
    const candidates = this.#byName.get(nameKey(entity.name)) ?? [];
    const found = meant(candidates, types);
    if (found !== null) return 'id' in found ? found.id : found;
    const [type] = types;
    return type === undefined ? null : this.#make(entity.name, type, false).id;
  }

  #make(name: string, type: string, isVerified: boolean): Known {
    const entity = { id: this.#ids.next(), type, name, distinction: '', loreVerified: isVerified, properties: {} };
    this.#toPut.set(identityOf(entity), entity);
    const known = { id: entity.id, type, isVerified, isOwnName: true };
    this.#know(name, known);
    return known;
  }
}

/** Whether it is another one than those of its name, and could make a difference. */
function isNews({ id, type, isOwnName }: Known, others: readonly Known[]): boolean {
  if (others.some((other) => other.id === id)) return false;
  return isOwnName || others.filter((other) => other.type === type && !other.isOwnName).length < BY_ALIAS_MAX;
}

function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}

/** What each entity may be: as its field says, else as the relations that it is an end of say. */
async function endTypes(
  turns: Turns,
  entities: readonly StatedEntity[],
  relations: readonly DatedRelation[],
): Promise<(readonly string[])[]> {
  const types: (readonly string[])[] = entities.map((entity) => entity.types);
  await inTurns(turns, relations, ({ type, from, to }) => {
    if (types[from]?.length === 0) types[from] = typesOf(type.domain);
    if (to !== null && types[to]?.length === 0) types[to] = typesOf(type.range);
  });
  return types;
}

/** Things that a name may mean, of which so many are listed. */
const LISTED_MAX = 10;

function unclear({ name }: StatedEntity, found: readonly Known[] | null): string {
  if (found === null) return `names "${name}", of which nothing is known; tell of it under entities, with its type`;
  const listed = found.slice(0, LISTED_MAX).map(({ id, type }) => `${type} ${id}`);
  const others = found.length > LISTED_MAX ? ' and others' : '';
  return `may mean any of ${listed.join(', ')}${others}; give one of them another name`;
}
