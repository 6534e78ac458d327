import type { AskingCost, StoryReader } from '../../core/detective.js';
import type { StoryClaim } from '../../core/story-claim.js';
import { batchesOf, linesOf } from '../../detective/batches.js';
import { areOfOneSession } from '../../detective/story.js';
import type { Draft } from './keep.js';

export const NO_COST: AskingCost = { requests: 0, promptTokens: 0, completionTokens: 0 };

/** What a model made of a story. */
export interface Told {
  drafts: Draft[];
  cost: AskingCost;
  /** What failed, for each part that was not read. */
  faults: unknown[];
}

/** Asks about the parts of a story at once, and puts together what was found. */
export async function askAbout(detective: StoryReader, story: readonly StoryClaim[], sessionMs: number): Promise<Told> {
  const lines = linesOf(story);
  const byLine = new Map(lines.map(({ line, claim }) => [line.id, claim]));
  const batches = batchesOf(lines.map(({ line }) => line));
  const answers = await Promise.allSettled(batches.map((batch) => detective.read(batch)));
  const drafts = new Map<string, Draft>();
  let cost = NO_COST;
  for (const answer of answers) {
    if (answer.status === 'rejected') continue;
    cost = sumOfCosts(cost, answer.value.cost);
    for (const { lineIds, kind, question } of answer.value.found) {
      const claims = story.filter((claim) => lineIds.some((id) => byLine.get(id) === claim));
      // A line that the story has not is made up, and so is what is said of it.
      if (claims.length < 2 || claims.length < lineIds.length || areOfOneTalk(claims, sessionMs)) continue;
      const detail = { asked: null, against: null };
      drafts.set(lineIds.toSorted().join(), { kind, claims, question, detail, values: null, reader: detective.name });
    }
  }
  const faults = answers.flatMap((answer): unknown[] => (answer.status === 'rejected' ? [answer.reason] : []));
  return { drafts: [...drafts.values()], cost, faults };
}

/** What was said in one conversation is no finding, whoever reads it. */
function areOfOneTalk(claims: readonly StoryClaim[], sessionMs: number): boolean {
  const [first, ...others] = claims;
  return first !== undefined && others.every((other) => areOfOneSession(first, other, sessionMs));
}

function sumOfCosts(a: AskingCost, b: AskingCost): AskingCost {
  return {
    requests: a.requests + b.requests,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
  };
}
