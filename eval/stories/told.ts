import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { DEFAULT_CONTEXT } from '../../src/core/context.js';
import type { Lexicon } from '../../src/core/lexicon.js';
import { ALWAYS } from '../../src/core/period.js';
import type { StoryClaim } from '../../src/core/story-claim.js';
import { batchesOf, linesOf } from '../../src/detective/batches.js';
import { storyKeys } from '../../src/detective/keys.js';
import { inOrder } from '../../src/detective/story.js';
import { read, recallKeys } from '../../src/guard/pipeline.js';
import { storyOf } from '../../src/llm/prompts/detective.js';

const NOW = 1_767_225_600;

const storyRow = z.object({
  id: z.string(),
  kind: z.string(),
  expect: z.enum(['flag', 'no-flag']),
  facts: z.array(
    z.object({
      n: z.number(),
      at: z.string(),
      who: z.string(),
      statement: z.string(),
      team: z.string().nullish(),
      env: z.string().nullish(),
    }),
  ),
  confused: z.array(z.number()),
});
export type LabelledStory = z.infer<typeof storyRow>;

/** Stories of our own, of which the words may be kept beside what was answered. */
export const OWN_STORIES = new URL('./own.jsonl', import.meta.url).pathname;

/** The stories of folders, each `stories.jsonl`, or of files of such a name. */
export function loadStories(paths: readonly string[]): LabelledStory[] {
  return paths
    .map((path) => (statSync(path).isDirectory() ? join(path, 'stories.jsonl') : path))
    .filter((path) => basename(path).startsWith('stories') && existsSync(path))
    .flatMap(storiesIn);
}

export function storiesIn(file: string): LabelledStory[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => storyRow.parse(JSON.parse(line)));
}

/** A claim with the keys under which others meet it. */
export interface Listed extends StoryClaim {
  keys: ReadonlySet<string>;
}

interface Told extends Pick<StoryClaim, 'id' | 'who' | 'statement' | 'scope' | 'saidAt'> {
  place: number;
}

/** The claims that the server would hold, had it been told the story. */
export function claimsOf({ facts }: LabelledStory, lexicon: Lexicon): Listed[] {
  return facts.map(({ n, at, who, statement, team = null, env = null }, place) =>
    claimOf(lexicon, { id: String(n), who, statement, scope: { env, team }, saidAt: timeOf(at), place }),
  );
}

export function claimOf(lexicon: Lexicon, { place, ...told }: Told): Listed {
  const { statement, scope } = told;
  const reading = read({ statement, scope, from: null, until: null }, DEFAULT_CONTEXT, lexicon, NOW);
  const keys = new Set([...recallKeys(reading), ...storyKeys({ reading })]);
  const systemFrom = new Date(place).toISOString();
  return { ...told, reading, keys, systemFrom, period: ALWAYS, status: 'active', supersededBy: null };
}

/** What the server says to a model about a story, a message a call. */
export function messagesOf(story: LabelledStory, lexicon: Lexicon): string[] {
  const lines = linesOf(claimsOf(story, lexicon).sort(inOrder)).map(({ line }) => line);
  return batchesOf(lines).map(storyOf);
}

function timeOf(at: string): number {
  return Date.parse(at.includes('T') && !/(Z|[+-]\d\d:\d\d)$/.test(at) ? `${at}Z` : at);
}
