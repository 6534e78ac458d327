import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Candidate } from '../../src/core/claim.js';
import type { Decision } from '../../src/core/decision.js';
import { decide, examine, lockKeys, type PairVerdict, recallKeys } from '../../src/guard/pipeline.js';
import { candidate, lexicon, type Said } from '../helpers/guard.js';

const folder = new URL('.', import.meta.url);

const said = z.union([
  z.string().transform((statement) => ({ statement })),
  z.strictObject({
    statement: z.string(),
    scope: z.strictObject({ env: z.string().optional(), team: z.string().optional() }).optional(),
    valid_from: z.string().optional(),
    valid_until: z.string().optional(),
  }),
]);
const golden = z.array(
  z.strictObject({
    stored: said,
    incoming: said,
    verdict: z.strictObject({ kind: z.string(), confidence: z.string(), code: z.string() }).optional(),
    tier: z.enum(['unchanged', 'clean', 'warn', 'block']),
  }),
);

const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));

describe.each(files)('%s', (file) => {
  const cases = golden.parse(parse(readFileSync(new URL(file, folder), 'utf8')));
  const both = cases.flatMap((each) => [each, { ...each, stored: each.incoming, incoming: each.stored }]);

  it.each(both)('$stored.statement ← $incoming.statement', ({ stored, incoming, verdict, tier }) => {
    const first = claim('stored', stored);
    const second = claim('incoming', incoming);
    const [pair] = examine(second.reading, [first]);
    expect(pair).toBeDefined();
    if (verdict !== undefined) expect(pair?.verdict).toMatchObject(verdict);
    expect(decisionOn(second, pair).tier).toBe(tier);
    if (tier !== 'clean') expect(shared(recallKeys(first.reading), recallKeys(second.reading))).not.toEqual([]);
    if (tier === 'block') expect(shared(lockKeys(first.reading), lockKeys(second.reading))).not.toEqual([]);
  });
});

function claim(id: string, written: z.infer<typeof said>): Candidate {
  const where: Said = {};
  if ('scope' in written && written.scope !== undefined) {
    where.scope = { env: written.scope.env ?? null, team: written.scope.team ?? null };
  }
  if ('valid_from' in written && written.valid_from !== undefined) where.from = written.valid_from;
  if ('valid_until' in written && written.valid_until !== undefined) where.until = written.valid_until;
  return candidate(id, written.statement, where);
}

function decisionOn(incoming: Candidate, pair: PairVerdict | undefined): Decision {
  return decide({
    incoming: incoming.reading,
    examined: pair === undefined ? [] : [pair],
    questions: [],
    scores: [],
    thresholds: { floor: 1, block: 1, warn: 1, maxPairs: 8 },
    nli: 'off',
    versions: { normalizer: 1, lexicon: lexicon.hash, model: null, rules: 1 },
  });
}

function shared(a: readonly string[], b: readonly string[]): string[] {
  return a.filter((key) => b.includes(key));
}
