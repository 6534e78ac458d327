import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Case } from '../src/cli/labelled.js';
import { atOnce } from '../src/core/at-once.js';
import { DEFAULT_CONTEXT } from '../src/core/context.js';
import type { Lexicon } from '../src/core/lexicon.js';
import { ALWAYS } from '../src/core/period.js';
import type { StoryClaim } from '../src/core/story-claim.js';
import { storyKeys } from '../src/detective/keys.js';
import { readingStory } from '../src/detective/read.js';
import type { Found } from '../src/detective/story.js';
import { read, recallKeys } from '../src/guard/pipeline.js';
import { rate } from './stats.js';

const DAY_MS = 24 * 60 * 60_000;
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

/** The stories of files or folders: `stories.jsonl`. */
export function loadStories(paths: readonly string[]): LabelledStory[] {
  return paths
    .map((path) => (statSync(path).isDirectory() ? join(path, 'stories.jsonl') : path))
    .filter((path) => basename(path).startsWith('stories') && existsSync(path))
    .flatMap((path) => readFileSync(path, 'utf8').split('\n').filter(Boolean))
    .map((line) => storyRow.parse(JSON.parse(line)));
}

/** What the deterministic reader finds in the stories, beside what people do. */
export function storyReport(stories: readonly LabelledStory[], lexicon: Lexicon): string {
  if (stories.length === 0) return 'no stories';
  const judged = stories.map((story) => {
    const claims = story.facts.map(({ n, at, who, statement, team = null, env = null }, place) =>
      claimOf(lexicon, { id: String(n), who, statement, scope: { env, team }, saidAt: timeOf(at), place }),
    );
    return { story, found: findAll(claims, lexicon) };
  });
  const flagged = judged.filter(({ found }) => found.length > 0);
  const wanted = judged.filter(({ story }) => story.expect === 'flag');
  const right = flagged.filter(({ story }) => story.expect === 'flag');
  const wrong = flagged.filter(({ story }) => story.expect !== 'flag');
  const missed = wanted.filter(({ found }) => found.length === 0);
  const ofKind = right.filter(({ story, found }) => found.some(({ kind }) => kind === story.kind));
  const withIds = right.filter(({ story, found }) => found.some((one) => holds(one, story.confused)));
  return [
    `stories (${stories.length}, rules alone): flag precision ${rate(right.length, flagged.length)}, recall ${rate(right.length, wanted.length)}`,
    `  of the kind that people name ${rate(ofKind.length, right.length)}; all claims that confuse them among those flagged ${rate(withIds.length, right.length)}`,
    ...(wrong.length > 0 ? [`  flagged wrongly: ${wrong.map(({ story }) => story.id).join(', ')}`] : []),
    ...(missed.length > 0 ? [`  missed: ${missed.map(({ story }) => story.id).join(', ')}`] : []),
  ].join('\n');
}

/** What is found in coherent documents whose statements are said one after the other, a day apart. */
export function documentFindings(cases: readonly Case[], lexicon: Lexicon): string {
  let statements = 0;
  let found = 0;
  for (const { writes } of cases.filter(({ isDocument }) => isDocument)) {
    const claims = writes.map(({ statement, env, team }, place) =>
      claimOf(lexicon, {
        id: String(place),
        who: 'eval',
        statement,
        scope: { env, team },
        saidAt: place * DAY_MS,
        place,
      }),
    );
    statements += claims.length;
    found += findAll(claims, lexicon).length;
  }
  const per = statements === 0 ? 0 : (found / statements) * 200;
  return `findings in coherent documents: ${found} of ${statements} statements, ${per.toFixed(2)} per 200 (goal: at most 1)`;
}

interface Listed extends StoryClaim {
  keys: ReadonlySet<string>;
}

interface Told extends Pick<StoryClaim, 'id' | 'who' | 'statement' | 'scope' | 'saidAt'> {
  place: number;
}

function claimOf(lexicon: Lexicon, { place, ...told }: Told): Listed {
  const { statement, scope } = told;
  const reading = read({ statement, scope, from: null, until: null }, DEFAULT_CONTEXT, lexicon, NOW);
  const keys = new Set([...recallKeys(reading), ...storyKeys({ reading })]);
  const systemFrom = new Date(place).toISOString();
  return { ...told, reading, keys, systemFrom, period: ALWAYS, status: 'active', supersededBy: null };
}

/** What is found around each claim among those that share a key with it; what another finding holds whole is left out. */
function findAll(claims: readonly Listed[], lexicon: Lexicon): Found[] {
  const all = new Map<string, Found>();
  for (const claim of claims) {
    const others = claims.filter((other) => other !== claim && [...other.keys].some((key) => claim.keys.has(key)));
    for (const one of atOnce(readingStory(claim, others, lexicon.stories)).found) {
      all.set(one.claims.map(({ id }) => id).join(), one);
    }
  }
  const found = [...all.values()];
  return found.filter(
    (one) =>
      !found.some(
        (other) => other.claims.length > one.claims.length && one.claims.every((claim) => other.claims.includes(claim)),
      ),
  );
}

function holds({ claims }: Found, confused: readonly number[]): boolean {
  return confused.every((n) => claims.some(({ id }) => id === String(n)));
}

function timeOf(at: string): number {
  return Date.parse(at.includes('T') && !/(Z|[+-]\d\d:\d\d)$/.test(at) ? `${at}Z` : at);
}
