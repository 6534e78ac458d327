import type { StarterRule } from './starter-rule.js';

export const titleExclusive: StarterRule = {
  id: 'title-exclusive',
  description: 'A title has one bearer at a time.',
  cypher: `
MATCH (a)-[r1:CLAIMS_TITLE]->(x)<-[r2:CLAIMS_TITLE]-(b)
WHERE a <> b
  AND time_windows_overlap(r1.valid_from, r1.valid_until, r2.valid_from, r2.valid_until)
  AND (a.death IS NULL OR r2.valid_from IS NULL OR a.death > r2.valid_from)
  AND (b.death IS NULL OR r1.valid_from IS NULL OR b.death > r1.valid_from)
RETURN a, b, x
`.trim(),
};
