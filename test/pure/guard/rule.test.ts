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
    ['Don\'t "tidy" old migrations, fixtures or snapshots.', 'constraint'],
    ['Pages read the cache, jobs read the table – never mix the two.', 'constraint!'],
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
    ['Sessions are kept in Valkey.', 'decision'],
    ['Invoices leave the ledger as PDF.', 'decision'],
    ['One queue per tenant.', 'constraint'],
    ['Largest upload: 20 MB', 'decision'],
    ['Keep the ledger in Postgres.', 'constraint!'],
    ['The importer will call the ledger once a night.', 'decision'],
    ['This rule applies to imports as well.', 'decision'],
    ['This gives the team more room.', null],
    ['For example, an import of 2 files makes 2 jobs.', null],
    ['Splitting the ledger gives us room.', null],
    ['The ledger was split in 2021.', null],
    ['The new queue reduces the load.', null],
    ['We think it is cheap.', null],
    ['An operator could restart it.', null],
    ['Usually one worker suffices.', null],
    ['[notes]: https://example.test/notes', null],
    ['Who restarts it?', null],
  ])('where decisions are told, %s is %s', (statement, expected) => {
    expect(rule(statement, 'decided')).toBe(expected);
  });

  test.each([
    ['The ledger must use Postgres.', 'argued', null],
    ['Operators must learn Postgres.', 'argued', null],
    ['We will need time for the move.', 'expected', null],
    ['The importer can be tested by itself.', 'expected', null],
    ['Imports should become faster.', 'expected', null],
    ['We should have fewer outages.', 'expected', null],
    ['Every import must name its ledger.', 'expected', 'constraint!'],
  ] as const)('%s among what is %s is %s', (statement, manner, expected) => {
    expect(rule(statement, manner)).toBe(expected);
  });

  test.each([
    ['Modules are named in kebab-case.', 'agreed', true, 'convention'],
    ['Modules are named in kebab-case.', 'agreed', false, 'convention'],
    ['Modules are named in kebab-case.', 'rules', true, null],
    ['Runs the linter', 'agreed', true, null],
    ['Node 20 required', 'rules', true, 'constraint'],
    ['No globals in modules', 'rules', true, 'constraint'],
    ['No code parked for later.', 'rules', true, 'constraint'],
    ['No further step is known.', 'rules', true, null],
    ['We follow semantic versioning.', 'rules', false, 'convention'],
    ['The importer never writes to the ledger.', 'rules', false, 'convention'],
    ['Tests live beside the code.', 'rules', true, 'convention'],
    ['Drafts will not be merged.', 'rules', false, 'convention'],
    ['Postgres: pool, tenants, queries', 'rules', true, null],
    ['Reports — report building', 'rules', true, null],
  ] as const)('%s among what is %s, as an item %s, is %s', (statement, manner, isItem, expected) => {
    expect(rule(statement, manner, isItem)).toBe(expected);
  });

  test.each([
    ['Before rotating a key, explicitly confirm whether a tenant is using it.', 'rules', true, 'constraint'],
    ['If the ledger is locked, in a test or at night, return the old balance.', 'rules', false, 'constraint'],
    ['If you want to help, add a ledger.', 'rules', false, null],
    ['Often prefer short names to long ones', 'rules', true, 'constraint'],
    ['Namespace the keys that tenants share by their region', 'rules', true, 'constraint'],
    ['Whether the ledger is locked is shown above', 'rules', true, null],
    ['Rebuild the ledger whenever you change its schema', 'steps', false, 'constraint!'],
    ['REQUIRED after each change of the ledger', 'open', true, 'constraint'],
    ['Drafts cannot be merged until two people agree.', 'rules', false, 'constraint!'],
    ['Invoices are to be signed by the ledger.', 'expected', false, 'constraint!'],
    ['The order of fields is up to you.', 'rules', false, 'fact!'],
    ['There is no strict limit on the length of a name.', 'rules', false, 'fact'],
    ['Operators may need a second key.', 'rules', true, null],
    ['Small queues over large ones', 'rules', true, 'constraint'],
    ['Invoices over SMTP', 'rules', true, null],
    ['Kinds: `ledger`, `import`', 'agreed', false, 'convention'],
    ['Ledgers are sorted by tenant.', 'agreed', false, 'convention'],
    ['The scheduler restarts a ledger at night.', 'agreed', false, null],
    ['Although a queue is cheap, there are problems with it.', 'decided', false, null],
    ['Queues seem quite slow.', 'decided', false, null],
  ] as const)('%s among what is %s, as an item %s, is %s', (statement, manner, isItem, expected) => {
    expect(rule(statement, manner, isItem)).toBe(expected);
  });

  test('what comes second in an item among conventions is one unless it tells what one thing does', () => {
    const second = (statement: string) =>
      ruleIn(statement, reading(statement), { manner: 'agreed', isItem: true, isFirst: false }, lexicon);
    expect(second('Reports name the tenant that they are for.')).toMatchObject({ kind: 'convention' });
    expect(second('The scheduler restarts them at night.')).toBeNull();
  });

  test('an order that follows in an item is about what the item names, unless orders are rules there', () => {
    const second = (manner: Manner) =>
      ruleIn(
        'Set the timeout to 90 seconds.',
        reading('Set the timeout to 90 seconds.'),
        { manner, isItem: true, isFirst: false },
        lexicon,
      );
    expect(second('rules')).toMatchObject({ kind: 'constraint' });
    expect(second('open')).toBeNull();
  });

  test.each([
    ['2. Decision', null, 'It is so.', 'decided'],
    ['Decision Outcome', null, 'It is so.', 'decided'],
    ['Decision: keep the ledger', null, 'It is so.', 'decided'],
    ['Decision > Options for later', null, 'It is so.', 'decided'],
    ['Outcome and oracle', null, 'It is so.', 'rules'],
    ['Decision Drivers', null, 'It is so.', 'argued'],
    ['Considered Options > Keep it', null, 'It is so.', 'argued'],
    ['Alternatives we looked at', null, 'It is so.', 'argued'],
    ['Context > Types of ledgers', null, 'It is so.', 'argued'],
    ['Consequences of the move', null, 'It is so.', 'expected'],
    ['Ledger', null, 'Decision: it is so.', 'decided'],
    ['Decision', null, 'Bad, because it is slow.', 'argued'],
    ['Decision', 'For these reasons', 'It is so.', 'argued'],
  ] as const)('under %s, in a list under %s, "%s" is %s', (heading, list, text, expected) => {
    expect(mannerOf({ heading, form: 'item', list, text }, 'docs/adr/0001.md', lexicon)).toBe(expected);
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
    ['AGENTS.md', 'Storage', 'cell', 'steps'],
    ['docs/a.md', 'Conventions > Storage', 'item', 'rules'],
    ['CHANGELOG.md', '1.0 > Rules', 'item', 'recorded'],
    ['AGENTS.md', 'Guide > Adding models to the catalogue', 'step', 'rules'],
    ['AGENTS.md', 'Guide > When moving files', 'step', 'rules'],
    ['AGENTS.md', 'Guide > Commands', 'sentence', 'open'],
    ['CONTRIBUTING.md', 'Guide > Commands', 'sentence', 'steps'],
    ['AGENTS.md', 'Guide > Installation', 'sentence', 'steps'],
    ['AGENTS.md', 'Guide > Project structure & names', 'item', 'open'],
    ['docs/adr/0001.md', 'Outcomes > Negative Outcomes', 'item', 'argued'],
  ] as const)('in %s under %s a %s is among %s', (path, heading, form, expected) => {
    expect(mannerOf({ heading, form, list: null, text: 'It is so.' }, path, lexicon)).toBe(expected);
  });
});

describe('what only looks like a rule', () => {
  test.each<[string, Manner, string | null]>([
    // A noun that reads as a verb, and the verb behind it.
    ['Merge to `main` deploys the site to the staging bucket.', 'rules', null],
    ['Renderer (one instance per region) opens Sockets for guests.', 'rules', null],
    ['Project habits and quirks for this team.', 'rules', null],
    ['Merge to `main` only behind a review.', 'rules', 'constraint!'],
    // What is a cost is not ordered.
    ['The main drawback is that we must write two schemas.', 'rules', null],
    ['We must write two schemas.', 'rules', 'constraint!'],
    // What might be permits nothing.
    ['We may suggest another design.', 'rules', null],
    ['This may slow the build.', 'rules', null],
    ['Callers may omit the header.', 'rules', 'fact!'],
    // What is put off is not decided.
    ['We will revisit the port at some point.', 'rules', null],
    ['We will revisit the port in May.', 'rules', 'decision'],
  ])('%s, among %s: %s', (statement, manner, expected) => {
    expect(rule(statement, manner)).toBe(expected);
  });

  test.each<[string, Manner, string | null]>([
    ['Then push', 'rules', 'constraint!'],
    ['Write it down, then ask', 'rules', 'constraint!'],
    ['`notes.md` updated for each release', 'agreed', 'convention'],
    ['No shortcuts, no code that you have not read.', 'rules', 'constraint'],
    ['No second client', 'open', 'constraint'],
    ['The second client', 'open', null],
    ['Unit tests use the fake clock.', 'rules', 'convention'],
    ['Unit tests found the fault.', 'rules', null],
    ['All flags are declared in one file.', 'rules', 'convention'],
    ['In future we will follow the style of the handbook.', 'expected', 'convention'],
    ['In future we will need a second server.', 'expected', null],
    ['Each module has an owner.', 'grouped', 'convention'],
    ['If you need to print something, use `log.debug`.', 'rules', 'constraint'],
    ['If you want to print something, use `log.debug`.', 'rules', null],
    ['See the wiki for more details.', 'agreed', null],
    ['Read the wiki before you start.', 'agreed', 'constraint!'],
    ['Note: The oldest tests are in `old`.', 'rules', null],
    ['`npm run lint` — all checks of style', 'agreed', null],
    ['`lint:types` (the checks of types)', 'agreed', null],
    ['`fix:` - what mends a fault', 'agreed', 'convention'],
    ['`hotfix/` - what mends a fault', 'agreed', 'convention'],
    ['More can be found in the wiki.', 'agreed', null],
    ['The old fixtures should suffice.', 'rules', null],
    ['Reviewers should look for races.', 'rules', 'convention!'],
    ["You'll find us in the forum.", 'rules', null],
    ['This removes the need to restart the server.', 'rules', null],
    ['A shim that others can depend on to avoid the library.', 'rules', null],
  ])('an item "%s", among %s: %s', (statement, manner, expected) => {
    expect(rule(statement, manner, true)).toBe(expected);
  });
});
