import type { Step } from './step.js';

/** Questions about a small family, what it brought about, and where that is told. */
export const CHAIN_STEPS: readonly Step[] = [
  {
    ...{ operation: 'ingest', name: 'chains_ingested', status: 200, summary: 'A family and what it set going' },
    body: {
      documents: [
        {
          ...{ path: 'fens.md', format: 'markdown' },
          content: [
            '---',
            'title: The Fen Rolls',
            'events:',
            '  - { name: Breaking of the Dyke, date: 1401, place: Fen Gate, effects: Drowning of the Fens }',
            '  - { name: Drowning of the Fens, date: 1402 }',
            'relations:',
            '  - { type: PARTICIPATED_IN, from: Odric Fenn, to: Breaking of the Dyke }',
            '  - { type: PARENT_OF, from: Odric Fenn, to: Wyn Fenn }',
            '  - { type: DESCENDED_FROM, from: Wyn Fenn, to: House Fenn }',
            'entities:',
            '  - { type: Person, name: Odric Fenn }',
            '  - { type: Person, name: Wyn Fenn }',
            '  - { type: Lineage, name: House Fenn }',
            '  - { type: Location, name: Fen Gate }',
            '---',
            '',
            '# The flood',
            '',
            'Odric Fenn was the father of Wyn Fenn. The water stood for three years.',
          ].join('\n'),
        },
      ],
    },
  },
  {
    ...{ operation: 'event_chain', name: 'chain', status: 200, summary: 'What came of an event' },
    query: { entity: 'Breaking of the Dyke', direction: 'effects' },
  },
  {
    ...{ operation: 'event_chain', name: 'chain_in_short', status: 200, summary: 'What somebody set going, in short' },
    query: { entity: 'Odric Fenn', view: 'compact' },
  },
  {
    ...{ operation: 'ancestors_of', name: 'ancestors', status: 200, summary: 'Where somebody comes from' },
    query: { person: 'Wyn Fenn', view: 'compact' },
  },
  {
    ...{ operation: 'descendants_of', name: 'descendants', status: 200, summary: 'Who comes after somebody' },
    query: { person: 'Odric Fenn' },
  },
  {
    ...{ operation: 'list_lineage', name: 'lineage', status: 200, summary: 'A house, in short' },
    query: { lineage: 'House Fenn', view: 'compact' },
  },
  {
    ...{ operation: 'lore_about', name: 'passages', status: 200, summary: 'What is written of somebody' },
    query: { entity: 'Wyn Fenn', limit: '1' },
  },
  {
    ...{ operation: 'cite', name: 'cited', status: 200, summary: 'Where a relation is told' },
    query: (told) => ({ relation: told('descendants').kin[1].facts[0].id }),
  },
  {
    ...{ operation: 'summarize_chain', name: 'summary', status: 200, summary: 'A chain of events in sentences' },
    query: { entity: 'Drowning of the Fens' },
  },
  {
    ...{ operation: 'narrate_arc', name: 'arc', status: 200, summary: 'A life in sentences, in short' },
    query: { entity: 'Odric Fenn', view: 'compact' },
  },
];
