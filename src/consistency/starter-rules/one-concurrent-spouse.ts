import type { StarterRule } from './starter-rule.js';

export const oneConcurrentSpouse: StarterRule = {
  id: 'one-concurrent-spouse',
  description: 'Somebody has one spouse at a time.',
  restates: 'relation_exclusive',
  cypher: `
MATCH (a)-[r1:SPOUSE_OF]-(x)-[r2:SPOUSE_OF]-(b)
WHERE a <> b
  AND time_windows_overlap(r1.valid_from, r1.valid_until, r2.valid_from, r2.valid_until)
RETURN a, b, x
`.trim(),
};
