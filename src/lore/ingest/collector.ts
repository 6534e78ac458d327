import type {
  DocumentError,
  FieldPlace,
  StatedEntity,
  StatedRelation,
  Statements,
  TextSpan,
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

const ERRORS_MAX = 20;

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
    errorsMax = ERRORS_MAX,
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
  const kept: StatedEntity[] = [];
  const byName = new Map<string, number[]>();
  const moved = new Map<number, number>();
  const keep = (index: number, entity: StatedEntity) => {
    const at = kept.push(entity) - 1;
    for (const name of [entity.name, ...entity.aliases]) {
      const key = keyOf(name);
      byName.set(key, [...(byName.get(key) ?? []), at]);
    }
    moved.set(index, at);
  };
  entities.forEach((entity, index) => {
    if (entity.isDeclared) keep(index, entity);
  });
  entities.forEach((entity, index) => {
    if (entity.isDeclared) return;
    const at = fitting(entity, byName.get(keyOf(entity.name)) ?? [], kept);
    if (at === undefined) keep(index, entity);
    else moved.set(index, at);
  });
  const to = (index: number) => moved.get(index) ?? index;
  return {
    entities: kept,
    relations: relations.map((one) => ({ ...one, from: to(one.from), to: one.to === null ? null : to(one.to) })),
  };
}

/** The only one of that name, or the first of a type that fits. */
function fitting(
  { types }: StatedEntity,
  candidates: readonly number[],
  entities: readonly StatedEntity[],
): number | undefined {
  if (candidates.length <= 1) return candidates[0];
  return candidates.find((at) => types.some((type) => entities[at]?.types.includes(type))) ?? candidates[0];
}

/** Case and white space tell no names apart. */
export function keyOf(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}
