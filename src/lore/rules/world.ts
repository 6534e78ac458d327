import { ALWAYS, type Period, type Unit } from '../../core/period.js';
import type { RelationEnd } from '../../core/relation.js';
import type { RelationType, RelationTypes } from '../../core/relation-type.js';
import { mayBeSameName } from './exclusive.js';

/** A relation as the rules compare it. Ends are ids of entities; one that was merged goes by the id of the other. */
export interface Fact {
  id: string;
  type: string;
  from: string;
  /** Null where the other end is a literal value. */
  to: string | null;
  value: string | null;
  /** When it holds. */
  when: Period;
  /** The stated bounds, each as precisely as it is written; null is open. What happens at a date begins and ends with it. */
  begins: Unit | null;
  ends: Unit | null;
  /** Told as a prophecy: it clashes with nothing. */
  isProphetic: boolean;
}

/** What the rules know of an entity beside its relations. */
export interface Thing {
  id: string;
  /** Person, Faction … */
  type: string;
  /** Keys of its names. */
  names?: readonly string[];
  /** Nobody vouches for it yet: it may turn out to be another that is called much the same. */
  isProvisional?: boolean;
  /** Of an era: its part of the axis. */
  span?: Span;
}

/** A part of the axis; null is open. */
export interface Span {
  begins: Unit | null;
  ends: Unit | null;
  when: Period;
}

export interface WorldParts {
  types: RelationTypes;
  things: readonly Thing[];
  facts: readonly Fact[];
  /** A setting of the project. */
  parentsMayShareGender: boolean;
}

/**
 * Relations and what they are between, indexed: the neighbourhood of one relation, or all that there is. The rules read
 * nothing else. What is told as a prophecy is left out.
 */
export class World {
  readonly #parts: WorldParts;
  readonly #things: ReadonlyMap<string, Thing>;
  readonly #facts: ReadonlyMap<string, Fact>;
  readonly #byEnd = new Map<string, Fact[]>();

  constructor(parts: WorldParts) {
    this.#parts = parts;
    this.#things = new Map(parts.things.map((thing) => [thing.id, thing]));
    const told = parts.facts.filter(({ isProphetic }) => !isProphetic).sort((a, b) => (a.id < b.id ? -1 : 1));
    this.#facts = new Map(told.map((fact) => [fact.id, withEra(fact, this.#things)]));
    for (const fact of this.#facts.values()) {
      this.#index(fact.from, 'from', fact);
      if (fact.to !== null) this.#index(fact.to, 'to', fact);
    }
  }

  /** The same world, and in it one relation more, if it is not there. */
  with(fact: Fact): World {
    if (this.#facts.get(fact.id) === fact) return this;
    const others = this.#parts.facts.filter(({ id }) => id !== fact.id);
    return new World({ ...this.#parts, facts: [...others, fact] });
  }

  /** The same world as if one relation had never been told. */
  without(id: string): World {
    if (!this.#facts.has(id)) return this;
    return new World({ ...this.#parts, facts: this.#parts.facts.filter((fact) => fact.id !== id) });
  }

  get parentsMayShareGender(): boolean {
    return this.#parts.parentsMayShareGender;
  }

  get facts(): Iterable<Fact> {
    return this.#facts.values();
  }

  /** As the rules see it; undefined for a prophecy. */
  fact(id: string): Fact | undefined {
    return this.#facts.get(id);
  }

  type(name: string): RelationType | undefined {
    return this.#parts.types.get(name);
  }

  /** The names of the relation types for which something holds. */
  typesWhere(holds: (type: RelationType) => boolean): string[] {
    return [...this.#parts.types.values()].filter(holds).map(({ name }) => name);
  }

  kindOf(thing: string): string | undefined {
    return this.#things.get(thing)?.type;
  }

  /** Whether two entities may turn out to be one: one of them is provisional, and a name of each may be that of both. */
  mayBeOne(a: string, b: string): boolean {
    const [first, second] = [this.#things.get(a), this.#things.get(b)];
    if (first?.isProvisional !== true && second?.isProvisional !== true) return false;
    return (first?.names ?? []).some((one) => (second?.names ?? []).some((other) => mayBeSameName(one, other)));
  }

  /** The part of the axis that an era takes, where the calendar knows it. */
  spanOf(thing: string): Span | undefined {
    return this.#things.get(thing)?.span;
  }

  /** Relations of a type that have the entity on that end. */
  at(thing: string, end: RelationEnd, type: string): readonly Fact[] {
    return this.#byEnd.get(`${thing}|${end}|${type}`) ?? [];
  }

  #index(thing: string, end: RelationEnd, fact: Fact): void {
    const key = `${thing}|${end}|${fact.type}`;
    const list = this.#byEnd.get(key);
    if (list === undefined) this.#byEnd.set(key, [fact]);
    else list.push(fact);
  }
}

/** Without a window of its own, what existed in an era existed throughout it. */
function withEra(fact: Fact, things: ReadonlyMap<string, Thing>): Fact {
  if (fact.type !== EXISTED_DURING || fact.begins !== null || fact.ends !== null || fact.to === null) return fact;
  const span = things.get(fact.to)?.span;
  return span === undefined ? { ...fact, when: NOWHEN } : { ...fact, ...span };
}

/** Nothing is known of an era that the calendar does not know: it may be any time. */
const NOWHEN: Period = { ...ALWAYS, certain: { from: 0, until: 0 } };

/** Relation types that have rules of their own. */
export const EXISTED_DURING = 'EXISTED_DURING';
export const PART_OF = 'PART_OF';
export const PARENT_OF = 'PARENT_OF';
export const GENDER = 'GENDER';

/** Types by which the existence of their `to` begins: what is made or founded was not there before. */
export const MAKING: ReadonlySet<string> = new Set(['CREATED', 'FOUNDED']);

/** Types by which an event gets its time, in the order in which they count. */
export const DATING: ReadonlySet<string> = new Set(['OCCURRED_ON', EXISTED_DURING, 'OCCURRED_DURING']);

/** The end on which two relations with one slot differ. */
export function holderEnd({ single, once }: Pick<RelationType, 'single' | 'once'>): RelationEnd {
  return otherEnd(single[0] ?? once[0] ?? 'from');
}

export function otherEnd(end: RelationEnd): RelationEnd {
  return end === 'from' ? 'to' : 'from';
}
