import type { StarterRule } from './starter-rule.js';

export const oneHolderPerItem: StarterRule = {
  id: 'one-holder-per-item',
  description: 'An item has one holder at a time.',
  restates: 'relation_exclusive',
  cypher: `
MATCH (a)-[r1:POSSESSES]->(x)<-[r2:POSSESSES]-(b)
WHERE a <> b
  AND time_windows_overlap(r1.valid_from, r1.valid_until, r2.valid_from, r2.valid_until)
RETURN a, b, x
`.trim(),
};
