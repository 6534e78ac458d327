import { describe, expect, test } from 'vitest';
import { DEFAULT_CONTEXT } from '../../../src/core/context.js';
import type { ClaimsMode } from '../../../src/core/document.js';
import { lint } from '../../../src/flows/lint/lint.js';
import { nliOff } from '../../../src/inference/off.js';
import { readSentences } from '../../../src/lore/ingest/read.js';
import { systemClock } from '../../../src/start/system.js';
import { telemetryOff } from '../../../src/telemetry/off.js';
import { lexicon } from '../../helpers/guard.js';

async function levels(documents: Record<string, string>, mode: ClaimsMode = 'rules'): Promise<string[]> {
  const deps = {
    lexicon,
    scorer: nliOff,
    clock: systemClock,
    telemetry: telemetryOff,
    context: DEFAULT_CONTEXT,
    nowTick: 0,
  };
  const read = Object.entries(documents).map(([path, text]) => ({
    path,
    sentences: readSentences(text) ?? [],
    status: null,
  }));
  return (await lint(deps, read, mode)).findings.map(({ level }) => level);
}

describe('what stands under headings of different things', () => {
  test.each([
    ['languages', '## TypeScript\n\n- Indent with two spaces.\n', '## Python\n\n- Indent with four spaces.\n'],
    ['teams', '## Team A\n\nStand-ups must be at 9:30.\n', '## Team B\n\nStand-ups must be at 10:30.\n'],
    ['layers', '## Services\n\n- Contain all business logic.\n', '## Controllers\n\n- Never contain business logic.\n'],
    [
      'parameters',
      '## `a.writeInt8(value)`\n\n`value` must be a valid signed 8-bit integer.\n',
      '## `a.writeInt16(value)`\n\n`value` must be a valid signed 16-bit integer.\n',
    ],
  ])('warns at most where it names nothing: %s', async (_, one, other) => {
    const found = await levels({ 'docs/style.md': `# Style\n\n${one}\n${other}` });
    expect(found).not.toContain('block');
  });

  test('does so between documents, by their titles or names', async () => {
    const [one, other] = ['Timeouts must be 10 seconds.\n', 'Timeouts must be 20 seconds.\n'];
    expect(await levels({ 'gateway.md': `# Gateway\n\n${one}`, 'billing.md': `# Billing\n\n${other}` })).toEqual([
      'warn',
    ]);
    expect(await levels({ 'gateway.md': one, 'billing.md': other })).toEqual(['warn']);
  });

  test.each([
    ['one thing', 'The ledger must use Postgres.', 'The ledger must use MySQL.'],
    ['one thing in an order', 'Use Redis for the session store.', 'Use Memcached for the session store.'],
    ['all of a kind', 'All services must use Postgres.', 'All services must use MySQL.'],
    ['a name', 'Deploys to Rome must be signed.', 'Deploys to Rome must not be signed.'],
  ])('blocks where both name %s', async (_, one, other) => {
    const found = await levels({ 'a.md': `# Storage\n\n${one}\n`, 'b.md': `# Later\n\n${other}\n` });
    expect(found).toEqual(['block']);
  });

  test('blocks under one heading, and under headings that say only what kind of text there is', async () => {
    const [one, other] = ['- Indent with two spaces.\n', '- Indent with four spaces.\n'];
    expect(await levels({ 'a.md': `# Python\n\n${one}`, 'b.md': `# Python\n\n${other}` })).toEqual(['block']);
    expect(await levels({ 'a.md': `# Rules\n\n${one}`, 'b.md': `# Conventions\n\n${other}` })).toEqual(['block']);
  });

  test.each([
    ['rooms', 'Blue room', 'Silent room', 'Rules', 'The door must stay open.', 'The door must not stay open.'],
    ['sections', 'Cats', 'Dogs', 'Daily care', 'Food must be given at 9:00.', 'Food must be given at 10:00.'],
    ['styles', 'Python style', 'Go style', 'Indentation', 'Never use tabs.', 'Use tabs.'],
  ])('finds nothing in the same part of what is said of two %s', async (_, title, other, part, first, second) => {
    const path = (name: string) => `pages/${name.toLowerCase().replaceAll(' ', '-')}.md`;
    const page = (name: string, text: string) => ({ [path(name)]: `# ${name}\n\n## ${part}\n\n- ${text}\n` });
    expect(await levels({ ...page(title, first), ...page(other, second) })).toEqual([]);
    expect(await levels({ 'pages/one.md': `# ${title}\n\n## ${part}\n\n- ${first}\n- ${second}\n` })).not.toEqual([]);
  });

  test('blocks under one heading in two documents of other kinds', async () => {
    const [one, other] = ['- Bake it at 230 degrees.\n', '- Bake it at 190 degrees.\n'];
    const documents = {
      'book.md': `# Bakery basics\n\n## Country loaf\n\n${one}`,
      'card.md': `# Morning shift\n\n## Country loaf\n\n### Oven\n\n${other}`,
    };
    expect(await levels(documents)).toEqual(['block']);
  });

  test('warns where both begin with the names of one thing', async () => {
    const [one, other] = ['Database backups are kept for 30 days.\n', 'Database backups are kept for 90 days.\n'];
    const documents = { 'a.md': `# Saving\n\n## Nightly\n\n${one}`, 'b.md': `# Disaster\n\n## Recovery\n\n${other}` };
    expect(await levels(documents, 'all')).toEqual(['warn']);
  });

  test('an entry is of what it stands under', async () => {
    const [one, other] = ['Pay: Level 2\n', 'Pay: Level 4\n'];
    const documents = (title: string) => ({ 'a.md': `# Designer\n\n${one}`, 'b.md': `# ${title}\n\n${other}` });
    expect(await levels(documents('Senior designer'), 'all')).toEqual([]);
    expect(await levels(documents('Designer'), 'all')).not.toEqual([]);
  });

  test('items of one list stand beside each other', async () => {
    const items = '- `ledger-plan.md`\n- `ledger-tasks.md`\n';
    expect(await levels({ 'a.md': `# Names\n\nThe first file to write should be:\n\n${items}` }, 'all')).toEqual([]);
  });

  test('what is weighed is no claim', async () => {
    const page = (heading: string) => `# Tools\n\n## Decision\n\nWe use Go.\n\n## ${heading}\n\n- We do not use Go.\n`;
    expect(await levels({ 'a.md': page('Considered options') }, 'all')).toEqual([]);
    expect(await levels({ 'a.md': page('Tool chain') }, 'all')).not.toEqual([]);
  });

  test('environments are where it holds', async () => {
    const [one, other] = ['- Debug logging must be enabled.\n', '- Debug logging must be disabled.\n'];
    expect(await levels({ 'ops.md': `# Ops\n\n## Staging\n\n${one}\n## Production\n\n${other}` })).toEqual([]);
    expect(await levels({ 'a.md': `# Staging\n\n${one}`, 'b.md': `# In staging\n\n${other}` })).toEqual(['block']);
  });
});
