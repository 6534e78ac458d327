import { by, type Step } from './step.js';

/** What is contradicted by then, and how that is settled. */
export const SETTLING_STEPS: readonly Step[] = [
  {
    ...{ operation: 'get_contradictions', name: 'contradictions', status: 200, summary: 'What is to be settled' },
    query: { status: 'open' },
  },
  {
    ...{ operation: 'get_contradictions', name: 'contradictions_in_short', status: 200, summary: 'The same, in short' },
    query: { view: 'compact' },
  },
  {
    ...{ operation: 'get_contradiction', name: 'contradiction', status: 200, summary: 'One of them' },
    params: (told) => ({ contradiction_id: told('contradictions').items[0].id }),
  },
  {
    ...{ operation: 'vouch', name: 'vouched', status: 200, summary: 'A forced claim that may stand' },
    body: (told) => ({ claim_id: told('forced').claim.id, reason: 'Both hold until May' }),
  },
  {
    ...{ operation: 'resolve_contradiction', name: 'settled', status: 200, summary: 'Both sides hold' },
    body: (told) => ({
      ...{ id: told('contradictions').items[0].id, action: 'dismiss' },
      ...by('dora', 'One team tries green until May'),
    }),
  },
  {
    ...{ operation: 'resolve_contradiction', name: 'already_settled', status: 409, summary: 'The same again' },
    body: (told) => ({ id: told('contradictions').items[0].id, action: 'dismiss', reason: 'Both hold' }),
  },
  {
    ...{
      operation: 'resolve_contradictions',
      name: 'settled_many',
      status: 200,
      summary: 'One that is settled already',
    },
    body: (told) => ({ items: [{ id: told('contradictions').items[0].id, action: 'dismiss', reason: 'Both hold' }] }),
  },
  {
    ...{ operation: 'get_contradiction', name: 'suspicion', status: 200, summary: 'One that somebody only reported' },
    params: (told) => ({ contradiction_id: told('reported').violation.id }),
  },
  {
    ...{ operation: 'resolve_violation', name: 'suspicion_confirmed', status: 200, summary: 'It is one indeed' },
    body: (told) => ({ ...told('suspicion').resolutions[0].body, ...by('dora', 'Nobody can do both') }),
  },
];
