import { describe, expect, test } from 'vitest';
import { DEFAULT_CONTEXT } from '../../../src/core/context.js';
import { lint } from '../../../src/flows/lint/lint.js';
import { nliOff } from '../../../src/inference/off.js';
import { readSentences } from '../../../src/lore/ingest/read.js';
import { systemClock } from '../../../src/start/system.js';
import { telemetryOff } from '../../../src/telemetry/off.js';
import { lexicon } from '../../helpers/guard.js';

async function levels(documents: Record<string, string>): Promise<string[]> {
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
  return (await lint(deps, read)).findings.map(({ level }) => level);
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

  test('environments are where it holds', async () => {
    const [one, other] = ['- Debug logging must be enabled.\n', '- Debug logging must be disabled.\n'];
    expect(await levels({ 'ops.md': `# Ops\n\n## Staging\n\n${one}\n## Production\n\n${other}` })).toEqual([]);
    expect(await levels({ 'a.md': `# Staging\n\n${one}`, 'b.md': `# In staging\n\n${other}` })).toEqual(['block']);
  });
});
