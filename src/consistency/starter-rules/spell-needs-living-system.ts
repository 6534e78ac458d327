import type { StarterRule } from './starter-rule.js';

export const spellNeedsLivingSystem: StarterRule = {
  id: 'spell-needs-living-system',
  description: 'A spell is not older than the system of magic that it is part of, and does not outlive it.',
  cypher: `
MATCH (s:Spell)-[r:PART_OF_SYSTEM]->(m:MagicSystem)
WHERE time_windows_overlap(s.valid_from, s.valid_until, m.valid_from, m.valid_until) = false
RETURN s, m
`.trim(),
};
