import { expect, test } from 'vitest';
import { readMcpMemory } from '../../src/cli/importers/mcp-memory.js';
import { readMem0 } from '../../src/cli/importers/mem0.js';
import { chunksOf } from '../../src/cli/importers/requests.js';

const lines = (...items: object[]) => items.map((item) => JSON.stringify(item)).join('\n');

test('a memory file of MCP: observations and relations become sentences', () => {
  const text = lines(
    { type: 'entity', name: 'Ada', entityType: 'person', observations: ['Ada prefers tea', 'Speaks Latin'] },
    { type: 'relation', from: 'Ada', to: 'Acme', relationType: 'works_at' },
    { name: 'Acme', observations: ['Makes anvils'] },
  );
  expect(readMcpMemory(`${text}\n\n`)).toEqual({
    unread: [],
    facts: [
      { statement: 'Ada prefers tea', key: 'observation Ada: Ada prefers tea', entity: 'Ada', tags: ['person'] },
      { statement: 'Ada: Speaks Latin', key: 'observation Ada: Speaks Latin', entity: 'Ada', tags: ['person'] },
      { statement: 'Ada works at Acme', key: 'relation Ada: works_at Acme', entity: 'Ada', tags: ['relation'] },
      { statement: 'Acme: Makes anvils', key: 'observation Acme: Makes anvils', entity: 'Acme', tags: [] },
    ],
  });
});

test('a memory file of MCP: what is no memory is named with its line', () => {
  const text = [
    'no JSON',
    '7',
    '{"type":"note"}',
    '{"type":"entity","observations":["x"]}',
    '{"type":"entity","name":"Ada","observations":[]}',
    `{"type":"entity","name":"Ada","observations":[7,"${'x'.repeat(9000)}","Likes tea"]}`,
    '{"type":"relation","from":"Ada"}',
  ].join('\n');
  const { facts, unread } = readMcpMemory(text);
  expect(facts.map(({ statement }) => statement)).toEqual(['Ada: Likes tea']);
  expect(unread.map(({ where }) => where)).toEqual([
    ...['line 1', 'line 2', 'line 3', 'line 4', 'line 5', 'line 6, observation 1', 'line 6, observation 2', 'line 7'],
  ]);
});

const MEMORY = {
  ...{ id: 'm1', memory: 'Prefers tea', user_id: 'ada', created_at: '2025-03-01T10:00:00-08:00' },
  ...{ categories: ['food'], metadata: { tags: ['drinks', 'food'], mood: 'good' } },
};
const FACT = {
  ...{ statement: 'Prefers tea', key: 'm1', who: 'ada', said_at: '2025-03-01T18:00:00.000Z', tags: ['food', 'drinks'] },
};

test.each([
  ['a list', JSON.stringify([MEMORY])],
  ['results', JSON.stringify({ results: [MEMORY], total: 1 })],
  ['memories', JSON.stringify({ memories: [MEMORY] })],
  ['one memory', JSON.stringify(MEMORY)],
])('an export of mem0 as %s', (_form, text) => {
  expect(readMem0(text)).toEqual({ facts: [FACT], unread: [] });
});

test('an export of mem0 as lines, and what is no memory in it', () => {
  const text = lines(MEMORY, { id: 'm2', memory: ' ' }, { text: 'Lives in Ghent', created_at: 1_740_000_000 });
  const { facts, unread } = readMem0(`${text}\nnonsense\n`);
  expect(facts).toEqual([
    FACT,
    { statement: 'Lives in Ghent', key: 'Lives in Ghent', said_at: '2025-02-19T21:20:00.000Z', tags: [] },
  ]);
  expect(unread.map(({ where }) => where).sort()).toEqual(['line 2', 'line 4']);
  expect(readMem0('nonsense')).toMatchObject({ facts: [], unread: [{ where: 'the file' }] });
  expect(readMem0('[7, null]').unread.map(({ where }) => where)).toEqual(['memories[0]', 'memories[1]']);
});

test('requests hold as much as a body may, and all of it', () => {
  const fact = (length: number) => ({ statement: 'x'.repeat(length), key: 'k' });
  const sizes = (facts: { statement: string; key: string }[]) => [...chunksOf(facts)].map((chunk) => chunk.length);
  expect(sizes(Array.from({ length: 450 }, () => fact(10)))).toEqual([200, 200, 50]);
  expect(sizes(Array.from({ length: 60 }, () => fact(8000)))).toEqual([24, 24, 12]);
  expect(sizes([])).toEqual([]);
});
