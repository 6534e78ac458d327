/** A conversation as it should go: what is asked, which calls are made of it, and what is said. */
export interface WorkedExample {
  question: string;
  calls: readonly { tool: string; given: string; answer: string }[];
  answer: string;
}

/** Of the world that comes as an example. */
export const WORKED_EXAMPLES: readonly WorkedExample[] = [
  {
    question: 'Who was Isaude Hallowmere, and did she have anything to do with the Lamp Wars?',
    calls: [
      { tool: 'lookup', given: '"Isaude Hallowmere"', answer: 'one Person' },
      { tool: 'lookup', given: '"Lamp Wars"', answer: 'one Era' },
      { tool: 'latest_run', given: '', answer: 'an hour old, not stale' },
      { tool: 'entity_context', given: 'Isaude', answer: 'lived 61 to 131 AB; of House Hallowmere; disputed' },
      {
        tool: 'was_true_at',
        given: 'PARTICIPATED_IN, Isaude, Lamp Wars',
        answer: 'not_applicable: nobody takes part in an era; hint: events_during or timeline',
      },
      { tool: 'timeline', given: 'Isaude, relation PARTICIPATED_IN', answer: 'her crowning, 98 AB; no more' },
      { tool: 'get_contradictions', given: 'subject=Isaude', answer: 'her year of birth, her reign and her crown' },
      { tool: 'get_anachronisms', given: 'entity=Isaude', answer: 'none' },
      { tool: 'get_orphans', given: '', answer: 'not her' },
      { tool: 'verify_answer', given: 'the draft', answer: 'supported, and disputed; nothing left unsaid' },
    ],
    answer:
      'Isaude Hallowmere ruled Orrevane from 98 to 131 AB by her house and her chronicle; the Tarn Ledger says that Corvane Tarn held the throne from 118 to 126 AB. That is open. Nothing is recorded of her in the Lamp Wars, which lie in an earlier age. Sources: people/house-hallowmere.yaml, chronicles/chronicle-of-isaude.md, chronicles/tarn-ledger.md.',
  },
  {
    question: 'When was the Battle of Wrackline?',
    calls: [
      { tool: 'lookup', given: '"Battle of Wrackline"', answer: 'one Event' },
      { tool: 'timeline', given: 'the battle', answer: '204 DA and 206 DA, each with its source; disputed' },
      { tool: 'get_contradictions', given: 'subject=the battle', answer: 'one, open' },
    ],
    answer:
      'The sources disagree: the Long Count gives 204 DA, the Tarn Ledger 206 DA. The contradiction is open, so I can not say which of them is right.',
  },
  {
    question: 'Who were the parents of the Gaunt Ferryman?',
    calls: [
      { tool: 'lookup', given: '"The Gaunt Ferryman"', answer: 'one Person' },
      { tool: 'entity_context', given: 'the Ferryman', answer: 'no parents; caveat orphan' },
      { tool: 'get_orphans', given: 'reason=person_unknown_lineage', answer: 'he is one' },
    ],
    answer: 'He is of unknown lineage: the chronicles are silent on his parents.',
  },
];
