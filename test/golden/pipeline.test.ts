import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../src/core/claim.js';
import type { Decision } from '../../src/core/decision.js';
import { decide, examine, lockKeys, type PairVerdict, recallKeys } from '../../src/guard/pipeline.js';
import { candidate, lexicon, type Said } from '../helpers/guard.js';
import { casesInBothOrders, FILES, type Written } from './cases.js';

describe.each(FILES)('%s', (file) => {
  const both = casesInBothOrders(file);

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

function claim(id: string, written: Written): Candidate {
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
    thresholds: { floor: 1, block: 1, warn: 1, same: null, maxPairs: 8 },
    nli: 'off',
    versions: { normalizer: 1, lexicon: lexicon.hash, model: null, rules: 1 },
  });
}

function shared(a: readonly string[], b: readonly string[]): string[] {
  return a.filter((key) => b.includes(key));
}
