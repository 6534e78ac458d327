import type { StarterRule } from './starter-rule.js';

export const oneRulerPerLocation: StarterRule = {
  id: 'one-ruler-per-location',
  description: 'A realm has one ruler at a time.',
  restates: 'relation_exclusive',
  cypher: `
MATCH (a)-[r1:RULES]->(x)<-[r2:RULES]-(b)
WHERE a <> b
  AND time_windows_overlap(r1.valid_from, r1.valid_until, r2.valid_from, r2.valid_until)
RETURN a, b, x
`.trim(),
};
