import type { z } from 'zod';
import type { lexiconFiles } from './lexicon-files.js';
import { compilePhrases, type Phrases } from './phrases.js';

/** Which end of a life a word tells of. */
export type LifeEnd = 'begin' | 'end';

/** Words that tell when a life begins or ends, and what somebody does in it. */
export interface LifeWords {
  /** Verbs of what is done to somebody: "was *founded*", "*slew* Orwic". */
  done: ReadonlyMap<string, LifeEnd>;
  /** Verbs of what becomes of somebody: "*died*". */
  becoming: ReadonlyMap<string, LifeEnd>;
  /** "breathed his last" */
  sayings: Phrases<LifeEnd>;
  /** "the *death* of Orwic" */
  nouns: ReadonlyMap<string, LifeEnd>;
  /** Verbs of those with which a life need not begin or end: "was disbanded", "fell". */
  notFinal: ReadonlySet<string>;
  /** Verbs of what needs no life: "inspired", "appeared". */
  lifeless: ReadonlySet<string>;
  /** What stands before "of" and a year: the *spring* of 1847. */
  times: ReadonlySet<string>;
}

export function lifeWords(file: z.infer<(typeof lexiconFiles)['lives']>): LifeWords {
  return {
    done: byEnd(file.begin, file.end),
    becoming: byEnd(file.begin_by_itself, file.end_by_itself),
    sayings: compilePhrases(byEnd(file.sayings.begin, file.sayings.end)),
    nouns: byEnd(file.nouns.begin, file.nouns.end),
    notFinal: new Set(file.not_final),
    lifeless: new Set(file.lifeless),
    times: new Set(file.times),
  };
}

function byEnd(begin: readonly string[], end: readonly string[]): Map<string, LifeEnd> {
  const ends = (words: readonly string[], which: LifeEnd) => words.map((word): [string, LifeEnd] => [word, which]);
  return new Map([...ends(begin, 'begin'), ...ends(end, 'end')]);
}
