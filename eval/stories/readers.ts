import { atOnce } from '../../src/core/at-once.js';
import { DEFAULT_DETECTIVE } from '../../src/core/context.js';
import type { StoryReader } from '../../src/core/detective.js';
import type { FindingKind } from '../../src/core/finding.js';
import type { Lexicon } from '../../src/core/lexicon.js';
import type { StoryClaim } from '../../src/core/story-claim.js';
import { readingStory } from '../../src/detective/read.js';
import { inOrder } from '../../src/detective/story.js';
import { askAbout } from '../../src/flows/detective/told.js';
import type { Listed } from './told.js';

const SESSION_MS = DEFAULT_DETECTIVE.sessionWindowMinutes * 60_000;

/** What a reader raises about a story. */
export interface Raised {
  kind: FindingKind;
  claims: readonly StoryClaim[];
}

/** What the rules find around each claim among those that share a key with it. */
export function byRules(claims: readonly Listed[], lexicon: Lexicon): Raised[] {
  const found = claims.flatMap((claim) => {
    const others = claims.filter((other) => other !== claim && [...other.keys].some((key) => claim.keys.has(key)));
    return atOnce(readingStory(claim, others, { words: lexicon.stories, sessionMs: SESSION_MS })).found;
  });
  return joined(found);
}

/** What a model finds that is told the whole story; null where it did not answer all of it. */
export async function byModel(reader: StoryReader, claims: readonly StoryClaim[]): Promise<Raised[] | null> {
  const { drafts, faults } = await askAbout(reader, [...claims].sort(inOrder), SESSION_MS);
  return faults.length > 0 ? null : joined(drafts);
}

/** As they are kept: what another one holds whole joins it, and of the same claims the first counts. */
export function joined(all: readonly Raised[]): Raised[] {
  const isWithin = ({ claims }: Raised, other: Raised) => claims.every((claim) => other.claims.includes(claim));
  return all.filter((one, at) =>
    all.every(
      (other, place) =>
        other === one || !isWithin(one, other) || (other.claims.length === one.claims.length && place > at),
    ),
  );
}
