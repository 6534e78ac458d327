import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { atOnce } from '../../src/core/at-once.js';
import { DEFAULT_DETECTIVE } from '../../src/core/context.js';
import { questionAbout } from '../../src/detective/question.js';
import { readingStory } from '../../src/detective/read.js';
import { lexicon } from '../helpers/lexicon.js';
import { ROOT } from '../helpers/sources.js';
import { storyClaim } from '../helpers/stories.js';

interface Told {
  statement: string;
  team?: string;
  env?: string;
  minutes?: number;
}

interface Golden {
  story: string;
  told: (string | Told)[];
  finds?: { kind: string; claims: number[]; question: string };
}

const TERMS = { words: lexicon.stories, sessionMs: DEFAULT_DETECTIVE.sessionWindowMinutes * 60_000 };
const cases = ['told', 'named-scopes'].flatMap(
  (name) => parse(readFileSync(join(ROOT, `test/golden/stories/${name}.yaml`), 'utf8')) as Golden[],
);

describe('stories', () => {
  test.each(cases)('$story', ({ told, finds }) => {
    const claims = told.map((one, at) => {
      const { statement, team = null, env = null, minutes } = typeof one === 'string' ? { statement: one } : one;
      const said = minutes === undefined ? {} : { saidAt: Date.UTC(2025, 0, 3, 9, minutes) };
      return storyClaim(lexicon, at, statement, { scope: { env, team }, ...said });
    });
    const found = claims.flatMap((claim) => atOnce(readingStory(claim, claims, TERMS)).found);
    const seen = found.map((one) => ({
      ...{ kind: one.kind, claims: one.claims.map((claim) => claims.indexOf(claim)) },
      question: questionAbout(one, lexicon),
    }));
    expect(new Set(seen.map((one) => JSON.stringify(one)))).toEqual(new Set(finds ? [JSON.stringify(finds)] : []));
  });
});
