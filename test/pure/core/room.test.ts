import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitLines, writeLines } from '../../../src/core/room.js';

const size = (text: string) => JSON.stringify(text).length - 2;
const line = fc.record({ section: fc.constantFrom('a', 'b', 'last'), text: fc.string({ maxLength: 60 }) });
const sorted = fc
  .array(line, { maxLength: 30 })
  .map((lines) => [...lines].sort((a, b) => (a.section < b.section ? -1 : 1)));

describe('lines in a room', () => {
  test('never take more than there is, keep their order, and are all there where there is room', () => {
    fc.assert(
      fc.property(sorted, fc.integer({ min: 0, max: 2000 }), (lines, room) => {
        const shown = fitLines(lines, room, size, { keeps: 'last', share: 0.2 });
        expect(size(writeLines(shown))).toBeLessThanOrEqual(room);
        expect(lines.filter((each) => shown.includes(each))).toEqual(shown);
        if (size(`${writeLines(lines)}\n`) <= room) expect(shown).toEqual(lines);
      }),
    );
  });

  test('the last section keeps its share', () => {
    const lines = [
      ...Array.from({ length: 20 }, () => ({ section: 'a', text: 'x'.repeat(20) })),
      { section: 'last', text: 'y'.repeat(20) },
    ];
    const shown = fitLines(lines, 200, size, { keeps: 'last', share: 0.2 });
    expect(shown.at(-1)?.section).toBe('last');
  });
});
