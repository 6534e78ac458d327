import type { StarterRule } from './starter-rule.js';

export const childHasOneMotherAndOneFather: StarterRule = {
  id: 'child-has-one-mother-and-one-father',
  description: 'A child has one mother and one father.',
  restates: 'parents_same_gender',
  cypher: `
MATCH (a)-[:PARENT_OF]->(c)<-[:PARENT_OF]-(b)
WHERE a <> b
  AND a.gender = b.gender
RETURN a, b, c, a.gender AS gender
`.trim(),
};
