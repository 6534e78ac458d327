import type { StarterRule } from './starter-rule.js';

export const parentOlderThanChild: StarterRule = {
  id: 'parent-older-than-child',
  description: 'A parent was born before the child.',
  cypher: `
MATCH (p)-[r:PARENT_OF]->(c)
WHERE p.birth >= c.birth
RETURN p, c
`.trim(),
};
