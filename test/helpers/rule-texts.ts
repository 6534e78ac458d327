import fc from 'fast-check';

/** Texts that are much like rules, for tests that throw anything at their reader. */

const WORDS = [
  ...['MATCH', 'OPTIONAL MATCH', 'WHERE', 'WITH', 'RETURN', 'DISTINCT', 'AS', 'LIMIT', 'AND', 'OR', 'NOT', 'IN', 'IS'],
  ...[
    'NULL',
    'EXISTS',
    'count(',
    'time_in_window(',
    'time_windows_overlap(',
    'id(',
    '(a)',
    '(b:Person)',
    '()',
    '(',
    ')',
  ],
  ...[
    '-[:RULES]->',
    '<-[r:RULES*1..3]-',
    '-->',
    '--',
    '[',
    ']',
    '{',
    '}',
    ',',
    '.',
    ':',
    '|',
    '*',
    '..',
    '=',
    '<>',
    '<=',
  ],
  ...['a', 'b', 'r', 'a.name', 'b.birth', 'r.valid_from', "'text'", '"text"', '12', '3.5', '$who', '`x y`', '//', '/*'],
  ...['CREATE', 'MERGE', 'SET', 'DELETE', 'CALL', ';', "'; DROP TABLE claims; --", '\0', '\u{1F409}', '\n', '\\'],
];

export const fragment = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 40 })
  .map((parts) => parts.join(' '));

/** One of the rules with a few places changed. */
export function mutated(rules: readonly string[]): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat(),
    taken: fc.nat({ max: 6 }),
    put: fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 3 })),
  });
  return fc.tuple(fc.constantFrom(...rules), fc.array(change, { minLength: 1, maxLength: 4 })).map(([rule, changes]) =>
    changes.reduce((text, { at, taken, put }) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + put + text.slice(place + taken);
    }, rule),
  );
}
