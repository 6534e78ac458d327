import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../src/core/at-once.js';
import type { Reading } from '../../../src/core/norm.js';
import { OF_A_WRITE } from '../../../src/guard/2-structural/bounds.js';
import { clausePairs } from '../../../src/guard/2-structural/clause-pairs.js';
import { comparing, prepare } from '../../../src/guard/2-structural/compare.js';
import { examining } from '../../../src/guard/examine.js';
import { isBeyondLocks, lockKeys, recallGroups, recallKeys } from '../../../src/guard/keys.js';
import { candidate, reading } from '../../helpers/guard.js';

/** A clause of so many values, as it would be read if it were not too long to be read. */
function wide(count: number, value: (at: number) => string): Reading {
  const plain = reading('The gateway must use an old red blanket');
  const norms = plain.norms.map((norm) => {
    const more = Array.from({ length: count }, (_, at) => ({
      stem: value(at),
      start: 100 + 9 * at,
      end: 108 + 9 * at,
    }));
    return { ...norm, tokens: [...norm.tokens, ...more] };
  });
  return { ...plain, norms, textKey: Array.from({ length: count }, (_, at) => value(at)).join() };
}
const holding = (id: string, read: Reading) => ({ ...candidate(id, 'A long list'), reading: read });
const sentences = (count: number, about = 'Lamp') =>
  Array.from({ length: count }, (_, at) => `${about} ${at} glows.`).join(' ');
/** Words laid side by side, and turns taken, by a comparison. */
const costOf = (a: Reading, b: Reading) => {
  const work = comparing(prepare(a), b, OF_A_WRITE);
  let turns = 1;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return { ...step.value, turns };
    turns += 1;
  }
};

describe('the pairs of clauses of two statements', () => {
  const norms = (text: string) => reading(text).norms;

  it('are all of them, in order, while there are few', () => {
    const { pairs, count, skipped } = clausePairs(norms(sentences(3)), norms(sentences(2)), 6);
    expect([[...pairs], count, skipped]).toEqual([
      [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
        [2, 0],
        [2, 1],
      ],
      6,
      0,
    ]);
  });

  it('are else those that share a word, which leaves nothing out', () => {
    const ours = norms('Red foxes swim. Blue herons nest. Old barges leak.');
    const theirs = norms('Rivers freeze. Herons migrate. Barges rust. Mills burn.');
    const { pairs, skipped } = clausePairs(ours, theirs, 4);
    expect([...pairs].sort()).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(skipped).toBe(0);
  });

  it('are those with the rarest words first where even these are too many, and say how many are left out', () => {
    const { pairs, skipped } = clausePairs(norms(sentences(100)), norms(sentences(100)), 200);
    const chosen = [...pairs];
    expect(chosen).toHaveLength(200);
    expect(chosen.filter(([one, other]) => one === other)).toHaveLength(100);
    expect(skipped).toBe(100 * 100 - 200);
  });
});

describe('comparing long statements', () => {
  it('finds the one clause that contradicts among hundreds, wherever it stands', () => {
    const words = 'Secrets must be encrypted.';
    for (const place of [0, 250, 499]) {
      const all = sentences(499).split('. ');
      all.splice(place, 0, 'Secrets must not be encrypted');
      const long = reading(all.join('. '));
      expect(long.norms.length).toBe(500);
      const { verdict: found, skipped } = costOf(long, reading(words));
      expect([found.kind, found.norms, skipped]).toEqual(['contradiction', { incoming: place, stored: 0 }, 0]);
      expect(costOf(reading(words), long).verdict).toMatchObject({ kind: 'contradiction', norms: { stored: place } });
    }
  });

  it('costs at most two and a half times as much for twice the words', () => {
    const costs = [500, 1000].map((count) => {
      const [a, b] = [wide(count, (at) => `v${at % 7 === 0 ? at : -at}x1`), wide(count, (at) => `v${at}x1`)];
      return costOf(a, b).words;
    });
    expect(costs[1]).toBeLessThanOrEqual(2.5 * (costs[0] ?? 0));
  });

  it('stops within a pair of long statements, and after so many words', () => {
    const a = reading(sentences(400));
    const b = reading(sentences(400));
    const found = costOf(a, { ...b, textKey: 'another' });
    expect(found.skipped).toBe(400 * 400 - found.pairs);
    expect(found.pairs).toBe(OF_A_WRITE.pairs);
    expect(found.turns).toBeGreaterThan(10);
    const narrow = { pairs: 160_000, words: 500 };
    const { words, skipped } = atOnce(comparing(prepare(a), { ...b, textKey: 'another' }, narrow));
    expect(words).toBeLessThan(600);
    expect(skipped).toBeGreaterThan(0);
  });

  it('holds nobody up beside forty lists of nine hundred values', () => {
    const words = (nth: number) =>
      wide(900, (at) => `${'abcdefgh'.charAt(at % 8)}rder${at % 9 === 0 ? nth : ''}${at}ing`);
    const stored = Array.from({ length: 40 }, (_, nth) => holding(`c${nth}`, words(nth)));
    const work = examining(words(77), stored);
    const slices: number[] = [];
    let isDone = false;
    while (!isDone) {
      const start = process.cpuUsage();
      isDone = work.next().done === true;
      const { user, system } = process.cpuUsage(start);
      slices.push((user + system) / 1000);
    }
    expect(slices.length).toBeGreaterThan(40);
    expect(Math.max(...slices)).toBeLessThan(100);
  });

  it('leaves the longest statements out when there are too many words, and says how many', () => {
    const long = [0, 1, 2].map((nth) =>
      holding(
        `l${nth}`,
        wide(200, (at) => `v${at === nth ? 'y' : 'x'}${at}`),
      ),
    );
    const short = candidate('short', 'Secrets must not be encrypted');
    const list = wide(200, (at) => `vx${at}`);
    const incoming = {
      ...list,
      textKey: 'incoming',
      norms: [...reading('Secrets must be encrypted').norms, ...list.norms],
    };
    const bounds = { pairs: 2000, words: 100_000, wordsInAll: 400 };
    const { pairs, cut } = atOnce(examining(incoming, [...long, short], { bounds }));
    expect(pairs.map(({ candidate: { id } }) => id)).toEqual(['l0', 'short']);
    expect(pairs[1]?.verdict.kind).toBe('contradiction');
    expect(cut.statementsSkipped).toBe(2);
  });
});

describe('a word said again and again', () => {
  it('goes with its like in the same role, whatever else is said', () => {
    const [a, b] = [wide(2000, () => 'relay'), wide(1500, () => 'relay')];
    const overlaps = [costOf(a, b), costOf({ ...b, textKey: 'b' }, a)].map(({ verdict: { overlap } }) => overlap);
    expect(overlaps).toEqual([1, 1]);
  });
});

describe('the keys of a long statement', () => {
  const long = reading(`${sentences(60)} Deploys must use a red canary.`);

  it('that serialise writes are eight, and it is known that there would be more', () => {
    expect(lockKeys(long)).toHaveLength(8);
    expect([isBeyondLocks(long), isBeyondLocks(reading('Deploys must use a red canary'))]).toEqual([true, false]);
  });

  it('that find others are some for every clause', () => {
    const groups = recallGroups(long);
    expect(groups).toHaveLength(8);
    for (const group of groups) expect(group.length).toBeLessThanOrEqual(40);
    const keys = new Set(recallKeys(long));
    for (const stored of ['Deploys must use a blue canary', 'Lamp 33 does not glow'])
      expect(lockKeys(reading(stored)).some((key) => keys.has(key))).toBe(true);
  });
});

describe('a sure contradiction of statements that share no lock key', () => {
  const long = `${sentences(60)} Deploys must use a red canary.`;
  const stored = candidate('a', 'Deploys must use a blue canary');

  it('is a warning, as nothing keeps the two apart', () => {
    const [pair] = atOnce(examining(reading(long), [stored])).pairs;
    expect(pair).toMatchObject({
      isUnlocked: true,
      verdict: { kind: 'uncertain', confidence: 'MED', code: 'value_differs' },
    });
  });

  it('is one all the same when both are stored', () => {
    const [pair] = atOnce(examining(reading(long), [stored], { isStored: true })).pairs;
    expect(pair?.isUnlocked).toBeUndefined();
    expect(pair?.verdict).toMatchObject({ kind: 'contradiction', confidence: 'HIGH' });
  });

  it('is never one with a shared key', () => {
    const clause = fc.constantFrom(
      'Deploys must use a red canary',
      'Deploys must use a blue canary',
      'Backups must be enabled',
      'Backups must be disabled',
      'Tor died in 1310',
      'Tor died in 1320',
      'Prefer tabs over spaces',
      'Prefer spaces over tabs',
      'Logs are kept for 3 days in 4 zones on 5 disks at 6 km',
      'Logs are kept for 9 days in 4 zones on 5 disks at 6 km',
    );
    const statement = fc.array(clause, { minLength: 1, maxLength: 14 }).map((parts) => `${parts.join('. ')}.`);
    fc.assert(
      fc.property(statement, statement, (a, b) => {
        const [pair] = atOnce(examining(reading(a), [candidate('c', b)])).pairs;
        const theirs = new Set(lockKeys(reading(b)));
        const isShared = lockKeys(reading(a)).some((key) => theirs.has(key));
        const isSure = pair?.verdict.kind === 'contradiction' && pair.verdict.confidence === 'HIGH';
        expect(isSure && !isShared).toBe(false);
        expect(pair?.isUnlocked === true && isShared).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a statement with more clauses than are read', () => {
  it('says how many were not', () => {
    const { norms, unread } = reading('Ox sat. '.repeat(700));
    expect([norms.length, unread]).toEqual([500, 200]);
    expect(reading(sentences(500)).unread).toBeUndefined();
  });
});
