import type { StarterRule } from './starter-rule.js';

export const causeNotAfterEffect: StarterRule = {
  id: 'cause-not-after-effect',
  description: 'What causes an event does not come after it.',
  cypher: `
MATCH (a:Event)-[r:CAUSED|PRECEDED]->(b:Event)
WHERE a.in_fiction_date > b.in_fiction_date
RETURN a, b
`.trim(),
};
