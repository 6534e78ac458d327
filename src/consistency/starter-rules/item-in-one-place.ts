import type { StarterRule } from './starter-rule.js';

export const itemInOnePlace: StarterRule = {
  id: 'item-in-one-place',
  description: 'An item is in one place at a time, unless one of the places is part of the other.',
  cypher: `
MATCH (a)<-[r1:LOCATED_IN]-(i:Item)-[r2:LOCATED_IN]->(b)
WHERE a <> b
  AND time_windows_overlap(r1.valid_from, r1.valid_until, r2.valid_from, r2.valid_until)
  AND NOT (a)-[:PART_OF*1..8]->(b)
  AND NOT (b)-[:PART_OF*1..8]->(a)
RETURN i, a, b
`.trim(),
};
