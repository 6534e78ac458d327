import { expect, test } from 'vitest';
import { withOrgOption } from '../../src/cli/org-option.js';

test.each([
  ['--org-id acme x --org=b', '--org-id', '--org-id acme x --org-id=b'],
  ['--org-id acme --org-identity', '--org', '--org acme --org-identity'],
  ['lint --org a -- --org-id', '--org', 'lint --org a -- --org-id'],
  ['recall --org a', '--org-id', 'recall --org-id a'],
] as const)('%s is read as %s', (words, known, read) => {
  expect(withOrgOption(words.split(' '), known)).toEqual(read.split(' '));
});
