/** A call of a sequence, by operation id, with what it is given. */
export interface SequenceStep {
  tool: string;
  given: string;
  /** When it is called; always where it says nothing. */
  when?: string;
}

/** A type of question, how it is answered, and what the answer looks like. */
export interface QuestionType {
  name: string;
  examples: readonly string[];
  steps: readonly SequenceStep[];
  /** The shape of the answer; its wording is free. */
  shape: string;
}

export const QUESTION_TYPES: readonly QuestionType[] = [
  {
    name: 'Who or what is it?',
    examples: ['Who is Isaude?', 'What is the Salt Company?', 'What is the Pale Eel?'],
    steps: [
      { tool: 'lookup', given: 'name' },
      { tool: 'entity_context', given: 'entity, at_time=current' },
      { tool: 'expand_context', given: 'entity, hops=2, min_confidence=0.5', when: 'that tells little' },
      { tool: 'significance_of', given: 'entity' },
      { tool: 'list_lineage', given: 'person', when: 'it is a person' },
    ],
    shape:
      '{name} is a {type}. {Summary in a line.} {What it stands in relation to.} {Lineage of a person.} Significance: {…}. Sources: {…}.',
  },
  {
    name: 'Was it so at that time?',
    examples: [
      'Were the two houses allied in 240 DA?',
      'Did Corvane rule Orrevane?',
      'Was the Drowning caused by the dousing of the lamp?',
    ],
    steps: [
      { tool: 'lookup', given: 'each name', when: 'not known yet' },
      { tool: 'was_true_at', given: 'relation, subject, object, at_time' },
      { tool: 'cite', given: 'the relation', when: 'true' },
      { tool: 'true_during', given: 'relation, subject, object, era', when: 'false: when it was so instead' },
      { tool: 'event_chain', given: 'event', when: 'it is about causes' },
    ],
    shape:
      'According to {sources}, {subject} {relation} {object} from {valid_from} to {valid_until}. At {at_time} this was {true / false / unknown}. {Caveats: confidence below 0.7, disputes.}',
  },
  {
    name: 'What was the state of things then?',
    examples: ['What went on in Orrevane in 116 AB?', 'Who was at Ashlode Keep during the siege?'],
    steps: [
      { tool: 'lookup', given: 'place or faction' },
      { tool: 'state_at', given: 'entity, at_time' },
      { tool: 'entities_present', given: 'location, at_time', when: 'that tells little' },
      { tool: 'events_during', given: 'era or from and until, location' },
      { tool: 'get_contradictions', given: 'subject, severity=warn' },
    ],
    shape:
      'At {at_time} in {entity}: {state}. Present: {who and what}. Going on: {events}. Disputes in the record: {…, if any}.',
  },
  {
    name: 'Why, and what came of it?',
    examples: ['Why did the sea come?', 'What came of the Saltfell Rising?', 'How did Roland come to his crown?'],
    steps: [
      { tool: 'lookup', given: 'event or person' },
      { tool: 'event_chain', given: 'event, depth=3' },
      { tool: 'cite', given: 'each event that matters' },
      { tool: 'ancestors_of', given: 'person', when: 'it is about a person' },
      { tool: 'descendants_of', given: 'person', when: 'it is about a person' },
      { tool: 'get_anachronisms', given: 'entity' },
    ],
    shape:
      'The chain: {causes and effects}. The proximate cause was {depth 1}; the deeper ones {depths 2 and 3}. Consequences: {effects}. {Anachronisms, if any.}',
  },
  {
    name: 'Tell me about it.',
    examples: ['Tell me about the Lamp Wars.', 'What was House Tarn like?', 'Describe the Drowned Age.'],
    steps: [
      { tool: 'lookup', given: 'name' },
      { tool: 'state_at', given: 'entity, current' },
      { tool: 'event_chain', given: 'entity, depth=3' },
      { tool: 'lore_about', given: 'entity, type=prose, limit=10' },
      { tool: 'entity_context', given: 'each person who matters' },
      { tool: 'summarize_chain', given: 'entity, depth=3, style=chronicle' },
      { tool: 'cite', given: 'what the spine says' },
      { tool: 'get_contradictions', given: 'subject, severity=warn' },
    ],
    shape:
      '{The story, in the voice of the conversation, over the spine; the chain of citations where it is asked for.}',
  },
];
