import {
  DOCUMENT_ERRORS_MAX,
  type DocumentError,
  type FieldPlace,
  type StatedEntity,
  type StatedRelation,
  type Statements,
  type TextSpan,
} from '../../core/document.js';
import type { Step } from './yaml.js';

/** Finds the fields of a value in the text that it was read from. */
export interface Locator {
  place(path: readonly Step[]): { place: FieldPlace; span: TextSpan };
  /** The place of a key of the map at a path. */
  placeOfKey(path: readonly Step[], key: string): FieldPlace;
}

/** A name beside which something is said, and what it may be. */
interface Mention {
  name: string;
  types: readonly string[];
}

/** Gathers what a document says, item by item. Errors beyond a number of them are left out. */
export class Collector {
  readonly errors: DocumentError[] = [];
  readonly #locator: Locator;
  readonly #entities: StatedEntity[] = [];
  readonly #relations: StatedRelation[] = [];

  readonly #errorsMax: number;

  /** @param types the types of entities that there are */
  constructor(
    locator: Locator,
    readonly types: readonly string[],
    errorsMax = DOCUMENT_ERRORS_MAX,
  ) {
    this.#locator = locator;
    this.#errorsMax = errorsMax;
  }

  get isFull(): boolean {
    return this.errors.length >= this.#errorsMax;
  }

  error(path: readonly Step[], message: string): void {
    if (!this.isFull) this.errors.push({ ...this.#locator.place(path).place, message });
  }

  unknownKey(path: readonly Step[], key: string, message: string): void {
    if (!this.isFull) this.errors.push({ ...this.#locator.placeOfKey(path, key), message });
  }

  at(path: readonly Step[]): { place: FieldPlace; span: TextSpan } {
    return this.#locator.place(path);
  }

  /** Adds an entity that the document tells of; the answer is its index. */
  declare(entity: Omit<StatedEntity, 'isDeclared' | 'place' | 'span'>, path: readonly Step[]): number {
    return this.#entities.push({ ...entity, isDeclared: true, ...this.at(path) }) - 1;
  }

  mention({ name, types }: Mention, path: readonly Step[]): number {
    const said = { name, types, aliases: [], description: null, properties: {} };
    return this.#entities.push({ ...said, isDeclared: false, ...this.at(path) }) - 1;
  }

  relate(relation: Omit<StatedRelation, 'place' | 'span'>, path: readonly Step[]): void {
    this.#relations.push({ ...relation, ...this.at(path) });
  }

  /** What was said, each thing once: a mention is of what the document tells of by that name, if of anything. */
  finish(): Statements {
    return joined(this.#entities, this.#relations);
  }
}

function joined(entities: readonly StatedEntity[], relations: readonly StatedRelation[]): Statements {
  const kept = new Kept();
  const moved = new Map<number, number>();
  entities.forEach((entity, index) => {
    if (entity.isDeclared) moved.set(index, kept.add(entity));
  });
  entities.forEach((entity, index) => {
    if (!entity.isDeclared) moved.set(index, kept.fitting(entity) ?? kept.add(entity));
  });
  const to = (index: number) => moved.get(index) ?? index;
  return {
    entities: kept.entities,
    relations: relations.map((one) => ({ ...one, from: to(one.from), to: one.to === null ? null : to(one.to) })),
  };
}

/** The entities of one name, by their indexes: the first of all, and the first of each type. */
interface Namesakes {
  first: number;
  isOnly: boolean;
  byType: Map<string, number>;
}

/** Entities, and who is called what. */
class Kept {
  readonly entities: StatedEntity[] = [];
  readonly #byName = new Map<string, Namesakes>();

  /** The answer is its index. */
  add(entity: StatedEntity): number {
    const at = this.entities.push(entity) - 1;
    for (const name of [entity.name, ...entity.aliases]) this.#name(keyOf(name), entity.types, at);
    return at;
  }

  /** The only one of that name, or the first of a type that fits. */
  fitting({ name, types }: StatedEntity): number | undefined {
    const namesakes = this.#byName.get(keyOf(name));
    if (namesakes === undefined || namesakes.isOnly) return namesakes?.first;
    const fitting = types.flatMap((type) => namesakes.byType.get(type) ?? []);
    return fitting.length === 0 ? namesakes.first : Math.min(...fitting);
  }

  #name(key: string, types: readonly string[], at: number): void {
    const known = this.#byName.get(key);
    if (known !== undefined) known.isOnly = false;
    const { byType } = known ?? { byType: new Map<string, number>() };
    for (const type of types) if (!byType.has(type)) byType.set(type, at);
    if (known === undefined) this.#byName.set(key, { first: at, isOnly: true, byType });
  }
}

/** Case and white space tell no names apart. */
export function keyOf(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}
