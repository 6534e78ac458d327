import { describe, expect, test } from 'vitest';
import { DEFAULT_CONTEXT } from '../../../src/core/context.js';
import { toldClaims } from '../../../src/flows/documents/told-claims.js';
import { Turns } from '../../../src/flows/turns.js';
import { readSentences } from '../../../src/lore/ingest/read.js';
import { systemClock } from '../../../src/start/system.js';
import { lexicon } from '../../helpers/guard.js';

async function statementsOf(content: string, path = 'AGENTS.md'): Promise<string[]> {
  const reader = { context: DEFAULT_CONTEXT, lexicon, nowTick: 0 };
  const document = { path, sentences: readSentences(content) ?? [], status: null };
  const told = await toldClaims(document, 'rules', reader, new Turns(systemClock));
  return told.flatMap(({ claim }) => (claim === null ? [] : [claim.statement]));
}

describe('a heading that ends where its condition begins', () => {
  test.each([
    ['Ask first if', 'Ask first if a migration drops a column.'],
    ['Ask first if:', 'Ask first if a migration drops a column.'],
    ['Ask first if…', 'Ask first if a migration drops a column.'],
    ['Stop and ask whenever', 'Stop and ask whenever a migration drops a column.'],
  ])('"%s" leads to the claims of its items', async (heading, expected) => {
    expect(await statementsOf(`# Guide\n\n## ${heading}\n\n- A migration drops a column.\n`)).toEqual([expected]);
  });

  test('is the nearest one only, and one that orders', async () => {
    const items = '- A migration drops a column.\n';
    expect(await statementsOf(`# Ask first if\n\n## Storage\n\n${items}`)).toEqual([]);
    expect(await statementsOf(`# Guide\n\n## What happens if\n\n${items}`)).toEqual([]);
    expect(await statementsOf(`# Guide\n\n## If in doubt\n\n${items}`)).toEqual([]);
  });

  test('leads to no sentence beside its list, nor to the second of an item', async () => {
    const content =
      '# Guide\n\n## Ask first if\n\nThe table is old.\n\n- A migration drops a column. The table is old.\n';
    expect(await statementsOf(content)).toEqual(['Ask first if a migration drops a column.']);
  });

  test('leads to nothing in a record of what was changed', async () => {
    expect(await statementsOf('# Ask first if\n\n- A migration drops a column.\n', 'CHANGELOG.md')).toEqual([]);
  });
});

describe('what is out of scope, and no goal', () => {
  test.each([
    ['Replacing the scheduler', 'Avoid replacing the scheduler'],
    ['Replace the scheduler', 'Do not replace the scheduler'],
    ['Support for Windows', 'Avoid support for Windows'],
    ['We do not ship a desktop client.', 'We do not ship a desktop client.'],
  ])('"%s" is not to be', async (item, expected) => {
    expect(await statementsOf(`# Guide\n\n## Non-goals\n\n- ${item}\n`)).toEqual([expected]);
    expect(await statementsOf(`# Guide\n\n## What's out of scope\n\n- ${item}\n`, 'CONTRIBUTING.md')).toEqual([
      expected,
    ]);
  });

  test('goals are only told', async () => {
    expect(await statementsOf('# Guide\n\n## Goals\n\n- Support for Windows\n')).toEqual([]);
  });
});

describe('a table of three columns and more', () => {
  const rows = '| Queue | Limit | Why |\n|---|---|---|\n| mail | 40 jobs | The relay allows no more. |\n';

  test('says of each row what its columns are called, among conventions; not what its reasons are', async () => {
    const expected = ['mail, Limit: 40 jobs'];
    expect(await statementsOf(`# Guide\n\n## Conventions\n\n${rows}`)).toEqual(expected);
    expect(await statementsOf(`# Conventions\n\n## Queues\n\n${rows}`)).toEqual(expected);
  });

  test('lays down nothing elsewhere', async () => {
    expect(await statementsOf(`# Guide\n\n## Queues\n\n${rows}`)).toEqual([]);
    expect(await statementsOf(`# Conventions\n\n## Directory structure\n\n${rows}`)).toEqual([]);
  });

  test('orders nothing by the name of a row, but by what a cell says', async () => {
    const named = '| Setting | Value | Default |\n|---|---|---|\n| Export table | `T` | `4` |\n';
    const reader = { context: DEFAULT_CONTEXT, lexicon, nowTick: 0 };
    const read = (content: string) => {
      const document = { path: 'docs/a.md', sentences: readSentences(content) ?? [], status: null };
      return toldClaims(document, 'rules', reader, new Turns(systemClock));
    };
    const told = await read(`# Settings\n\n## Conventions\n\n${named}`);
    expect(told.flatMap(({ claim }) => claim ?? [])).toMatchObject([
      { statement: 'Export table, Value: `T`', isExplicit: false },
      { statement: 'Export table, Default: `4`', isExplicit: false },
    ]);
    const ruled = await read('# Rules\n\n| Area | Rule |\n|---|---|\n| Backups | Backups must be encrypted. |\n');
    expect(ruled.flatMap(({ claim }) => claim ?? [])).toMatchObject([{ kind: 'constraint', isExplicit: true }]);
  });
});

describe('what leads to a list', () => {
  test.each([
    ['Never commit any of', ['Never commit any of: `a.key` - the key', 'Never commit any of: `b.key` - another']],
    ['Core files and folders', []],
  ])('"%s" leads to its items where it orders in words', async (leadIn, expected) => {
    const items = '- `a.key` - the key\n- `b.key` - another\n';
    const found = await statementsOf(`# Rules\n\n${leadIn}:\n\n${items}`);
    expect(found.filter((one) => one.includes('.key'))).toEqual(expected);
  });
});

describe('what only looks like a rule', () => {
  test.each([
    'Please see the main guide.',
    'Please reach out in the chat if you look for a task.',
    'Feel free to join any channel.',
    'Everybody is welcome to join the calls.',
    'We are excited about each of you.',
  ])('"%s" lays down nothing under a title of guidelines', async (sentence) => {
    expect(await statementsOf(`# Contribution guidelines\n\n${sentence}\n`, 'CONTRIBUTING.md')).toEqual([]);
  });

  test('"Please run the linter." does', async () => {
    expect(await statementsOf('# Contribution guidelines\n\nPlease run the linter.\n', 'CONTRIBUTING.md')).toEqual([
      'Please run the linter.',
    ]);
  });
});

describe('records of decisions', () => {
  test('about releases are no records of changes', async () => {
    const content = '# Releases\n\n## Decision\n\nWe will tag each release.\n';
    expect(await statementsOf(content, 'docs/decisions/4-releases.md')).toEqual(['We will tag each release.']);
    expect(await statementsOf(content, 'docs/releases.md')).toEqual([]);
  });

  test.each([
    ['We will document each option.', ['We will document each option.']],
    ['We will get faster builds.', []],
    ['We will reduce the cost.', []],
  ])('"%s" among what follows: %j', async (sentence, expected) => {
    expect(await statementsOf(`# Cache\n\n## Consequences\n\n${sentence}\n`, 'docs/adr/4.md')).toEqual(expected);
  });
});

describe('signs and labels of what is to be done', () => {
  test.each([
    ['✅ Use `const`', ['Use `const`']],
    ['❌ Use `var`', ['Do not use `var`']],
    ['🚫 Commit secrets to the repository', ['Do not commit secrets to the repository']],
    ['Use `var` ❌', ['Do not use `var`']],
    ['Use `var`. ❌', ['Do not use `var`.']],
    [':x: Push to main', ['Do not push to main']],
    ['❌ Never use `any`', ['Never use `any`']],
    ['❌ No tests', []],
    ['**Don’t:** commit generated files', ['Do not commit generated files']],
    ["**Don't** — commit generated files", ['Do not commit generated files']],
    ['**Never:** log secrets', ['Do not log secrets']],
    ['**Avoid:** deep nesting', ['Avoid deep nesting']],
    ['**Do**: rotate keys', ['rotate keys']],
    ['**Always:** run the tests', ['Always run the tests']],
  ])('%s', async (item, expected) => {
    expect(await statementsOf(`# Rules for agents\n\n## TypeScript\n\n- ${item}\n`)).toEqual(expected);
  });

  test('outside of rules a cross tells what there is not, or what was not done', async () => {
    const content = '# Platform\n\n## Support\n\n- ❌ Windows support\n- ❌ Migrate the ledger\n';
    expect(await statementsOf(content, 'docs/platform.md')).toEqual([]);
  });

  test('a column of what is not to be forbids, and two columns of both are no settings', async () => {
    const table = '| ✅ Do | ❌ Don’t |\n|---|---|\n| Use let | Use loops |\n';
    expect(await statementsOf(`# Style\n\n${table}`)).toEqual(['Do not use loops']);
  });
});

describe('what obliges nobody for good', () => {
  test.each([
    'TODO: use Kafka',
    'FIXME: Use Redis',
    '[ ] Decide on tracing',
    '[ ] Write the runbook',
    '[x] Set up the pipeline',
    'Ben asked whether passwords must be longer.',
    'It was discussed whether the ledger should move to MySQL.',
    'Ana proposed that tokens must expire daily.',
    'There was a proposal that logs must be kept.',
    'Ben said that services must log in JSON.',
    '"Deploys on Fridays are fine", said Ben.',
    'Ben said: "Services must log in JSON."',
    'Whether logs must be kept is open.',
  ])('%s', async (sentence) => {
    expect(await statementsOf(`# Rules\n\n- ${sentence}\n`)).toEqual([]);
  });

  test.each([
    'The policy says that backups must be encrypted.',
    'According to the policy, backups must be encrypted.',
    'We agreed that tokens must expire daily.',
    'The team decided that tokens must expire hourly.',
    'Users must be told whether a key was revoked.',
    '[x] Decision: the gateway is written in Go.',
    '[ ] Services must log in JSON',
  ])('%s (does)', async (sentence) => {
    expect(await statementsOf(`# Rules\n\n- ${sentence}\n`)).toEqual([sentence.replace(/^\[.\] /, '')]);
  });

  test('a checklist asks its tasks of everybody', async () => {
    expect(await statementsOf('# Checklist\n\n- [ ] Add tests for new features\n')).toEqual([
      'Add tests for new features',
    ]);
  });

  test('an item that only names the list under it', async () => {
    const content = '# Rules\n\n- Feature flags\n  - Flags must have an owner.\n- Small functions\n';
    expect(await statementsOf(content)).toEqual(['Flags must have an owner.', 'Small functions']);
  });

  test('a footnote', async () => {
    const content =
      '# Rules\n\nDeploys must be signed.[^1]\n\n[^1]: Backups must be kept for 8 days in the old policy.\n';
    expect(await statementsOf(content)).toEqual(['Deploys must be signed.']);
  });
});

describe('permissions', () => {
  test.each([
    ['# Rules', 'Deploys may happen on Fridays.'],
    ['# Rules', 'Releases may take place on Mondays.'],
    ['# Operations', 'Any engineer may start a production deploy during an incident.'],
    ['# Operations', 'Admins may delete users.'],
  ])('under "%s": %s', async (heading, sentence) => {
    expect(await statementsOf(`${heading}\n\n${sentence}\n`, 'docs/ops.md')).toEqual([sentence]);
  });

  test.each([
    ['# Rules', 'Outages may happen on Fridays.'],
    ['# Operations', 'Any request may fail.'],
    ['# Operations', 'The cache may return stale data.'],
    ['# Operations', 'Users may notice a delay.'],
    ['# Operations', 'Deploys may happen on Fridays.'],
  ])('under "%s" not: %s', async (heading, sentence) => {
    expect(await statementsOf(`${heading}\n\n${sentence}\n`, 'docs/ops.md')).toEqual([]);
  });
});

describe('headings of environments', () => {
  const envsOf = async (content: string) => {
    const reader = { context: DEFAULT_CONTEXT, lexicon, nowTick: 0 };
    const document = { path: 'docs/ops.md', sentences: readSentences(content) ?? [], status: null };
    const told = await toldClaims(document, 'rules', reader, new Turns(systemClock));
    return told.flatMap(({ claim }) =>
      claim === null ? [] : [claim.scope.env ?? claim.reading.norms[0]?.scope.env ?? null],
    );
  };
  const rule = '- Debug logging must be enabled.\n';

  test.each([
    ['Staging', 'staging'],
    ['In production', 'production'],
    ['Prod only', 'production'],
    ['Rules for the sandbox environment', null],
    ['Staging rules', 'staging'],
    ['Production database', null],
    ['Development', null],
  ])('"%s"', async (heading, env) => {
    expect(await envsOf(`# Ops\n\n## ${heading}\n\n### Logs\n\n${rule}`)).toEqual([env]);
  });

  test('"Development" is one beside another', async () => {
    expect(await envsOf(`# Ops\n\n## Development\n\n${rule}\n## Production\n\n- Keys must be rotated.\n`)).toEqual([
      'development',
      'production',
    ]);
  });

  test('a statement that says itself where it holds keeps to that', async () => {
    expect(await envsOf('# Staging\n\nIn production, keys must be rotated.\n')).toEqual(['production']);
  });
});
