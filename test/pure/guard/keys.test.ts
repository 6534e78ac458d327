import { describe, expect, it } from 'vitest';
import { lockKeys } from '../../../src/guard/pipeline.js';
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
