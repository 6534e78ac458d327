import type { Items } from '../../src/lore/ingest/items.js';
import { seeded } from '../../test/helpers/seeded.js';

/** A world of any size, the same for the same seed. Dates are those of the iso calendar. */

/** Relations, attributes among them, of one batch. */
export const BATCH = 5000;
const PEOPLE_A_BATCH = 400;
/** Of each so many a batch; what they are ruled, held or joined by comes in turn. */
const [REALMS, RELICS, HOUSES, TOWNS, BATTLES] = [50, 100, 20, 40, 60];
const FIRST_YEAR = 1000;
/** Years between the births of two who follow each other on one throne. */
const GENERATION = 10;

const SYLLABLES = [
  'al',
  'bran',
  'cor',
  'dwen',
  'el',
  'far',
  'gond',
  'hal',
  'is',
  'jor',
  'ket',
  'lor',
  'mir',
  'nem',
  'or',
];

interface Person {
  name: string;
  born: number;
  died: number;
}

/**
 * Batches that hold so many relations together: people with two parents each where there are any, houses, realms with
 * their rulers one after the other, things with their holders, and events with those who took part.
 */
export function* generateWorld(relations: number, seed: number): Generator<Items & { relationCount: number }> {
  const world = new World(seed);
  for (let left = relations; left > 0; ) {
    const batch = world.batch(Math.min(BATCH, left));
    left -= batch.relationCount;
    yield batch;
  }
}

class World {
  readonly #random: () => number;
  #batches = 0;
  #elders: Person[] = [];

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  batch(size: number): Items & { relationCount: number } {
    const n = this.#batches++;
    const people = Array.from({ length: Math.min(PEOPLE_A_BATCH, Math.ceil(size / 12)) }, (_, at) =>
      this.#person(n, at),
    );
    const entities = people.map(({ name, born, died }) => ({ type: 'Person', name, born: `${born}`, died: `${died}` }));
    const items: Items = { entities, relations: [], events: [] };
    const families = this.#families(people);
    const others = [...families, ...this.#reigns(n, people), ...this.#holdings(n, people), ...this.#deeds(n, people)];
    const relations = filled(others, size - entities.length * 2, (at) => this.#acquaintance(people, at));
    this.#elders = people;
    return { ...items, relations, relationCount: relations.length + entities.length * 2 };
  }

  #person(batch: number, at: number): Person {
    const born = FIRST_YEAR + ((batch * 25) % 700) + GENERATION * Math.floor(at / REALMS);
    return { name: `${this.#word()}${this.#word()} of ${batch}-${at}`, born, died: born + 55 + this.#below(25) };
  }

  #families(people: readonly Person[]): object[] {
    if (this.#elders.length < 2) return [];
    return people.flatMap((child) => {
      const at = this.#below(this.#elders.length - 1);
      return this.#elders.slice(at, at + 2).map((parent) => ({ type: 'PARENT_OF', from: parent.name, to: child.name }));
    });
  }

  /** One ruler after the other, each within its life. */
  #reigns(batch: number, people: readonly Person[]): object[] {
    return people.map(({ name, born }, at) => {
      const reign = { valid_from: `${born + 25}`, valid_until: `${born + 25 + GENERATION}` };
      return { type: 'RULES', from: name, to: `Realm ${batch}-${at % REALMS}`, ...reign };
    });
  }

  #holdings(batch: number, people: readonly Person[]): object[] {
    const term = (GENERATION * RELICS) / REALMS;
    return people.flatMap(({ name, born, died }, at) => [
      {
        ...{ type: 'POSSESSES', from: name, to: `Relic ${batch}-${at % RELICS}` },
        ...{ valid_from: `${born + 30}`, valid_until: `${born + 30 + term}` },
      },
      { type: 'MEMBER_OF', from: name, to: `House ${batch}-${at % HOUSES}`, valid_from: `${born + 18}` },
      {
        type: 'LOCATED_IN',
        from: name,
        to: `Town ${batch}-${at % TOWNS}`,
        valid_from: `${born}`,
        valid_until: `${died}`,
      },
    ]);
  }

  #deeds(batch: number, people: readonly Person[]): object[] {
    return people.map(({ name, born }, at) => ({
      ...{
        type: 'PARTICIPATED_IN',
        from: name,
        to: `Battle ${batch}-${at % BATTLES}`,
        on: `${born + 20 + this.#below(15)}`,
      },
    }));
  }

  #acquaintance(people: readonly Person[], at: number): object {
    const from = people[at % people.length];
    const to = people[(at + 1 + this.#below(people.length - 1)) % people.length];
    const year = (from?.born ?? FIRST_YEAR) + 10 + Math.floor(at / people.length);
    return { type: 'KNOWS', from: from?.name, to: to?.name, valid_from: `${year}` };
  }

  #word(): string {
    return SYLLABLES[this.#below(SYLLABLES.length)] ?? '';
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

function filled(relations: object[], size: number, more: (at: number) => object): object[] {
  const all = relations.slice(0, size);
  while (all.length < size) all.push(more(all.length));
  return all;
}
