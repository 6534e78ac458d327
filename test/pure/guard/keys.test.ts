import { describe, expect, it } from 'vitest';
import { lockKeys, recallKeys } from '../../../src/guard/pipeline.js';
import { reading, verdict } from '../../helpers/guard.js';

const LONG =
  'The loader reads 3 rows in 4 s from port 5, 6 MB, 7 %, 8 km, 9 kg, $10, 11 ms, 12 GB and 13 requests per second';
const SENTENCES = Array.from({ length: 9 }, (_, at) => `Lamp ${at} must glow for ${at + 2} minutes.`).join(' ');

describe('lock keys', () => {
  it.each([LONG, SENTENCES])('are at most eight: %s', (statement) => {
    expect(lockKeys(reading(statement)).length).toBeLessThanOrEqual(8);
  });

  it('are shared by whatever surely contradicts, also where they were cut', () => {
    const other = SENTENCES.replace('10 minutes', '20 minutes');
    const found = verdict(SENTENCES, other);
    const theirs = new Set(lockKeys(reading(SENTENCES)));
    const isShared = lockKeys(reading(other)).some((key) => theirs.has(key));
    expect(isShared || found.kind !== 'contradiction' || found.confidence !== 'HIGH').toBe(true);
  });
});

describe('recall keys', () => {
  const order = (statement: string) => recallKeys(reading(statement));
  const places = (statement: string, other: string) => {
    const shared = new Set(order(other));
    return order(statement).flatMap((key, at) => (shared.has(key) ? [at] : []));
  };

  it('meet in two words that are put in another form, whatever else is said', () => {
    const there = 'Compaction of the telemetry archive runs on Sundays';
    const back = 'We have never compacted telemetry for as long as anyone remembers';
    expect(places(there, back).length).toBeGreaterThan(0);
  });

  it('come with those of rare words first, and of common words last', () => {
    const statement = 'The telemetry compactor must use the default value';
    const [rare] = places(statement, 'A telemetry compactor was bought');
    const [common] = places(statement, 'Every default has a value');
    expect(rare).toBeLessThan(common ?? 0);
  });

  it('give each clause its share', () => {
    const long = 'Harbour pilots must report currents, winds, depths, buoys, lanterns and driftwood by radio';
    const both = `${long}. ${long.replaceAll('a', 'e')}. Glassblowers may not ferment turnips.`;
    expect(places(both, 'Fermenting turnips').length).toBeGreaterThan(0);
    expect(order(both).length).toBeLessThanOrEqual(40);
  });

  it('are not made of markers and values', () => {
    expect(places('If it rains, paint the barn red', 'If it snows, gild the roof red')).toEqual([]);
    expect(places('If it rains, paint the barn red', 'If it snows, paint the roof red')).toHaveLength(1);
  });
});
