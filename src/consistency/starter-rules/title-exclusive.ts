import type { StarterRule } from './starter-rule.js';

export const titleExclusive: StarterRule = {
  id: 'title-exclusive',
  description: 'A title has one bearer at a time.',
  cypher: `
MATCH (a)-[r1:CLAIMS_TITLE]->(x)<-[r2:CLAIMS_TITLE]-(b)
WHERE a <> b
  AND time_windows_overlap(r1.valid_from, r1.valid_until, r2.valid_from, r2.valid_until)
RETURN a, b, x
`.trim(),
};
