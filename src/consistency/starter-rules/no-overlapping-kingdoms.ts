import type { StarterRule } from './starter-rule.js';

export const noOverlappingKingdoms: StarterRule = {
  id: 'no-overlapping-kingdoms',
  description: 'A place is not controlled by two kingdoms at one time.',
  restates: 'relation_exclusive',
  cypher: `
MATCH (k1:Kingdom)-[r1:CONTROLS]->(loc)<-[r2:CONTROLS]-(k2:Kingdom)
WHERE k1 <> k2
  AND time_windows_overlap(r1.valid_from, r1.valid_until, r2.valid_from, r2.valid_until)
RETURN k1, k2, loc
`.trim(),
};
