import type { StoryLine } from '../core/detective.js';
import type { StoryClaim } from '../core/story-claim.js';

/** Characters of a batch: about six thousand tokens. */
const BATCH_MAX = 24_000;

/** Share of a batch, its last lines, with which the next one begins. */
const OVERLAP = 0.2;

/** Of a longer statement the story tells the beginning. */
const STATEMENT_MAX = 2000;

/** What a line takes besides its words. */
const AROUND = 64;

/** Characters of a whole story: eight batches hold them, wherever its lines are cut, and each of fifty triggers. */
const STORY_MAX = 120_000;

/**
 * Of a story, in its order, what a model can be asked to read: first the claims that it is told for, then what is about
 * the same, then the rest, of each the newest.
 */
export function fittingIn(
  story: readonly StoryClaim[],
  { triggers, near }: { triggers: ReadonlySet<string>; near: ReadonlySet<string> },
): StoryClaim[] {
  const rankOf = ({ id }: StoryClaim) => (triggers.has(id) ? 0 : near.has(id) ? 1 : 2);
  let left = STORY_MAX;
  const fitting = story
    .toReversed()
    .sort((a, b) => rankOf(a) - rankOf(b))
    .filter((claim) => {
      left -= Math.min(claim.statement.length, STATEMENT_MAX + 1) + AROUND;
      return left >= 0;
    });
  const told = new Set(fitting);
  return story.filter((claim) => told.has(claim));
}

/** The lines of a story; ids are of this story only. */
export function linesOf(claims: readonly StoryClaim[]): { line: StoryLine; claim: StoryClaim }[] {
  return claims.map((claim, at) => {
    const { env, team } = claim.scope;
    const scope = [env, team].filter((part) => part !== null).join(' / ');
    const time = new Date(claim.saidAt).toISOString();
    const statement =
      claim.statement.length > STATEMENT_MAX ? `${claim.statement.slice(0, STATEMENT_MAX)}…` : claim.statement;
    const line = { id: `s${at + 1}`, at: `${time.slice(0, 16)}Z`, scope: scope === '' ? null : scope, statement };
    return { line, claim };
  });
}

/** A story in parts that a model can read: in its order, each beginning with the end of the one before. */
export function batchesOf(lines: readonly StoryLine[]): StoryLine[][] {
  const batches: StoryLine[][] = [];
  let batch: StoryLine[] = [];
  let size = 0;
  for (const line of lines) {
    if (size + sizeOf(line) > BATCH_MAX && batch.length > 0) {
      batches.push(batch);
      batch = endOf(batch);
      size = batch.reduce((sum, one) => sum + sizeOf(one), 0);
    }
    batch.push(line);
    size += sizeOf(line);
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}

/** The last lines, up to a share of what a batch holds. */
function endOf(batch: readonly StoryLine[]): StoryLine[] {
  let left = BATCH_MAX * OVERLAP;
  const from = batch.findLastIndex((line) => {
    left -= sizeOf(line);
    return left < 0;
  });
  return batch.slice(from + 1);
}

function sizeOf({ statement }: StoryLine): number {
  return statement.length + AROUND;
}
