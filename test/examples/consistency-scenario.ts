import { by, type Step } from './step.js';

/** A tale with what is wrong in it, how that is found, and what becomes of it. */
export const CONSISTENCY_STEPS: readonly Step[] = [
  {
    ...{ operation: 'ingest', name: 'tale_ingested', status: 200, summary: 'A tale that can not be right' },
    body: {
      source: 'annals.md',
      entities: [
        { type: 'Person', name: 'Bren Oake', died: '1350' },
        { type: 'Event', name: 'Siege of Brack' },
      ],
      relations: [{ type: 'PARTICIPATED_IN', from: 'Bren Oake', to: 'Siege of Brack', on: '1400' }],
    },
  },
  {
    ...{ operation: 'get_anachronisms', name: 'anachronisms', status: 200, summary: 'Who acts when it does not exist' },
    query: { entity: 'Bren Oake' },
  },
  {
    ...{ operation: 'explain_violation', name: 'why_violation', status: 200, summary: 'Why a deed can not be' },
    query: (told) => ({ id: told('anachronisms').items[0].id }),
  },
  {
    ...{ operation: 'get_orphans', name: 'orphans', status: 200, summary: 'Whose origin is unknown' },
    query: { reason: 'person_unknown_lineage' },
  },
  {
    ...{ operation: 'set_severity', name: 'raised', status: 200, summary: 'One that matters' },
    body: (told) => ({
      ...{ id: told('anachronisms').items[0].id, severity: 'error' },
      ...by('dora', 'The siege is the heart of the story'),
    }),
  },
  {
    ...{ operation: 'acknowledge_violation', name: 'acknowledged', status: 200, summary: 'One that stays for now' },
    body: (told) => ({ id: told('anachronisms').items[0].id, ...by('dora', 'The author knows') }),
  },
  {
    ...{ operation: 'flag_for_review', name: 'flagged', status: 201, summary: 'A person who looks wrong' },
    body: (told) => ({ node_id: told('orphans').items[0].entity.id, ...by('bob', 'May be two people') }),
  },
  { operation: 'list_reviews', name: 'reviews', status: 200, summary: 'What is to be looked at', query: {} },
  {
    ...{ operation: 'close_review', name: 'review_closed', status: 200, summary: 'What came of it' },
    params: (told) => ({ review_id: told('flagged').review.id }),
    body: by('dora', 'One person, as the annals say'),
  },
  {
    ...{ operation: 'ingest', name: 'lamp_ingested', status: 200, summary: 'A story that goes back and forth' },
    body: {
      facts: ['enabled', 'disabled', 'enabled'].map((state, at) => ({
        ...{
          statement: `The lamp of the pier is ${state}.`,
          key: `lamp ${at}`,
          said_at: `2025-0${at + 1}-03T09:00:00Z`,
        },
      })),
    },
  },
  {
    ...{ operation: 'investigate', name: 'investigated', status: 200, summary: 'What confuses, right now' },
    body: {},
  },
  { operation: 'list_findings', name: 'findings', status: 200, summary: 'What is asked', query: { status: 'open' } },
  {
    ...{ operation: 'answer_finding', name: 'finding_answered', status: 200, summary: 'The answer' },
    params: (told) => ({ finding_id: told('findings').items[0].id }),
    body: { answer: 'yes', ...by('dora', 'It was lit last night') },
  },
  {
    ...{ operation: 'ingest', name: 'bell_ingested', status: 200, summary: 'Another one' },
    body: {
      facts: ['enabled', 'disabled', 'enabled'].map((state, at) => ({
        ...{
          statement: `The bell of the pier is ${state}.`,
          key: `bell ${at}`,
          said_at: `2025-0${at + 1}-04T09:00:00Z`,
        },
      })),
    },
  },
  {
    ...{ operation: 'investigate', name: 'investigated_again', status: 200, summary: 'What else confuses' },
    body: {},
  },
  {
    ...{ operation: 'dismiss_finding', name: 'finding_dismissed', status: 200, summary: 'Nothing to answer' },
    params: (told) => ({ finding_id: told('investigated_again').findings[0].id }),
    body: by('dora', 'The bell is taken down for each feast'),
  },
  {
    ...{ operation: 'run_consistency_check', name: 'check_run', status: 200, summary: 'A person, at once' },
    body: { scope: 'entity', entity: 'Bren Oake' },
  },
  {
    ...{ operation: 'run_consistency_check', name: 'check_queued', status: 202, summary: 'Everything, in turn' },
    body: { scope: 'full' },
  },
  {
    ...{ operation: 'add_ontology_rule', name: 'rule_added', status: 200, summary: 'A law of this world' },
    body: {
      id: 'no-dead-witness',
      cypher: 'MATCH (p:Person)-[r:PARTICIPATED_IN]->(e:Event) WHERE r.valid_from > p.death RETURN p, e',
      description: 'The dead take part in nothing.',
      who: 'dora',
    },
  },
  {
    ...{
      operation: 'set_ontology_rule',
      name: 'rule_set',
      status: 200,
      summary: 'A law that this world does not have',
    },
    body: { id: 'title-exclusive', enabled: false, ...by('dora', 'Titles are shared here') },
  },
  {
    ...{ operation: 'list_ontology_rules', name: 'rules', status: 200, summary: 'The laws of the world' },
    query: {},
  },
  {
    ...{ operation: 'get_ontology_violations', name: 'rule_violations', status: 200, summary: 'What breaks a law' },
    query: { rule_id: 'no-dead-witness' },
  },
  { operation: 'latest_run', name: 'freshness', status: 200, summary: 'How fresh the record is', query: {} },
  {
    ...{ operation: 'resolve_violation', name: 'violation_settled', status: 200, summary: 'A deed that was none' },
    body: (told) => ({
      ...{ id: told('anachronisms').items[0].id, action: 'dismiss' },
      ...by('dora', 'His ghost was there'),
    }),
  },
  {
    ...{ operation: 'dismiss_violations', name: 'dismissed_many', status: 200, summary: 'Gaps that are meant' },
    body: { kind: 'orphan', rule_id: 'event_without_location', ...by('dora', 'Nobody shall know where') },
  },
];
