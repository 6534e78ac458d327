import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromWire, toWire, wireText } from '../../src/tools/wire.js';

describe('wireText', () => {
  it('is the JSON of what stands on the wire, for whatever JSON can say', () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: 'binary' }),
        fc.double(),
        fc.constantFrom(null, undefined, true, false, '"', '\\', '\u2028', '\ud800', '\u007f', '\u0000', 'ẞ 💥'),
        fc.array(tie('value')),
        fc.dictionary(
          fc.oneof(fc.string(), fc.constantFrom('validFrom', 'properties', '__proto__', 'aBC1')),
          tie('value'),
        ),
      ),
    })).value;
    fc.assert(
      fc.property(fc.record({ items: fc.array(value), more: value }), (body) => {
        expect(wireText(body)).toBe(JSON.stringify(toWire(body)));
      }),
    );
  });

  it('renames keys, but not those that users make up themselves', () => {
    expect(wireText({ validFrom: [{ isOpen: true }], properties: { fooBar: 1 } })).toBe(
      '{"valid_from":[{"is_open":true}],"properties":{"fooBar":1}}',
    );
    expect(fromWire({ valid_from: 1 })).toEqual({ validFrom: 1 });
  });
});
