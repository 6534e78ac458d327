import { createHash } from 'node:crypto';
import { by, type Step, type Told } from './step.js';

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

/** The end of the story: what is looked back on, set, moved and erased, and the service itself. */
export const ADMIN_STEPS: readonly Step[] = [
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
