import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../src/core/verdict.js';
import { lockKeys, recallKeys } from '../../src/guard/pipeline.js';
import { reading, type Said, verdict } from '../helpers/guard.js';

const RUNS = process.env.LOREGUARD_SOAK === '1' ? 10_000 : 600;

const person = fc.constantFrom('Aldric', 'King Aldric', 'Aldric the Bold', 'Sera', 'Borin');
const realm = fc.constantFrom('Valdorn', 'Karth');
const year = fc.integer({ min: 300, max: 340 });
const dates = fc.oneof(
  fc.tuple(year, year).map(([a, b]) => ` from ${Math.min(a, b)} to ${Math.max(a, b)}`),
  year.map((at) => ` in ${at}`),
  year.map((at) => ` from ${at}`),
  year.map((at) => ` until ${at}`),
  year.map((at) => ` since ${at} TA`),
  fc.constant(''),
);
const lasting = fc.oneof(
  fc.tuple(person, fc.constantFrom('ruled', 'rules', 'was king of', 'was queen of'), realm).map(words),
  fc.tuple(realm, fc.constantFrom('was ruled by', 'is ruled by'), person).map(words),
  // Nobody is married to himself: that is no relation, and compared by its words.
  fc
    .tuple(person, fc.constantFrom('was married to', 'is the wife of'), person)
    .filter(([one, , other]) => one !== other)
    .map(words),
  fc.tuple(person, fc.constant('was a member of'), fc.constantFrom('House Marrow', 'House Redfen')).map(words),
);
const event = fc.oneof(
  fc.tuple(person, fc.constantFrom('died', 'was born', 'died in Karth', 'fought in the Battle of Redfen')).map(words),
  fc.tuple(person, fc.constantFrom('married', 'founded'), fc.constantFrom('Mira', 'Karth')).map(words),
);
const statement = fc.oneof(
  fc.tuple(lasting, dates).map((parts) => parts.join('')),
  fc.tuple(event, dates).map((parts) => parts.join('')),
);

function words(parts: readonly string[]): string {
  return parts.join(' ');
}

function weight({ kind, confidence }: Verdict): number {
  if (kind === 'contradiction' && confidence === 'HIGH') return 2;
  return kind === 'uncertain' ? 1 : 0;
}

/** A window in years, and another one inside it that begins or ends at another year. */
const nested = fc
  .tuple(year, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 20 }))
  .map(([from, length, skipped, kept]) => {
    const start = from + Math.min(skipped, length - 1);
    return { wide: said(from, from + length), narrow: said(start, Math.min(start + kept, from + length)) };
  });

function said(from: number, until: number): Said {
  return { from: `0${from}`, until: `0${until}` };
}

describe('comparing two relations', () => {
  it('gives the same verdict in either order', () => {
    fc.assert(
      fc.property(statement, statement, (a, b) => {
        const [there, back] = [verdict(a, b), verdict(b, a)];
        expect([back.kind, back.confidence, back.code]).toEqual([there.kind, there.confidence, there.code]);
      }),
      { numRuns: RUNS },
    );
  });

  it('never turns worse when a window is made shorter', () => {
    fc.assert(
      fc.property(lasting, statement, nested, (a, b, { wide, narrow }) => {
        expect(weight(verdict(a, b, narrow))).toBeLessThanOrEqual(weight(verdict(a, b, wide)));
      }),
      { numRuns: RUNS },
    );
  });

  it('finds a sure contradiction under a shared lock key, and a possible one under a shared recall key', () => {
    fc.assert(
      fc.property(statement, statement, (a, b) => {
        const found = weight(verdict(a, b));
        if (found === 0) return;
        const keysOf = found === 2 ? lockKeys : recallKeys;
        const keys = new Set(keysOf(reading(a)));
        expect(keysOf(reading(b)).some((key) => keys.has(key))).toBe(true);
      }),
      { numRuns: RUNS * 3 },
    );
  });
});
