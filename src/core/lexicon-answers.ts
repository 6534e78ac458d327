import { z } from 'zod';
import { compileRelations, type RelationLexicon, readings, type relationsFile } from './lexicon-relations.js';
import type { Forms } from './stem.js';

const words = z.array(z.string().min(1));
const typeName = z.string().regex(/^[a-z_]+$/);

const instead = z.strictObject({ from: words, to: words, turned: z.literal(true).optional() });

/** How what somebody is about to say of a world is read: with its names known, more words tell of a relation. */
export const answersFile = z.strictObject({
  beside: words,
  /** By the code of a caveat what says it, at least in part. */
  caveats: z.record(z.string(), words),
  citations: words,
  denials: words,
  instead: z.record(typeName, z.record(typeName, instead)),
  leads: words,
  plain: z.record(z.string(), z.string()),
  readings: z.record(typeName, readings),
  reserves: z.strictObject({ disputed: words, uncertain: words }),
  /** By the type and the value what says it after "was". */
  values: z.record(typeName, z.record(z.string(), words)),
});

/** What a relation is, once it is known what stands at its ends. */
export interface Instead {
  from: ReadonlySet<string>;
  to: ReadonlySet<string>;
  as: string;
  /** The ends change places. */
  isTurned: boolean;
}

/** Ways in which a sentence is not to be taken for sure. */
export type Reserve = 'disputed' | 'uncertain';

/** A value of an attribute, in the form that is compared. */
export interface SaidValue {
  type: string;
  value: string;
}

export interface AnswerLexicon {
  /** The relations file without its demand for dates, and with the words of this one. */
  relations: RelationLexicon;
  /** Forms of one word or two, several persons among them, by what is read in their place. */
  plain: ReadonlyMap<string, string>;
  /** Words that say nothing of the relation. */
  beside: ReadonlySet<string>;
  /** By the code of a caveat the beginnings of words that say it. */
  caveats: ReadonlyMap<string, readonly string[]>;
  /** Words that open a citation in brackets. */
  citations: ReadonlySet<string>;
  denials: ReadonlySet<string>;
  /** What leads to who says it, before a comma. */
  leads: readonly string[];
  /** What says at the end of a sentence, after a comma, that it is not to be taken for sure. */
  reserves: Readonly<Record<Reserve, readonly string[]>>;
  /** By what is said of somebody after "was", in small letters. */
  values: ReadonlyMap<string, SaidValue>;
  /** By the type that was read. */
  instead: ReadonlyMap<string, readonly Instead[]>;
}

type RelationsFile = z.infer<typeof relationsFile>;
type Readings = z.infer<typeof readings>;

export function compileAnswers(
  file: z.infer<typeof answersFile>,
  relations: RelationsFile,
  forms: Forms,
  once: ReadonlySet<string>,
): AnswerLexicon {
  const types = Object.entries(relations.types).map(([name, { readings: said = {}, ...type }]) => {
    return [name, { ...type, readings: undated(said, file.readings[name] ?? {}) }] as const;
  });
  return {
    relations: compileRelations({ ...relations, types: Object.fromEntries(types) }, forms, once),
    plain: new Map(Object.entries(file.plain)),
    beside: new Set(file.beside),
    caveats: new Map(Object.entries(file.caveats)),
    citations: new Set(file.citations),
    denials: new Set(file.denials),
    leads: file.leads,
    reserves: file.reserves,
    values: new Map(Object.entries(file.values).flatMap(([type, values]) => valuesOf(type, values))),
    instead: new Map(
      Object.entries(file.instead).map(([type, others]) => [type.toUpperCase(), Object.entries(others).map(insteadOf)]),
    ),
  };
}

/** Between things that are known by name, what otherwise needs a date needs none. */
function undated({ dated_nouns, dated_verbs, ...said }: Readings, more: Readings): Readings {
  const all = (...lists: (readonly string[] | undefined)[]) => [...new Set(lists.flatMap((list) => list ?? []))];
  return {
    ...said,
    verbs: all(said.verbs, dated_verbs, more.verbs),
    participles: all(said.participles, more.participles),
    nouns: all(said.nouns, dated_nouns, more.nouns),
  };
}

function valuesOf(type: string, values: Readonly<Record<string, readonly string[]>>): [string, SaidValue][] {
  return Object.entries(values).flatMap(([value, said]) =>
    said.map((words): [string, SaidValue] => [words, { type: type.toUpperCase(), value }]),
  );
}

function insteadOf([as, { from, to, turned }]: [string, z.infer<typeof instead>]): Instead {
  return { from: new Set(from), to: new Set(to), as: as.toUpperCase(), isTurned: turned === true };
}
