import type { StarterRule } from './starter-rule.js';

export const maxTwoParents: StarterRule = {
  id: 'max-two-parents',
  description: 'Nobody has more than two parents.',
  restates: 'too_many_parents',
  cypher: `
MATCH (p)-[:PARENT_OF]->(c)
WITH c, count(DISTINCT p) AS parents
WHERE parents > 2
RETURN c, parents
`.trim(),
};
