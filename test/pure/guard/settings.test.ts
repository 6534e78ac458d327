import { describe, expect, test } from 'vitest';
import { isSettingName } from '../../../src/guard/1-normalize/5-meaning/settings.js';

describe('names that a program reads', () => {
  test.each([
    'LOG_LEVEL',
    'PORT',
    'cache.size',
    'batch_size',
    'max-age',
    '--color',
    '-v',
    'a.b:c/d_e-f',
    '__init',
    'http/port',
  ])('%s is one', (name) => {
    expect(isSettingName(name)).toBe(true);
  });

  test.each(['', '-', 'port', 'Port', 'P', '_a', 'a_', 'a-', 'cache.', '.size', 'a..b', 'a b', 'a:-b!', 'json()'])(
    '"%s" is none',
    (name) => {
      expect(isSettingName(name)).toBe(false);
    },
  );

  test('a name of many parts that is none in the end is read once', () => {
    expect(isSettingName(`a${'-a'.repeat(100_000)}!`)).toBe(false);
  });
});
