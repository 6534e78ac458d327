import type { Tool } from '../../src/tools/define.js';
import { ADMIN_STEPS } from './admin-scenario.js';
import { CHAIN_STEPS } from './chains-scenario.js';
import { CONSISTENCY_STEPS } from './consistency-scenario.js';
import { GRAPH_STEPS } from './graph-scenario.js';
import { LORE_STEPS } from './lore-scenario.js';
import { SETTLING_STEPS } from './settling-scenario.js';
import { by, type Step, type Told } from './step.js';

const CANARY = 'Deploys must use a blue canary';
const NONE = '01900000-0000-7000-8000-000000000000';

/** The story, in order. Each operation has a step, and each problem that a request can provoke. */
export const STEPS: readonly Step[] = [
  {
    ...{ operation: 'remember', name: 'stored', status: 201, summary: 'A rule that contradicts nothing' },
    body: { statement: CANARY, kind: 'convention', ...by('alice', 'The dashboards watch blue') },
  },
  {
    ...{ operation: 'remember', name: 'unchanged', status: 200, summary: 'The same again' },
    body: { statement: CANARY, kind: 'convention', ...by('alice', 'The dashboards watch blue') },
  },
  {
    ...{ operation: 'remember', name: 'refused', status: 409, summary: 'Another value for the same' },
    body: { statement: 'Deploys must use a red canary', ...by('bob', 'The new dashboards watch red') },
  },
  {
    ...{ operation: 'remember', name: 'refused_in_short', status: 409, summary: 'The same, preferring a short answer' },
    body: { statement: 'Deploys must use a red canary', ...by('bob', 'The new dashboards watch red') },
    headers: { prefer: 'return=minimal' },
  },
  {
    ...{ operation: 'remember', name: 'stored_in_short', status: 201, summary: 'A fact, preferring a short answer' },
    body: { statement: 'The gateway is written in Go', who: 'bob', kind: 'fact' },
    headers: { prefer: 'return=minimal' },
  },
  {
    ...{ operation: 'remember', name: 'without_reason', status: 400, summary: 'A decision without a reason' },
    body: { statement: 'Use pnpm for installs' },
  },
  {
    ...{ operation: 'remember', name: 'unread_date', status: 400, summary: 'A date that can not be read' },
    body: { statement: 'Use pnpm for installs', kind: 'fact', valid_from: 'someday' },
  },
  {
    ...{ operation: 'remember', name: 'reversed', status: 400, summary: 'A window that ends before it begins' },
    body: { statement: 'Use pnpm for installs', kind: 'fact', valid_from: '2027', valid_until: '2026' },
  },
  {
    ...{ operation: 'remember', name: 'unknown_dependency', status: 422, summary: 'A claim that rests on none' },
    body: { statement: 'Use pnpm for installs', kind: 'fact', depends_on: [NONE] },
  },
  {
    ...{ operation: 'learn', name: 'learnt', status: 201, summary: 'What a document says' },
    body: {
      statement: 'The default port of the gateway is 8080',
      ...{ who: 'carol', source: 'docs/gateway.md:12' },
    },
  },
  {
    ...{ operation: 'learn', name: 'learnt_before', status: 200, summary: 'The same from the same document' },
    body: {
      statement: 'The default port of the gateway is 8080',
      ...{ who: 'carol', source: 'docs/gateway.md:12' },
    },
  },
  {
    ...{ operation: 'check', name: 'checked', status: 200, summary: 'What a write would be answered' },
    body: { op: 'remember', statement: 'The default port of the gateway is 9090', ...by('bob', 'It moved') },
  },
  {
    ...{ operation: 'remember', name: 'switched_off', status: 201, summary: 'What another will speak of as well' },
    body: { statement: 'The staging cluster was switched off', kind: 'fact', who: 'alice' },
  },
  {
    ...{ operation: 'remember', name: 'with_related', status: 201, summary: 'A fact, shown with what is related' },
    body: { statement: 'The staging cluster serves the demo', kind: 'fact', who: 'bob' },
  },
  {
    ...{ operation: 'report_contradiction', name: 'reported', status: 201, summary: 'Two that can not both hold' },
    body: (told) => ({
      ...{ claim_a: told('with_related').claim.id, claim_b: told('with_related').related[0].id },
      ...by('bob', 'What is off serves nobody'),
    }),
  },
  {
    ...{
      operation: 'report_contradiction',
      name: 'reported_again',
      status: 200,
      summary: 'The same from the other side',
    },
    body: (told) => ({
      ...{ claim_a: told('with_related').related[0].id, claim_b: told('with_related').claim.id },
      ...by('alice', 'I saw it too'),
    }),
  },
  {
    ...{ operation: 'supersede', name: 'superseded', status: 201, summary: 'The world changed' },
    body: (told) => ({
      claim_id: told('learnt').claim.id,
      statement: 'The default port of the gateway is 9090',
      ...by('bob', 'The new proxy listens there'),
      ...{ reason_kind: 'revision', why_replaced: 'The old proxy is gone' },
    }),
  },
  {
    ...{ operation: 'supersede', name: 'not_active', status: 409, summary: 'What was replaced already' },
    body: (told) => ({
      claim_id: told('learnt').claim.id,
      statement: 'The default port of the gateway is 7070',
      ...by('bob', 'It moved again'),
    }),
  },
  {
    ...{ operation: 'batch', name: 'batch', status: 200, summary: 'Two writes, of which one is refused' },
    body: {
      items: [
        { op: 'remember', statement: 'Reviews must be required', ...by('alice', 'Agreed in June') },
        { op: 'remember', statement: 'Reviews must not be required', ...by('bob', 'They take long') },
      ],
    },
  },
  {
    ...{ operation: 'batch', name: 'batch_refused', status: 409, summary: 'The same, all or none' },
    body: {
      items: [
        { op: 'remember', statement: 'Backups must be kept for a year', ...by('alice', 'The contract says so') },
        { op: 'remember', statement: 'Reviews must not be required', ...by('bob', 'They take long') },
      ],
      atomic: true,
    },
  },
  {
    ...{ operation: 'ingest', name: 'ingested', status: 200, summary: 'Facts and a document' },
    body: {
      facts: [{ statement: 'The mint is closed', key: 'mint', source: 'town.csv' }],
      documents: [{ path: 'karth.md', content: '# Karth\n\nOsric ruled Karth from 1300 to 1320.\n' }],
    },
  },
  {
    ...{
      operation: 'ingest',
      name: 'rules_of_a_document',
      status: 200,
      summary: 'What the rules of a document would become',
    },
    body: {
      dry_run: true,
      documents: [
        {
          path: 'docs/storage.md',
          content:
            '# Storage\n\nThere are two stores.\n\nBackups must:\n\n- be encrypted, because tapes get lost.\n- never leave the vault.\n',
        },
      ],
    },
  },
  {
    ...{ operation: 'remember', name: 'forced', status: 201, summary: 'In spite of a conflict' },
    body: {
      ...{ statement: 'Deploys must use a green canary', force_exception: true },
      ...by('dora', 'One team tries green until May'),
    },
  },
  {
    ...{ operation: 'get_claim', name: 'claim', status: 200, summary: 'One claim' },
    params: (told) => ({ claim_id: told('stored').claim.id }),
  },
  {
    ...{ operation: 'get_claim', name: 'claim_in_short', status: 200, summary: 'One claim, in short' },
    params: (told) => ({ claim_id: told('stored').claim.id }),
    query: { view: 'compact' },
  },
  {
    ...{ operation: 'get_claim', name: 'no_claim', status: 404, summary: 'A claim that there is not' },
    params: { claim_id: NONE },
  },
  {
    ...{ operation: 'claim_history', name: 'history', status: 200, summary: 'A claim that was replaced' },
    params: (told) => ({ claim_id: told('learnt').claim.id }),
  },
  {
    ...{ operation: 'list_claims', name: 'claims', status: 200, summary: 'All claims of an author, in short' },
    query: { who: 'bob', view: 'compact' },
  },
  {
    ...{ operation: 'list_claims', name: 'claims_in_full', status: 200, summary: 'Claims by words' },
    query: { q: 'mint' },
  },
  {
    ...{ operation: 'recall', name: 'recalled', status: 200, summary: 'A question, answered in short' },
    query: { q: 'Which colour of canary do deploys use?', view: 'compact' },
  },
  {
    ...{
      operation: 'recall',
      name: 'recalled_then',
      status: 200,
      summary: 'What held at a date that the question names',
    },
    query: { q: 'Who ruled Karth in 1310?', kinds: 'temporal,triplet' },
  },
  {
    ...{ operation: 'why', name: 'why', status: 200, summary: 'The reason, and what was decided before' },
    query: { q: 'Why is the default port of the gateway 9090?' },
  },
  {
    ...{ operation: 'why', name: 'why_refused', status: 200, summary: 'Only claims without a reason fit' },
    query: { q: 'Why is the mint closed?', view: 'compact' },
  },
  {
    ...{ operation: 'brief', name: 'brief', status: 200, summary: 'What a newcomer must know, in 300 tokens' },
    query: { max_tokens: '300' },
  },
  {
    ...{ operation: 'diff', name: 'diff', status: 200, summary: 'What changed, in short' },
    query: { from: '2026-01-01T00:00:00Z', view: 'compact', limit: '3' },
  },
  {
    ...{ operation: 'list_unguarded', name: 'unguarded', status: 200, summary: 'What was forced', query: {} },
  },
  {
    ...{ operation: 'list_decisions', name: 'decisions', status: 200, summary: 'What was refused' },
    query: { result: 'conflict', who: 'bob' },
  },
  {
    ...{ operation: 'get_decision', name: 'decision', status: 200, summary: 'Why a write was refused' },
    params: (told) => ({ decision_id: told('refused').decision_id }),
  },
  {
    ...{ operation: 'replay', name: 'replayed', status: 200, summary: 'A decision that would be made again' },
    ...{ params: (told: Told) => ({ decision_id: told('refused').decision_id }), body: {} },
  },
  { operation: 'whoami', name: 'caller', status: 200, summary: 'Who asks', query: {} },
  { operation: 'list_projects', name: 'projects', status: 200, summary: 'All projects', query: {} },
  {
    ...{ operation: 'add_lore_source', name: 'source', status: 201, summary: 'A chronicle that exaggerates' },
    body: { uri: 'annals.md', reliability: 'rumor', title: 'Annals of Karth' },
  },
  {
    ...{ operation: 'add_lore_source', name: 'source_differs', status: 409, summary: 'A chronicle turned prophecy' },
    body: { uri: 'annals.md', reliability: 'prophetic' },
  },
  {
    ...{ operation: 'add_lore_source', name: 'source_known', status: 200, summary: 'The same chronicle, trusted more' },
    body: { uri: 'annals.md', reliability: 'factional' },
  },
  {
    ...{ operation: 'add_lore_source', name: 'source_prophetic', status: 201, summary: 'A prophet' },
    body: { uri: 'songs/seer.md', reliability: 'prophetic', title: 'Songs of the Seer' },
  },
  {
    ...{
      operation: 'learn',
      name: 'learnt_prophecy',
      status: 201,
      summary: 'What a prophet says, against what is known',
    },
    body: {
      statement: 'The default port of the gateway is 7777',
      ...{ who: 'carol', source: 'Songs of the Seer' },
    },
  },
  {
    ...{ operation: 'add_entity', name: 'entity', status: 201, summary: 'A person with another name' },
    body: { type: 'Person', name: 'Ilse Vorn', aliases: ['Ilse'] },
  },
  {
    ...{ operation: 'add_entity', name: 'entity_known', status: 200, summary: 'The same person, with a further name' },
    body: { type: 'Person', name: 'Ilse Vorn', aliases: ['the Younger'] },
  },
  {
    ...{ operation: 'add_relation', name: 'relation', status: 201, summary: 'A reign' },
    body: {
      type: 'RULES',
      from: 'Ilse Vorn',
      to: 'Brack',
      valid_from: '1300',
      valid_until: '1320',
      source: 'annals.md',
    },
  },
  {
    ...{ operation: 'add_relation', name: 'relation_known', status: 200, summary: 'The same reign again' },
    body: {
      type: 'RULES',
      from: 'Ilse Vorn',
      to: 'Brack',
      valid_from: '1300',
      valid_until: '1320',
      source: 'annals.md',
    },
  },
  {
    ...{
      operation: 'add_relation',
      name: 'relation_refused',
      status: 409,
      summary: 'A second ruler in the same years',
    },
    body: { type: 'RULES', from: 'Odo', to: 'Brack', valid_from: '1310', valid_until: '1330' },
  },
  {
    ...{ operation: 'log_encounter', name: 'encounter', status: 201, summary: 'A creature that nobody knew' },
    body: { name: 'Bog Light', by: 'Ilse Vorn', at_time: '1312' },
  },
  { operation: 'lookup', name: 'found', status: 200, summary: 'By another name', query: { query: 'Ilse' } },
  {
    ...{ operation: 'list_relations', name: 'relations', status: 200, summary: 'All of a place' },
    query: { entity: 'Brack' },
  },
  {
    ...{ operation: 'list_relations', name: 'unknown_entity', status: 404, summary: 'Of somebody unknown' },
    query: { entity: 'Ilsa Vorm' },
  },
  {
    operation: 'get_unresolved',
    name: 'unresolved',
    status: 200,
    summary: 'Whom nobody vouched for',
    query: { limit: '2' },
  },
  { operation: 'list_types', name: 'types', status: 200, summary: 'All types', query: {} },
  {
    ...{ operation: 'mark_verified', name: 'verified', status: 200, summary: 'A creature that is real' },
    body: { entity: 'Bog Light', reason: 'Seen by two' },
  },
  {
    ...{ operation: 'add_entity', name: 'namesake', status: 201, summary: 'A namesake' },
    body: { type: 'Person', name: 'Ilse Vorn', distinction: 'the elder' },
  },
  {
    ...{ operation: 'mark_verified', name: 'ambiguous', status: 422, summary: 'One of two that are called so' },
    body: { entity: 'Ilse Vorn' },
  },
  {
    ...{ operation: 'merge_entities', name: 'merged', status: 200, summary: 'Two that are one' },
    body: (told) => ({ entity: told('entity').entity.id, alias: told('namesake').entity.id }),
  },
  {
    ...{ operation: 'retcon', name: 'retcon', status: 200, summary: 'A reign that ended earlier' },
    body: (told) => ({
      old: told('relation').relations[0].id,
      ...{ new: { valid_until: '1315' }, reason: 'The second annals say so' },
    }),
  },
  ...LORE_STEPS,
  ...GRAPH_STEPS,
  {
    ...{ operation: 'put_type_template', name: 'template', status: 200, summary: 'A type of its own' },
    body: { type: 'Airship', kind_of: 'Item', attributes: { hull: { kind: 'choice', values: ['oak', 'iron'] } } },
  },
  ...SETTLING_STEPS,
  ...CHAIN_STEPS,
  ...CONSISTENCY_STEPS,
  ...ADMIN_STEPS,
];

/** Operations whose answer is no example: this document, and figures. */
export const WITHOUT: readonly string[] = ['openapi', 'metrics'];

/** Whether an operation is tried with a request that it takes. */
export function isTried({ name }: Pick<Tool, 'name'>): boolean {
  return STEPS.some(({ operation, status }) => operation === name && status < 400);
}
