import type { StarterRule } from './starter-rule.js';

export const noActOutsideLifespan: StarterRule = {
  id: 'no-act-outside-lifespan',
  description: 'Who takes part in an event, or sees it, is alive at some time of it.',
  restates: 'outside_lifespan',
  cypher: `
MATCH (p:Person)-[r:PARTICIPATED_IN|WITNESSED]->(e:Event)
WHERE time_in_window(e.in_fiction_date, p.birth, p.death) = false
RETURN p, e
`.trim(),
};
