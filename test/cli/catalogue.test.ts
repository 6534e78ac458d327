import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CONNECTION_OPTIONS, commandsOf } from '../../src/cli/api/catalogue.js';
import { requestOf } from '../../src/cli/api/input.js';
import { TOOLS } from '../../src/tools/index.js';

const commands = commandsOf(TOOLS);
const named = (name: string) => {
  const found = commands.find((command) => command.name === name);
  if (found === undefined) throw new Error(`There is no command ${name}.`);
  return found;
};

test('every operation is a command, under its name with dashes', () => {
  expect(commands.map(({ name }) => name.replaceAll('-', '_'))).toEqual(TOOLS.map(({ name }) => name));
});

test('the build wrote the commands that the tool table makes', () => {
  const file = fileURLToPath(new URL('../../dist/cli/api/commands.json', import.meta.url));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(commands)));
});

test('no two options of a command are called alike, nor like one that all have', () => {
  for (const { name, fields } of commands) {
    const options = [...CONNECTION_OPTIONS, ...fields.map(({ option }) => option)];
    expect(new Set(options).size, name).toBe(options.length);
  }
  expect(named('erase').fields.map(({ option }) => option)).toContain('erase-key');
});

test.each([
  ['remember', 'statement'],
  ['supersede', 'statement'],
  ['cancel', 'claim-id'],
  ['get-claim', 'claim-id'],
  ['list-claims', 'q'],
  ['lookup', 'query'],
  ['whoami', undefined],
])('the word of %s that needs no option is its %s', (name, option) => {
  expect(named(name).argument?.option).toBe(option);
});

test('a request has its fields where the operation takes them', () => {
  expect(requestOf(named('remember'), 'A', { reason: 'r', env: 'prod', tags: ['x'], forceException: true })).toEqual({
    ...{ method: 'POST', path: '/v1/remember' },
    body: { statement: 'A', reason: 'r', scope: { env: 'prod' }, tags: ['x'], force_exception: true },
  });
  expect(requestOf(named('remember'), 'A', { scope: '{"team":"t"}', env: 'prod' }).body).toEqual({
    ...{ statement: 'A', scope: { team: 't', env: 'prod' } },
  });
  expect(requestOf(named('list-claims'), 'a b', { limit: 5 })).toEqual({
    method: 'GET',
    path: '/v1/claims?q=a+b&limit=5',
  });
  expect(requestOf(named('get-claim'), 'a/b', { knownAt: 't' })).toEqual({
    ...{ method: 'GET', path: '/v1/claims/a%2Fb?known_at=t' },
  });
  expect(requestOf(named('check'), 'A', {}).body).toEqual({ op: 'remember', statement: 'A' });
  expect(requestOf(named('replay'), 'id', {})).toMatchObject({ method: 'POST', path: '/v1/decisions/id/replay' });
  expect(requestOf(named('put-settings'), undefined, { parentsMayShareGender: false }).body).toEqual({
    parents_may_share_gender: false,
  });
});
