import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storedKey, toInstant, toJson, toParameter } from '../../../src/store/text.js';

const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) });
const wellFormed = (text: string) => Buffer.from(text).toString().replaceAll('\0', '\ufffd');

describe('toJson', () => {
  it('changes nothing but NUL and lone surrogates, whatever stands before them', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(JSON.parse(toJson({ text }))).toEqual({ text: wellFormed(text) });
      }),
    );
    for (const text of ['\\u0000', '\\\0', '\\\\\ud800', '\\\\\\u0000', '🦊']) {
      expect(JSON.parse(toJson([text]))).toEqual([wellFormed(text)]);
    }
  });
});

describe('toParameter', () => {
  it('takes NUL out of text and lists of text, and leaves the rest', () => {
    expect(['a\0b', ['\0', 'c'], 5, null, true].map(toParameter)).toEqual(['a\ufffdb', ['\ufffd', 'c'], 5, null, true]);
  });
});

describe('storedKey', () => {
  it('keeps short keys, bounds long ones, and keeps different ones apart', () => {
    expect(storedKey('canary deploy')).toBe('canary deploy');
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 3 }), (text, times) => {
        const key = text.repeat(1 + times * 50);
        const stored = storedKey(key);
        expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(400);
        expect(storedKey(`${key}x`)).not.toBe(stored);
        expect(wellFormed(stored)).toBe(stored);
        expect(storedKey(stored)).toBe(stored);
      }),
    );
  });
});

describe('toInstant', () => {
  it.each([
    ['2026-11-20 19:05:00.123456+00', '2026-11-20T19:05:00.123456Z'],
    ['2026-11-20 19:05:00+00', '2026-11-20T19:05:00.000000Z'],
    ['2026-11-20T19:05:00.1+00:00', '2026-11-20T19:05:00.100000Z'],
    ['2026-11-20T19:05:00.000001Z', '2026-11-20T19:05:00.000001Z'],
  ])('%s is %s', (text, instant) => {
    expect(toInstant(text)).toBe(instant);
  });

  it('refuses a time that is not in UTC', () => {
    expect(() => toInstant('2026-11-20 19:05:00+01')).toThrow(/not a timestamp in UTC/);
  });
});
