import type { Step } from './step.js';

const SESSION = { 'loreguard-session': 'tale-1' };

/** Questions about the small world that the story has told by then. */
export const LORE_STEPS: readonly Step[] = [
  {
    ...{ operation: 'was_true_at', name: 'was_true', status: 200, summary: 'A reign, in one of its years' },
    query: { relation: 'RULES', subject: 'Ilse Vorn', object: 'Brack', at_time: '1310' },
    headers: SESSION,
  },
  {
    ...{ operation: 'was_true_at', name: 'was_false_in_short', status: 200, summary: 'The same later, in short' },
    query: { relation: 'RULED_BY', subject: 'Brack', object: 'she', at_time: '1330', view: 'compact' },
    headers: SESSION,
  },
  {
    ...{ operation: 'true_during', name: 'during', status: 200, summary: 'When it was so' },
    query: { relation: 'RULES', subject: 'Ilse Vorn', from: '1200', until: '1400' },
  },
  {
    ...{ operation: 'state_at', name: 'state', status: 200, summary: 'A place in one year' },
    query: { entity: 'Brack', at_time: '1310' },
  },
  {
    ...{ operation: 'entity_context', name: 'context', status: 200, summary: 'Who somebody is' },
    query: { entity: 'Ilse Vorn', at_time: '1310' },
  },
  {
    ...{ operation: 'get_entity', name: 'entity_found', status: 200, summary: 'One entity' },
    query: { entity: 'Ilse Vorn', at_time: '1310' },
  },
  {
    ...{ operation: 'list_entities', name: 'entities', status: 200, summary: 'Those that may have lived then' },
    query: { type: 'Person', alive_at: '1310', view: 'compact' },
  },
  {
    ...{ operation: 'timeline', name: 'timeline', status: 200, summary: 'A life in order, in short' },
    query: { entity: 'Ilse Vorn', view: 'compact' },
  },
  {
    ...{ operation: 'rulers_of', name: 'rulers', status: 200, summary: 'Who ruled a place' },
    query: { location: 'Brack', at_time: '1310' },
  },
  {
    ...{ operation: 'members_of', name: 'members', status: 200, summary: 'Asked of what has no members' },
    query: { faction: 'Brack', at_time: '1310' },
  },
  {
    ...{ operation: 'entities_present', name: 'present', status: 200, summary: 'Who was in a place' },
    query: { location: 'Brack', at_time: '1310', view: 'compact' },
  },
  {
    ...{ operation: 'events_during', name: 'events', status: 200, summary: 'What happened in a century' },
    query: { from: '1300', until: '1399' },
  },
  {
    ...{ operation: 'entity_planes_at_time', name: 'planes', status: 200, summary: 'On no plane that is told of' },
    query: { entity: 'Brack', at_time: '1310', view: 'compact' },
  },
  {
    ...{ operation: 'list_offspring', name: 'offspring', status: 200, summary: 'No child that is told of' },
    query: { person: 'Ilse Vorn', view: 'compact' },
  },
  {
    ...{ operation: 'to_story_date', name: 'story_date', status: 200, summary: 'A date that may be off by years' },
    query: { text: 'circa 1310' },
  },
  {
    ...{ operation: 'harness', name: 'contract', status: 200, summary: 'The contract of a reasoner, as text' },
    query: { view: 'compact' },
  },
  {
    ...{ operation: 'harness', name: 'contract_in_parts', status: 200, summary: 'The same, with its parts' },
    query: {},
  },
  {
    ...{ operation: 'verify_answer', name: 'verified', status: 200, summary: 'A draft, before it is said' },
    body: { text: 'Ilse Vorn ruled Brack in 1310. She sang.' },
    headers: SESSION,
  },
  {
    ...{
      operation: 'verify_answer',
      name: 'verified_in_short',
      status: 200,
      summary: 'The same, preferring a short answer',
    },
    body: { text: 'Ilse Vorn ruled Brack in 1330.' },
    headers: { ...SESSION, prefer: 'return=minimal' },
  },
  {
    ...{ operation: 'session_calls', name: 'calls', status: 200, summary: 'What a session asked' },
    params: { session: 'tale-1' },
    query: {},
  },
];
