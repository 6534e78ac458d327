import type { Step } from './step.js';

/** Questions about what surrounds things of the small world that the story has told by then. */
export const GRAPH_STEPS: readonly Step[] = [
  {
    ...{ operation: 'expand_context', name: 'neighbourhood', status: 200, summary: 'What surrounds a place, in short' },
    query: { entity: 'Brack', at_time: '1310', hops: '2', view: 'compact' },
  },
  {
    ...{ operation: 'graph_traverse', name: 'walk', status: 200, summary: 'What somebody ruled, step by step' },
    query: { start: 'Ilse Vorn', relations: 'RULES', direction: 'out', at_time: '1310', hops: '1' },
  },
  {
    ...{ operation: 'significance_of', name: 'significance', status: 200, summary: 'Why somebody matters' },
    query: { entity: 'Ilse Vorn', view: 'compact' },
  },
  {
    ...{ operation: 'get_context', name: 'in_full', status: 200, summary: 'All of a place in one year, in short' },
    query: { entity: 'Brack', at_time: '1310', view: 'compact' },
  },
  {
    ...{ operation: 'person_profile', name: 'profile', status: 200, summary: 'A life, in short' },
    query: { person: 'Ilse Vorn', view: 'compact' },
  },
  {
    ...{ operation: 'query_as_npc', name: 'as_npc', status: 200, summary: 'What somebody knows of a place' },
    query: { npc: 'Ilse Vorn', entity: 'Brack', at_time: '1312' },
  },
];
