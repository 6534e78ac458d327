import { z } from 'zod';

/** The version of the features that this code computes; a model is trained with one. */
export const FEATURE_VERSION = 1;

const wordMap = z.record(z.string(), z.string());
const groups = z.record(z.string(), z.array(z.number().int()));

/** lexicon.json of a model, as training/nli/FEATURES.md 2 defines it. */
export const FeatureLexiconFile = z.object({
  version: z.literal(FEATURE_VERSION),
  irregular: wordMap,
  numbers: wordMap,
  stop: z.array(z.string()),
  negation: z.array(z.string()),
  denial: z.array(z.string()),
  modality: z.record(z.string(), z.number().int()),
  opposites: z.record(z.string(), z.array(z.string())),
  synonyms: groups,
  siblings: groups,
});

/** The words that one model was trained with. */
export interface FeatureLexicon {
  irregular: ReadonlyMap<string, string>;
  numbers: ReadonlyMap<string, string>;
  stop: ReadonlySet<string>;
  negation: ReadonlySet<string>;
  /** Stems. */
  denial: ReadonlySet<string>;
  /** 3 must, 2 should, 1 may. */
  modality: ReadonlyMap<string, number>;
  /** Stem → stems. */
  opposites: ReadonlyMap<string, readonly string[]>;
  /** Stem → classes of words that mean the same. */
  synonyms: ReadonlyMap<string, readonly number[]>;
  /** Stem → groups of things that exclude each other. */
  siblings: ReadonlyMap<string, readonly number[]>;
}

export function featureLexicon(file: z.infer<typeof FeatureLexiconFile>): FeatureLexicon {
  const map = <T>(record: Record<string, T>): ReadonlyMap<string, T> => new Map(Object.entries(record));
  return {
    irregular: map(file.irregular),
    numbers: map(file.numbers),
    stop: new Set(file.stop),
    negation: new Set(file.negation),
    denial: new Set(file.denial),
    modality: map(file.modality),
    opposites: map(file.opposites),
    synonyms: map(file.synonyms),
    siblings: map(file.siblings),
  };
}
