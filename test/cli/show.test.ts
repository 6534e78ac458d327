import { expect, test } from 'vitest';
import { commandsOf } from '../../src/cli/api/catalogue.js';
import { describeAnswer } from '../../src/cli/show/answer.js';
import { commandLine, quoted } from '../../src/cli/show/command-line.js';
import { describeValue } from '../../src/cli/show/values.js';
import { TOOLS } from '../../src/tools/index.js';

const commands = commandsOf(TOOLS);
const wording = { commands, given: {} };
const shown = (status: number, body: object) => describeAnswer(commands[0] ?? null, { status, body }, wording);

test('a request is worded as a command: what says nothing is left out, what is needed stands in brackets', () => {
  const body = {
    ...{
      org_id: 'acme',
      project: 'web',
      statement: "It's red",
      who: null,
      tags: [],
      scope: { env: 'prod', team: null },
    },
    ...{ claim_ids: ['a', 'b'], force_exception: false, relation: { type: 'RULES' } },
  };
  const way = { method: 'POST', path: '/v1/supersede', body, needs: ['reason'] };
  expect(commandLine(way, wording)).toBe(
    `loreguard supersede 'It'\\''s red' --claim-ids a --claim-ids b --reason '<reason>' --env prod --relation '{"type":"RULES"}'`,
  );
  const given = { project: 'web', url: 'http://host:1' };
  expect(commandLine(way, { commands, given })).toMatch(/ --project web .* --url http:\/\/host:1$/);
  expect(commandLine({ method: null, path: null, body: null }, wording)).toBeNull();
});

test('a text that begins like an option stands in one word with its own', () => {
  const body = { statement: '- Deploys must use a red canary', claim_id: 'a', reason: '- seen better' };
  expect(commandLine({ method: 'POST', path: '/v1/supersede', body }, wording)).toBe(
    "loreguard supersede --statement='- Deploys must use a red canary' --claim-id a --reason='- seen better'",
  );
});

test.each([
  ['plain', 'plain'],
  ['two words', `'two words'`],
  ['$HOME `x` "y"', `'$HOME \`x\` "y"'`],
  ['', `''`],
])('the word %j is %s to a shell', (word, text) => {
  expect(quoted(word)).toBe(text);
});

test('a page is a line a claim, and says how it goes on', () => {
  const items = [{ id: '1', statement: 'A', kind: 'fact', who: 'ada', status: 'superseded', is_disputed: true }];
  expect(shown(200, { items, next_cursor: 'abc' })).toBe(
    '1  "A" (fact, ada, superseded, disputed)\n\nMore: loreguard remember … --cursor abc',
  );
  expect(shown(200, { items: [], next_cursor: null })).toBe('Nothing found.');
});

test('a stored claim is shown with its warnings and with what it closed', () => {
  const claim = { id: '1', statement: 'A' };
  const warnings = [{ code: 'value_uncertain', reason: 'Perhaps.', claim: { id: '2', statement: 'B' } }];
  const body = {
    result: 'stored',
    tier: 'warn',
    claim,
    warnings,
    decision_id: 'd',
    closed: [{ id: '3', statement: 'C' }],
  };
  expect(shown(201, body)).toBe(
    'stored (warn)  1  "A"\n  warning: value_uncertain: Perhaps.\n      2  "B"\n  closed  3  "C"',
  );
});

test('a problem is shown with its fields and what else it tells', () => {
  const problem = {
    type: '/problems/x',
    title: 'No',
    status: 422,
    detail: 'Not so.',
    code: 'x',
    instance: '#',
    candidates: ['a'],
  };
  expect(shown(422, { ...problem, errors: [{ path: 'who', message: 'is odd' }] })).toBe(
    'No: Not so.\n  who is odd\ncandidates: a',
  );
});

test('any other answer is shown a line a value', () => {
  const value = {
    view: 'full',
    name: 'a',
    empty: null,
    none: [],
    list: [1, 2],
    deep: { b: true, rows: [{ x: 1, y: 2 }, { x: 3 }] },
  };
  expect(describeValue(value)).toBe(
    'name: a\nlist: 1, 2\ndeep:\n  b: true\n  rows:\n    - x: 1\n      y: 2\n    - x: 3',
  );
});

test('a claim within an answer is shown without how it is read', () => {
  const claim = { id: '1', statement: 'A', who: 'alice', kind: 'decision', status: 'active', norms: [{ spans: [1] }] };
  const hit = { score: 1, claim: { ...claim, reason: 'So', valid_from: null, valid_until: { text: '2027' } } };
  expect(describeValue({ answer: hit, chain: [claim] })).toBe(
    [
      ...['answer:', '  score: 1', '  claim: 1  "A" (decision, alice)', '    reason: So', '    valid_until: 2027'],
      ...['chain:', '  - 1  "A" (decision, alice)'],
    ].join('\n'),
  );
});
