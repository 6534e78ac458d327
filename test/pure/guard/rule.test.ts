import { describe, expect, test } from 'vitest';
import { ruleIn } from '../../../src/guard/pipeline.js';
import type { Manner } from '../../../src/lore/ingest/prose/manner.js';
import { mannerOf } from '../../../src/lore/ingest/prose/manner.js';
import { lexicon, reading } from '../../helpers/guard.js';

function rule(statement: string, manner: Manner = 'open', isItem = false): string | null {
  const found = ruleIn(statement, reading(statement), { manner, isItem, isFirst: true }, lexicon);
  return found === null ? null : `${found.kind}${found.isExplicit ? '!' : ''}`;
}

describe('what a sentence lays down', () => {
  test.each([
    ['The payments service must use Postgres.', 'constraint!'],
    ['Never commit secrets.', 'constraint!'],
    ['Do not push to main.', 'constraint!'],
    ['Node 18 is required.', 'constraint!'],
    ['Use Postgres for storage.', 'constraint!'],
    ['Backups should be encrypted.', 'convention!'],
    ['Prefer composition over inheritance.', 'convention!'],
    ['We recommend small functions.', 'convention!'],
    ['Only admins may delete projects.', 'fact!'],
    ['Reviews are optional for docs.', 'fact!'],
    ['Must be the first term in the list.', 'constraint'],
    ['We decided to use Kafka for events.', 'decision'],
    ['We will use Postgres for the ledger.', 'decision'],
    ['The team agreed to drop XML.', 'decision'],
    ['The default port is 8080.', 'fact'],
    ['We use Postgres.', 'fact'],
  ])('%s is a %s', (statement, expected) => {
    expect(rule(statement)).toBe(expected);
  });

  test.each([
    ['Payments are handled by one service.'],
    ['You can install it with npm.'],
    ['The function may throw an error.'],
    ['See the documentation for more details.'],
    ['To start it, run the server.'],
    ['Fast and small.'],
    ['Why must it be signed?'],
    ['It was built in 2019.'],
    ['Rule'],
  ])('%s only tells', (statement) => {
    expect(rule(statement)).toBeNull();
  });

  test('an order is a rule among rules, a step in a guide, and what an option does in a reference', () => {
    expect(rule('Run the linter before you push.', 'rules')).toBe('constraint!');
    expect(rule('Run the linter before you push.', 'steps')).toBeNull();
    expect(rule('Do not match dotfiles.', 'described', true)).toBeNull();
    expect(rule('Files must not be larger than 5 MB.', 'described', true)).toBe('constraint!');
    expect(rule('Files must be smaller than 5 MB.', 'recorded')).toBeNull();
    expect(rule('Contributors may add a changelog entry.', 'rules')).toBe('fact!');
  });

  test.each([
    ['docs/a.md', 'Conventions', 'item', 'agreed'],
    ['docs/a.md', 'Agents', 'item', 'rules'],
    ['docs/a.md', 'Rules > Installation', 'sentence', 'steps'],
    ['AGENTS.md', '', 'step', 'rules'],
    ['README.md', 'The thing', 'sentence', 'steps'],
    ['README.md', 'Contributing', 'sentence', 'rules'],
    ['docs/a.md', 'API > `open(path)`', 'item', 'described'],
    ['docs/a.md', 'Storage', 'item', 'open'],
    ['docs/a.md', 'Storage', 'step', 'steps'],
    ['CHANGELOG.md', '1.0 > Rules', 'item', 'recorded'],
  ] as const)('in %s under %s a %s is among %s', (path, heading, form, expected) => {
    expect(mannerOf({ heading, form, list: null, text: 'It is so.' }, path, lexicon)).toBe(expected);
  });
});
