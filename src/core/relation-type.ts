import { z } from 'zod';
import type { RelationEnd } from './relation.js';
import { attributeType, type TypeTemplate } from './type-template.js';

/**
 * How the existence of an end must lie to the time of the relation. overlap: it exists for some of it. contain: it exists
 * for all of the stated window. begun: it began to exist before it.
 */
export const LIFE_RULES = ['overlap', 'contain', 'begun'] as const;
export type LifeRule = (typeof LIFE_RULES)[number];

const end = z.enum(['from', 'to']);

/** What the lore store and its rules know of a type, beside what the reader of sentences does. */
export const relationRules = {
  /** Most relations of the type that an end may have, whatever their times. */
  at_most: z.partialRecord(end, z.int().min(1)).optional(),
  /** No chain of it comes back to where it began. */
  acyclic: z.literal(true).optional(),
  /** The name by which it is told from its other end. */
  inverse: z.string().optional(),
  lives: z.partialRecord(end, z.enum(LIFE_RULES)).optional(),
  /** The ends that have one such relation ever. */
  once: z.array(end).optional(),
  severity: z.enum(['error', 'warn']).optional(),
  /** How it is told of the past, between its two ends: "was a member of". */
  told: z.string().min(1).optional(),
  /** Two holders of the slot are no rivals where one is part of the other. */
  unless_part_of: z.literal(true).optional(),
};

/** What the literal value of an attribute is. */
export type ValueKind = 'date' | 'text' | 'number' | 'boolean' | 'choice';

/** A type of relation, as the store and the rules see it. */
export interface RelationType {
  /** MEMBER_OF */
  name: string;
  /** Types of entities that may stand on an end; empty: any. */
  domain: readonly string[];
  range: readonly string[];
  /** What the other end is when it is a literal value; null when it is an entity. */
  value: ValueKind | null;
  /** The values of a choice. */
  choices: readonly string[];
  /** The ends that have one at a time. */
  single: readonly RelationEnd[];
  /** The ends that have one ever. */
  once: readonly RelationEnd[];
  atMost: readonly { end: RelationEnd; count: number }[];
  symmetric: boolean;
  inverse: string | null;
  acyclic: boolean;
  unlessPartOf: boolean;
  lives: readonly { end: RelationEnd; rule: LifeRule }[];
  /** A life begins or ends with it. */
  existence: 'birth' | 'death' | null;
  /** It happens at its date rather than lasting. */
  isEvent: boolean;
  /** What a clash is worth to the guard; null where nothing can clash. */
  guard: 'block' | 'warn' | null;
  severity: 'error' | 'warn';
  /** How it is told of the past, between its two ends. */
  told: string;
}

export type RelationTypes = ReadonlyMap<string, RelationType>;

const ENDS = ['from', 'to'] as const;
const SLOT_ENDS = { by_subject: ['from'], by_object: ['to'], both: ENDS } as const;
const LITERALS = new Set(['date', 'text']);

/** What the types of the file say of a relation type. */
export interface DeclaredType {
  at_most?: Partial<Record<RelationEnd, number>> | undefined;
  acyclic?: true | undefined;
  domain?: string[] | undefined;
  event?: true | undefined;
  existence?: 'birth' | 'death' | undefined;
  guard?: 'block' | 'warn' | undefined;
  inverse?: string | undefined;
  lives?: Partial<Record<RelationEnd, LifeRule>> | undefined;
  once?: RelationEnd[] | undefined;
  range?: string[] | undefined;
  severity?: 'error' | 'warn' | undefined;
  slot?: keyof typeof SLOT_ENDS | undefined;
  symmetric?: true | undefined;
  told?: string | undefined;
  unless_part_of?: true | undefined;
}

/** The types of the file by name. */
export function relationTypes(types: Readonly<Record<string, DeclaredType>>): RelationTypes {
  const compiled = Object.entries(types).map(([name, declared]) => compile(name.toUpperCase(), declared));
  return new Map(compiled.map((type) => [type.name, type]));
}

function compile(name: string, declared: DeclaredType): RelationType {
  const { at_most = {}, lives = {}, range = [], domain = [], slot, once = [] } = declared;
  const literal = range.find((kind) => LITERALS.has(kind)) as ValueKind | undefined;
  return {
    ...{ name, domain, range: literal === undefined ? range : [], value: literal ?? null, choices: [] },
    ...{ single: slot === undefined ? [] : SLOT_ENDS[slot], once },
    atMost: ENDS.flatMap((end) => (at_most[end] === undefined ? [] : [{ end, count: at_most[end] }])),
    lives: ENDS.flatMap((end) => (lives[end] === undefined ? [] : [{ end, rule: lives[end] }])),
    symmetric: declared.symmetric === true,
    inverse: declared.inverse?.toUpperCase() ?? null,
    acyclic: declared.acyclic === true,
    unlessPartOf: declared.unless_part_of === true,
    existence: declared.existence ?? null,
    isEvent: declared.event === true,
    guard: declared.guard ?? (canClash(declared) ? 'block' : null),
    severity: declared.severity ?? 'warn',
    told: declared.told ?? `had the ${name.toLowerCase().replaceAll('_', ' ')}`,
  };
}

function canClash({ slot, once, at_most, acyclic, lives, existence }: DeclaredType): boolean {
  return [slot, once, at_most, acyclic, lives, existence].some((rule) => rule !== undefined);
}

/** The attributes that templates declare, as relation types: one value at a time each. */
export function attributeTypes(templates: readonly TypeTemplate[]): RelationTypes {
  const found = new Map<string, RelationType>();
  for (const { type, attributes } of templates) {
    for (const [attribute, { kind, values = [] }] of Object.entries(attributes)) {
      const name = attributeType(attribute);
      const domain = [...(found.get(name)?.domain ?? []), type.toLowerCase()];
      const declared = { domain, guard: 'block', slot: 'by_subject' } as const;
      found.set(name, { ...compile(name, declared), value: kind, choices: values });
    }
  }
  return found;
}

/** The type that a name means, in upper or lower case, or by its inverse: then the ends change places. */
export function relationTypeNamed(
  types: RelationTypes,
  name: string,
): { type: RelationType; isInverse: boolean } | undefined {
  const wanted = name
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');
  const type = types.get(wanted);
  if (type !== undefined) return { type, isInverse: false };
  const inverse = [...types.values()].find((candidate) => candidate.inverse === wanted);
  return inverse === undefined ? undefined : { type: inverse, isInverse: true };
}

/** Every relation type of a project: the built-in ones and the attributes of its templates. */
export function allRelationTypes(
  lexicon: { relationTypes: RelationTypes },
  templates: readonly TypeTemplate[],
): RelationTypes {
  return new Map([...lexicon.relationTypes, ...attributeTypes(templates)]);
}
