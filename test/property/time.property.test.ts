import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  endAt,
  heldWithin,
  isEmpty,
  overlap,
  type Period,
  type Truth,
  type Unit,
  unsure,
} from '../../src/core/period.js';
import { clipToLives } from '../../src/lore/open-ends.js';
import { wasTrueByThen } from '../../src/lore/truth.js';
import { useStore } from '../helpers/database.js';
import { overlapsInSql, withinInSql } from '../helpers/time-sql.js';
import {
  allTicksHeld,
  anyTime,
  anyWindow,
  heldByReadings,
  isRough,
  overlapByReadings,
  type WorldWindow,
} from '../helpers/time-world.js';

const IS_LONG = process.env.LOREGUARD_SOAK === '1';
const RUNS = IS_LONG ? 60_000 : 3000;
const TIMEOUT_MS = IS_LONG ? 300_000 : 20_000;

describe('windows in a small world', () => {
  it(
    'overlap as every reading of their dates says',
    () => {
      fc.assert(
        fc.property(anyWindow, anyWindow, (a, b) => {
          const expected = overlapByReadings(a, b);
          const found = overlap(a.period, b.period);
          // Of a rough window only the hull is kept, so that a sure answer may be missed; never the other way round.
          if ((isRough(a) || isRough(b)) && expected === 'true') expect(found).not.toBe('false');
          else expect(found).toBe(expected);
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  it(
    'hold at a time as every reading of their dates says',
    () => {
      fc.assert(
        fc.property(anyWindow, anyTime, (window, asked) => {
          const expected = heldByReadings(window, asked);
          const { truth, covers } = heldWithin(window.period, asked);
          if (isRough(window) && expected === 'true') expect(truth).not.toBe('false');
          else expect(truth).toBe(expected);
          expect(covers === 'all').toBe(truth === 'true' && allTicksHeld([window], asked));
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  it(
    'keep what is certain inside what is possible',
    () => {
      fc.assert(
        fc.property(anyWindow, ({ period: { certain, possible } }) => {
          expect(isEmpty(possible)).toBe(false);
          if (isEmpty(certain)) return;
          expect(certain.from ?? Number.NEGATIVE_INFINITY).toBeGreaterThanOrEqual(
            possible.from ?? Number.NEGATIVE_INFINITY,
          );
          expect(certain.until ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(
            possible.until ?? Number.POSITIVE_INFINITY,
          );
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );
});

/** A recorded window with the system time in which it was believed; a retcon closes one and opens another. */
const version = fc
  .tuple(
    anyWindow.filter((window) => !isRough(window)),
    fc.nat(4),
    fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
  )
  .map(([window, from, length]) => ({
    window,
    systemFrom: `2026-01-0${from + 1}`,
    systemUntil: length === null ? null : `2026-01-0${from + 1 + length}`,
  }));
const versions = fc.array(version, { maxLength: 3 });
const knownAt = fc.option(
  fc.nat(7).map((day) => `2026-01-0${day + 1}`),
  { nil: null },
);

type Recorded = { window: WorldWindow; systemFrom: string; systemUntil: string | null };

function windowsAt(recorded: readonly Recorded[], known: string | null): WorldWindow[] {
  const at = known ?? '2026-12-31';
  return recorded
    .filter(({ systemFrom, systemUntil }) => !(systemFrom > at) && !(systemUntil !== null && systemUntil <= at))
    .map(({ window }) => window);
}

function truthByReadings(mine: readonly WorldWindow[], rivals: readonly WorldWindow[], asked: Unit): Truth {
  const truths = mine.map((window) => heldByReadings(window, asked));
  if (truths.includes('true') || (asked.isPoint === true && allTicksHeld(mine, asked))) return 'true';
  const isOver = mine.length > 0 && truths.every((truth) => truth === 'false');
  return isOver || allTicksHeld(rivals, asked) ? 'false' : 'unknown';
}

describe('the truth of a relation', () => {
  const shown = ({ window, ...system }: Recorded) => ({
    ...system,
    period: window.period,
    bounds: [window.from.given, window.until.given].filter((unit) => unit !== null),
  });

  it(
    'is what the windows that were believed say, whatever was retconned since',
    () => {
      fc.assert(
        fc.property(anyTime, versions, versions, knownAt, (asked, own, others, known) => {
          const [mine, rivals] = [windowsAt(own, known), windowsAt(others, known)];
          const expected = truthByReadings(mine, rivals, asked);
          const covered = allTicksHeld(mine, asked) ? 'all' : 'part';
          const found = wasTrueByThen(asked, { windows: own.map(shown), rivals: others.map(shown) }, known);
          expect(found).toEqual({ truth: expected, covers: expected === 'true' ? covered : null });
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );
});

describe('a window clipped to a life', () => {
  it(
    'lies within the life where its ends are open, and is the same where they are not',
    () => {
      fc.assert(
        fc.property(anyWindow, anyWindow, ({ period: when }, { period: life }) => {
          const clipped = clipToLives(when, [life]);
          if (clipped === null) return;
          const { from, until } = clipped.possible;
          expect(from).toBe(when.possible.from ?? life.possible.from);
          expect(until).toBe(when.possible.until ?? life.possible.until);
          const isClosed = when.possible.from !== null && when.possible.until !== null;
          if (isClosed) expect(clipped).toEqual(when);
          if (!isEmpty(clipped.certain)) expect(overlap(clipped, { ...when, tail: 0 })).toBe('true');
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );
});

describe('TypeScript and SQL', () => {
  const context = useStore();
  const changed: fc.Arbitrary<Period> = fc.oneof(
    anyWindow.map(({ period }) => period),
    anyWindow.map(({ period }) => unsure(period)),
    fc.tuple(anyWindow, anyTime).map(([{ period }, until]) => endAt(period, until)),
  );

  it(
    'say the same of any two windows, and of any window at any time',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(changed, changed), { minLength: 500, maxLength: 1000 }),
          fc.array(fc.tuple(changed, anyTime), { minLength: 500, maxLength: 1000 }),
          async (pairs, asks) => {
            expect(await overlapsInSql(context.database, pairs)).toEqual(pairs.map(([a, b]) => overlap(a, b)));
            const held = asks.map(([when, asked]) => heldWithin(when, asked).truth);
            expect(await withinInSql(context.database, asks)).toEqual(held);
          },
        ),
        { numRuns: IS_LONG ? 100 : 4 },
      );
    },
    TIMEOUT_MS,
  );
});
