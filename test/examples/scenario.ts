import { createHash } from 'node:crypto';
import type { Tool } from '../../src/tools/define.js';
import { LORE_STEPS } from './lore-scenario.js';

/** What earlier steps were answered, by their names. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever shape its operation has
export type Told = (name: string) => any;

/** One request of the story that the examples of the API tell, and what it has to be answered. */
export interface Step {
  /** The operation; of several steps of one, the first that succeeds is what "Try it out" is filled with. */
  operation: string;
  /** Unique; later steps name it. */
  name: string;
  summary: string;
  status: number;
  params?: Record<string, string> | ((told: Told) => Record<string, string>);
  query?: Record<string, string> | ((told: Told) => Record<string, string>);
  body?: object | ((told: Told) => object);
  /** Of a body that is lines of JSON. */
  lines?: (told: Told) => readonly object[];
  headers?: Record<string, string>;
}

const CANARY = 'Deploys must use a blue canary';
const NONE = '01900000-0000-7000-8000-000000000000';
const by = (who: string, reason: string) => ({ who, reason });

/** An export of a project that has declared one type, and nothing else. */
const EXPORT = sealed([
  {
    ...{ line: 'header', format: 1, schema: '0001_claims.sql' },
    tables: [{ name: 'type_templates', columns: ['type', 'template', 'updated_at', 'who'], rows: 1 }],
  },
  {
    ...{ line: 'row', table: 'type_templates' },
    row: {
      ...{ type: 'Airship', template: { type: 'Airship', attributes: { hull: { kind: 'text' } } } },
      ...{ updated_at: '2026-11-24T09:00:00.000000+00:00', who: 'mara' },
    },
  },
]);

function sealed(lines: readonly object[]): readonly object[] {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  return [...lines, { line: 'trailer', rows: lines.length - 1, sha256 }];
}

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
  {
    ...{ operation: 'put_type_template', name: 'template', status: 200, summary: 'A type of its own' },
    body: { type: 'Airship', kind_of: 'Item', attributes: { hull: { kind: 'choice', values: ['oak', 'iron'] } } },
  },
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
    ...{ operation: 'run_consistency_check', name: 'check_run', status: 200, summary: 'A person, at once' },
    body: { scope: 'entity', entity: 'Bren Oake' },
  },
  {
    ...{ operation: 'run_consistency_check', name: 'check_queued', status: 202, summary: 'Everything, in turn' },
    body: { scope: 'full' },
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
  {
    ...{ operation: 'cancel', name: 'cancelled', status: 200, summary: 'A claim that was wrong' },
    body: (told) => ({ claim_id: told('superseded').claim.id, ...by('bob', 'Nobody uses the gateway any more') }),
  },
  { operation: 'diagnose', name: 'diagnosis', status: 200, summary: 'Counts', query: {} },
  {
    ...{ operation: 'audit', name: 'audit', status: 200, summary: 'What happened to a claim' },
    query: (told) => ({ claim_id: told('superseded').claim.id }),
  },
  { operation: 'get_settings', name: 'settings', status: 200, summary: 'Nothing was set', query: {} },
  {
    ...{ operation: 'put_settings', name: 'settings_put', status: 200, summary: 'Force is kept for curators' },
    body: { force_role: 'curator', policy: { warn_kinds: ['belief'], warn_codes: [] } },
  },
  {
    ...{
      operation: 'put_settings',
      name: 'precondition_failed',
      status: 412,
      summary: 'What another changed meanwhile',
    },
    ...{ body: { force_role: 'writer' }, headers: { 'if-match': '"0"' } },
  },
  {
    ...{ operation: 'put_calendar', name: 'calendar_put', status: 200, summary: 'Years after the breaking' },
    body: {
      ...{ project: 'world', id: 'breaking', name: 'Years of the Breaking', current: '345 AB', units: {} },
      eras: [{ slug: 'after_breaking', name: 'After the Breaking', abbreviations: ['AB'], start: 0 }],
    },
  },
  {
    operation: 'get_calendar',
    name: 'calendar',
    status: 200,
    summary: 'Years after the breaking',
    query: { project: 'world' },
  },
  { operation: 'list_eras', name: 'eras', status: 200, summary: 'One era that goes on', query: { project: 'world' } },
  {
    ...{
      operation: 'put_calendar',
      name: 'calendar_in_use',
      status: 409,
      summary: 'Another one, where dates are stored',
    },
    body: {
      ...{ id: 'breaking', name: 'Years of the Breaking', current: '345 AB', units: {} },
      eras: [{ slug: 'after_breaking', name: 'After the Breaking', abbreviations: ['AB'], start: 0 }],
    },
  },
  {
    ...{ operation: 'create_key', name: 'key', status: 201, summary: 'A key for one project' },
    body: { name: 'agent of web', role: 'writer', project: 'web', projects: ['web'] },
  },
  { operation: 'list_keys', name: 'keys', status: 200, summary: 'All keys', query: {} },
  {
    ...{ operation: 'revoke_key', name: 'revoked', status: 200, summary: 'A key that leaked' },
    ...{ params: (told: Told) => ({ key_id: told('key').key.id }), body: {} },
  },
  {
    ...{ operation: 'erase', name: 'erased', status: 200, summary: 'Words that must go' },
    body: (told) => ({ claim_id: told('superseded').claim.id, ...by('dpo', 'Article 17') }),
  },
  {
    ...{ operation: 'replay', name: 'replay_erased', status: 410, summary: 'A decision over words that are gone' },
    ...{ params: (told: Told) => ({ decision_id: told('superseded').decision_id }), body: {} },
  },
  {
    ...{ operation: 'import', name: 'restored', status: 200, summary: 'An export of one row' },
    ...{ query: { project: 'shelf' }, lines: () => EXPORT },
  },
  {
    ...{ operation: 'import', name: 'restored_again', status: 409, summary: 'The same into what is there by then' },
    ...{ query: { project: 'shelf' }, lines: () => EXPORT },
  },
  {
    ...{ operation: 'import', name: 'cut', status: 422, summary: 'An export that lacks its end' },
    ...{ query: { project: 'drawer' }, lines: () => EXPORT.slice(0, 1) },
  },
  {
    ...{ operation: 'export', name: 'exported', status: 200, summary: 'What was restored' },
    query: { project: 'shelf' },
  },
  { operation: 'health', name: 'alive', status: 200, summary: 'It answers' },
  { operation: 'ready', name: 'ready', status: 200, summary: 'It can serve' },
  { operation: 'service', name: 'service', status: 200, summary: 'Where to go on' },
  { operation: 'list_problems', name: 'problems', status: 200, summary: 'All of them' },
  {
    ...{ operation: 'explain_problem', name: 'explained', status: 200, summary: 'A conflict' },
    params: { code: 'conflict' },
  },
];

/** Operations whose answer is no example: this document, and figures. */
export const WITHOUT: readonly string[] = ['openapi', 'metrics'];

/** Whether an operation is tried with a request that it takes. */
export function isTried({ name }: Pick<Tool, 'name'>): boolean {
  return STEPS.some(({ operation, status }) => operation === name && status < 400);
}
