import type { z } from 'zod';
import type { lexiconFiles } from './lexicon-files.js';
import { compilePhrases, type Phrases } from './phrases.js';

/** Words that tell how what is said now bears on what was said before. */
export interface StoryWords {
  /** Whoever says so speaks of a change, and so of what is true from now on: "no longer", "as of". */
  settling: Phrases<true>;
  /** Whoever says so speaks of what was so once: "originally". */
  former: Phrases<true>;
  /** There is no other: "and nowhere else". */
  only: Phrases<true>;
  /** Verbs by which a thing becomes another: *migrate*. */
  changing: ReadonlySet<string>;
  /** Verbs by which a number becomes another: *lower*. */
  adjusting: ReadonlySet<string>;
  /** Words that stand beside those for what was so before: *back*. */
  returning: ReadonlySet<string>;
  /** Verbs of what somebody has in mind only: *plan*. */
  planning: ReadonlySet<string>;
  /** Verbs, and nouns for what they do, that tell of going from one version to another. */
  moving: ReadonlySet<string>;
  /** Verbs by which a thing is no more. */
  retiring: ReadonlySet<string>;
  /** Words by which what is so goes on being so. */
  standing: ReadonlySet<string>;
}

export function storyWords(file: z.infer<(typeof lexiconFiles)['stories']>): StoryWords {
  const phrases = (list: readonly string[]) => compilePhrases(list.map((text): [string, true] => [text, true]));
  return {
    ...{ settling: phrases(file.settling), former: phrases(file.former), only: phrases(file.only) },
    ...{ changing: new Set(file.changing), moving: new Set(file.moving), retiring: new Set(file.retiring) },
    ...{ adjusting: new Set(file.adjusting), returning: new Set(file.returning), planning: new Set(file.planning) },
    standing: new Set(file.standing),
  };
}
