import type { DocumentError, StatedEntity } from '../../core/document.js';
import { nameKey } from '../../core/name.js';
import type { Ids } from '../../core/ports.js';
import type { Tenant } from '../../core/scope.js';
import { type Known, meant } from '../../lore/ingest/meaning.js';
import { type Author, type EntityToPut, identityOf, putEntities, putNames } from '../../store/queries/put-entities.js';
import { findMentioned } from '../../store/queries/resolve.js';
import { retypeProvisional } from '../../store/queries/retype.js';
import type { Db } from '../../store/tenant.js';
import { type DatedRelation, type ReadLore, typesOf } from './read-lore.js';

/** Names that are looked up at once. */
const LOOKUP = 500;

/** Finds the entities of documents that come together: what one of them tells of, the others may mention before it. */
export class EntityFinder {
  readonly #ids: Ids;
  readonly #byName = new Map<string, Known[]>();
  readonly #toPut = new Map<string, EntityToPut>();
  readonly #toRetype: EntityToPut[] = [];

  constructor(ids: Ids) {
    this.#ids = ids;
  }

  /** Looks up every name of the documents, and takes note of what they tell of. */
  async learn(db: Db, tenant: Tenant, documents: readonly ReadLore[]): Promise<void> {
    const entities = documents.flatMap((document) => document.entities);
    const names = [...new Set(entities.flatMap(({ name, aliases }) => [name, ...aliases]))];
    for (let at = 0; at < names.length; at += LOOKUP) {
      const some = names.slice(at, at + LOOKUP);
      const found = await findMentioned(
        db,
        tenant,
        some.map((name) => ({ name })),
        { findsAlike: false },
      );
      for (const [index, candidates] of found.entries()) {
        for (const { id, type, loreVerified, by } of candidates) {
          this.#know(some[index] ?? '', { id, type, isVerified: loreVerified, isOwnName: by !== 'alias' });
        }
      }
    }
    for (const entity of entities) if (entity.isDeclared) this.#declare(entity);
  }

  /**
   * Ids of the entities of a document, in order. An error for a name that may mean several things, or of which nobody
   * could say what it is; prose that names such a one says nothing: null.
   */
  resolve({ entities, relations }: ReadLore): { ids: (string | null)[]; errors: DocumentError[] } {
    const errors: DocumentError[] = [];
    const types = endTypes(entities, relations);
    const ids = entities.map((entity, index) => {
      const found = this.#find(entity, types[index] ?? []);
      if (typeof found === 'string') return found;
      if (entity.place !== null) errors.push({ ...entity.place, message: unclear(entity, found) });
      return null;
    });
    return { ids, errors };
  }

  /** Stores the entities that are new. Answers the ids that they turned out to have, where another was first. */
  async store(db: Db, tenant: Tenant, author: Author): Promise<Map<string, string>> {
    const entities = [...this.#toPut.values()];
    await retypeProvisional(db, tenant, this.#toRetype);
    const actual = new Map<string, string>();
    for (let at = 0; at < entities.length; at += LOOKUP) {
      const some = entities.slice(at, at + LOOKUP);
      const put = await putEntities(db, tenant, author, some);
      for (const [index, { id }] of put.entries()) actual.set(some[index]?.id ?? '', id);
      const names = some.map(({ id, name }) => ({ entityId: actual.get(id) ?? id, name, kind: 'name' as const }));
      await putNames(db, tenant, null, names);
    }
    return actual;
  }

  #know(name: string, known: Known): void {
    const key = nameKey(name);
    const others = this.#byName.get(key) ?? [];
    if (!others.some(({ id }) => id === known.id)) this.#byName.set(key, [...others, known]);
  }

  /** What a document tells of is the entity of that type and name, a provisional one of the name, or a new one. */
  #declare({ name, types, aliases }: StatedEntity): void {
    const type = types[0] ?? '';
    const candidates = this.#byName.get(nameKey(name)) ?? [];
    const same = candidates.find((known) => known.type === type && known.isOwnName);
    const byAlias = candidates.filter((known) => known.type === type);
    const guessed = candidates.filter(({ isVerified, isOwnName }) => !isVerified && isOwnName);
    const known = same ?? only(byAlias) ?? this.#adopt(name, type, only(guessed)) ?? this.#make(name, type, true);
    known.isVerified = true;
    for (const alias of aliases) this.#know(alias, { ...known, isOwnName: false });
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

function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}

/** What each entity may be: as its field says, else as the relations that it is an end of say. */
function endTypes(entities: readonly StatedEntity[], relations: readonly DatedRelation[]): (readonly string[])[] {
  const types: (readonly string[])[] = entities.map((entity) => entity.types);
  for (const { type, from, to } of relations) {
    if (types[from]?.length === 0) types[from] = typesOf(type.domain);
    if (to !== null && types[to]?.length === 0) types[to] = typesOf(type.range);
  }
  return types;
}

function unclear({ name }: StatedEntity, found: readonly Known[] | null): string {
  if (found === null) return `names "${name}", of which nothing is known; tell of it under entities, with its type`;
  return `may mean any of ${found.map(({ id, type }) => `${type} ${id}`).join(', ')}; give one of them another name`;
}
