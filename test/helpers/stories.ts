import { DEFAULT_CONTEXT } from '../../src/core/context.js';
import type { Lexicon } from '../../src/core/lexicon.js';
import { ALWAYS } from '../../src/core/period.js';
import type { StoryClaim } from '../../src/core/story-claim.js';
import { read } from '../../src/guard/pipeline.js';
import { readStories } from '../../src/jobs/detective.js';
import type { TestApp } from './app.js';

/** Facts said a month apart, as they are ingested. */
export function facts(...statements: (string | { statement: string; scope?: object; said_at?: string })[]) {
  return statements.map((one, at) => {
    const told = typeof one === 'string' ? { statement: one } : one;
    return { key: `f${at}`, who: 'ann', said_at: `2025-0${at + 1}-03T09:00:00Z`, ...told };
  });
}

/** Reads all that waits, as the job does. */
export async function readAll(app: TestApp): Promise<void> {
  const fail = (error: unknown) => {
    throw error;
  };
  while ((await readStories(app.deps, fail, { debounceMs: 0 })) > 0);
}

/** Has a project read from the beginning, as if nobody had. */
export async function readAgain(app: TestApp, project: string): Promise<void> {
  const text = `UPDATE story_walks SET seen_until = '-infinity', not_before = clock_timestamp() WHERE project = $1`;
  await app.store.tenant('default', (db) => db.run({ text, values: [project] }));
  await readAll(app);
}

/** A claim of a story that is not stored. */
export function storyClaim(
  lexicon: Lexicon,
  at: number,
  statement: string,
  rest: Partial<StoryClaim> = {},
): StoryClaim {
  const scope = rest.scope ?? { env: null, team: null };
  const reading = read({ statement, scope, from: null, until: null }, DEFAULT_CONTEXT, lexicon, 1_767_225_600);
  return {
    ...{ id: `c${at}`, statement, who: 'ann', scope, period: ALWAYS, status: 'active', reading },
    ...{ saidAt: Date.UTC(2025, at, 3, 9), systemFrom: `2025-06-03T09:00:00.00000${at}Z`, supersededBy: null },
    ...rest,
  };
}
