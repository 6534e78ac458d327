import type { StarterRule } from './starter-rule.js';

export const regionInOneKingdom: StarterRule = {
  id: 'region-in-one-kingdom',
  description: 'A region lies in one kingdom at a time.',
  cypher: `
MATCH (k1:Kingdom)<-[r1:PART_OF]-(x:Region)-[r2:PART_OF]->(k2:Kingdom)
WHERE k1 <> k2
  AND time_windows_overlap(r1.valid_from, r1.valid_until, r2.valid_from, r2.valid_until)
RETURN x, k1, k2
`.trim(),
};
