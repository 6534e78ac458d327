import type { Period, Unit } from './period.js';

/** One end of a relation: `from` does, has or is something to `to`. */
export type RelationEnd = 'from' | 'to';

/**
 * What the guard has to know of a relation type. It travels with every relation that is read, so that two readings can
 * be compared without the lexicon. An absent field means "no" or "none".
 */
export interface RelationTraits {
  /** Which end may have one relation of the type at a time; `both`: either. */
  slot?: RelationEnd | 'both';
  /** A clash in the slot is worth a warning only. */
  warnsOnly?: true;
  /** The ends that have to be alive. */
  alive?: readonly RelationEnd[];
  /** The relation is where the life of its `from` begins or ends. */
  existence?: 'birth' | 'death';
  /** Told in the past tense without a date it still counts as holding throughout. */
  pastCounts?: true;
  /** Ends may change places; they are stored in alphabetical order. */
  symmetric?: true;
}

/** The lore reading of a clause: "Aldric ruled Valdorn" is RULES, from Aldric, to Valdorn. */
export interface Relation {
  type: string;
  /** Canonical names: lower case, without an article. */
  from: string;
  to: string;
  /** Either name without title and epithet, where it has one: "King Aldric", "Aldric the Bold". */
  short?: Partial<Record<RelationEnd, string>>;
  tense: 'past' | 'present';
  /** When an event took place; a relation that lasts holds in the period of its norm. */
  at?: Period;
  /** The date at which it begins or takes place, as precisely as it is written. */
  begins?: Unit;
  /** The date at which one that lasts ends, where its text or its request says so. */
  ends?: Unit;
  /** Told as a prophecy: never adjudicated. */
  isProphecy?: true;
  /** Told by words that fit one beside the holder of the slot too: "queen of" a consort. */
  isLoose?: true;
  /** The entities that the names stand for, where the relation is stored beside its claim; a value has none. */
  entities?: { from: string; to: string | null };
  traits: RelationTraits;
}

/** The name of an end without its title: "King Aldric" is Aldric. An epithet stays, as it tells two apart. */
export function untitledName(relation: Pick<Relation, RelationEnd | 'short'>, end: RelationEnd): string {
  const [name, short] = [relation[end], relation.short?.[end]];
  return short !== undefined && name.endsWith(` ${short}`) ? short : name;
}

/** Whether two ends are called the same, one of them with a title perhaps; two titles tell two apart. */
export function isSameEnd(a: Relation, mine: RelationEnd, b: Relation, theirs: RelationEnd): boolean {
  const [one, other] = [a[mine], b[theirs]];
  return one === other || untitledName(a, mine) === other || one === untitledName(b, theirs);
}

/** A relation with the time for which it is claimed. */
export interface TimedRelation {
  relation: Relation;
  when: Period;
}

/** The relation that a norm states, with its time, or null. */
export function relationOf({ relation, period }: { relation?: Relation; period: Period }): TimedRelation | null {
  return relation === undefined ? null : { relation, when: relation.at ?? period };
}
