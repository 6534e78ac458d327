import type { StarterRule } from './starter-rule.js';

export const oneLineagePerPerson: StarterRule = {
  id: 'one-lineage-per-person',
  description: 'Somebody descends from one lineage.',
  restates: 'relation_exclusive',
  cypher: `
MATCH (a:Lineage)<-[r1:DESCENDED_FROM]-(p)-[r2:DESCENDED_FROM]->(b:Lineage)
WHERE a <> b
RETURN p, a, b
`.trim(),
};
