import { z } from 'zod';
import { constructionsFile } from './constructions.js';
import { relationsFile } from './lexicon-relations.js';
import { kinFile, oppositionsFile, prefixesFile, statesFile, synonymsFile } from './lexicon-words.js';
import { MODALITIES } from './modality.js';
import { referencesFile } from './reference.js';
import { unitsFile } from './units.js';

export const words = z.array(z.string().min(1));
export const wordsByName = z.record(z.string(), words);
const modality = z.enum(MODALITIES);
const reading = z.strictObject({ plain: modality, negated: modality });

/** The slot that a role of a verb fills, and whether two fillers surely exclude each other. */
export const roleSlot = z.strictObject({ slot: z.string(), sign: z.enum(['one', 'doubt']) });

/** The shape of every file in the lexicons folder, by file name. */
export const lexiconFiles = {
  adjuncts: z.strictObject({
    asking: words,
    attribution: words,
    concession: words,
    factive: words,
    interjections: words,
    motives: words,
    purpose: words,
    reason: words,
    relative: words,
    telling: words,
    texts: words,
    trailing: words,
  }),
  asides: z.strictObject({
    concessions: words,
    grounds: words,
    interjections: words,
    labels: words,
    openings: words,
    reasons: words,
    sources: words,
    trailing: words,
  }),
  bounds: z.strictObject({ '<': words, '<=': words, '>': words, '>=': words }),
  characterisations: z.strictObject({ adjectives: words }),
  conditions: wordsByName,
  constructions: constructionsFile,
  documents: z.strictObject({
    agreeing: words,
    arguing: words,
    becoming: words,
    commenting: words,
    deciding: words,
    describing: words,
    effects: words,
    effects_of_acts: words,
    effects_on_us: words,
    how_to: words,
    joining: words,
    lapsed: words,
    partial: words,
    pointing: words,
    purposes: words,
    recommending: words,
    recording: words,
    ruling: words,
    sections: z.strictObject({ argued: words, decided: words, expected: words }),
    verdicts: words,
  }),
  environments: wordsByName,
  framing: z.strictObject({ deciding: words, denying: words, saying: words }),
  'function-words': z.strictObject({
    adverbs: words,
    articles: words,
    auxiliaries: words,
    conjunctions: words,
    determiners: words,
    fillers: words,
    partial: words,
    prepositions: words,
    pronouns: words,
    relatives: words,
    telling: words,
  }),
  kin: kinFile,
  modality: z.strictObject({
    auxiliary: z.record(z.string(), reading),
    blessing: words,
    clause: z.record(z.string(), reading),
    noun: z.record(z.string(), reading),
    opening: z.record(z.string(), reading),
    predicate: z.record(z.string(), reading),
    stress: words,
  }),
  negation: z.strictObject({
    cleft: words,
    contractions: z.record(z.string(), z.string()),
    exclusive: words,
    negators: words,
  }),
  oppositions: oppositionsFile,
  prefixes: prefixesFile,
  prepositions: wordsByName,
  references: referencesFile,
  relations: relationsFile,
  roles: z.strictObject({ active: z.record(z.string(), roleSlot), passive: z.record(z.string(), roleSlot) }),
  rewrites: z.strictObject({ gerund: z.record(z.string(), z.string()), plain: z.record(z.string(), z.string()) }),
  slots: z.strictObject({
    agents: z.record(z.string(), z.string()),
    approximate: words,
    choice_verbs: words,
    examples: words,
    generic: words,
    groups: words,
    many_verbs: words,
    heads: words,
    light: words,
    lists: words,
    markers: words,
    measures: z.record(z.string(), z.string()),
    numbered: words,
    places: words,
    quantities: words,
    shared: words,
    verbs: z.record(z.string(), z.strictObject({ slot: z.string(), beside: words.optional() })),
    weak: words,
  }),
  states: statesFile,
  synonyms: synonymsFile,
  units: unitsFile,
  verbs: z.strictObject({
    actions: wordsByName,
    base: words,
    irregular: z.record(z.string(), z.string()),
    ending: words,
    once: words,
    recurrent: words,
    stative: words,
  }),
} as const;
