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

/** Words that can stand in each other's place, so that what is changed is often a rule still. */
const CLASSES = [
  [
    '.name',
    '.type',
    '.birth',
    '.death',
    '.gender',
    '.id',
    '.valid_from',
    '.in_fiction_date',
    ".`'; DROP TABLE claims; --`",
  ],
  [' = ', ' <> ', ' < ', ' <= ', ' > ', ' >= '],
  [' AND ', ' OR ', ' AND NOT ', ' OR NOT '],
  [':RULES', ':CONTROLS', ':PARENT_OF', ':PART_OF*1..3', ':KNOWS|RULES', ':`x"; DELETE FROM relations; --`'],
  [':Person', ':Kingdom', ':Location', ':Relation', ":`') OR true; --`"],
  ['->', '-', '*1..8]->'],
  ["'Karth'", "''; DROP TABLE claims; --'", '340', '-1.5', 'null', 'true', '$who', "'1200'"],
  ['RETURN ', 'RETURN DISTINCT ', 'WITH *, 1 AS one RETURN '],
];

/** One of the rules with words changed for others of their kind. */
export function varied(rules: readonly string[]): fc.Arbitrary<string> {
  const change = fc.record({
    kind: fc.constantFrom(...CLASSES),
    from: fc.nat(),
    to: fc.nat(),
    nth: fc.nat({ max: 3 }),
  });
  return fc.tuple(fc.constantFrom(...rules), fc.array(change, { minLength: 1, maxLength: 6 })).map(([rule, changes]) =>
    changes.reduce((text, { kind, from, to, nth }) => {
      const present = kind.filter((word) => text.includes(word));
      const word = present[from % Math.max(1, present.length)];
      if (word === undefined) return text;
      const parts = text.split(word);
      const at = 1 + (nth % (parts.length - 1));
      return parts.slice(0, at).join(word) + (kind[to % kind.length] ?? '') + parts.slice(at).join(word);
    }, rule),
  );
}
