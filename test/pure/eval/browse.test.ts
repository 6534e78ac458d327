import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { browse } from '../../../eval/browse.js';
import { rules } from '../../../eval/engines.js';
import { enterAll, runEngine } from '../../../eval/run.js';
import { loadCases } from '../../../src/cli/labelled.js';
import { lexicon } from '../../helpers/lexicon.js';

const ROWS = [
  { id: 'a', a: 'The relay must log errors', b: 'The relay must not log errors', kind: 'modality', expect: 'conflict' },
  { id: 'b', a: 'Lamps are lit at dusk', b: 'Nobody minds the bridge', kind: 'free', expect: 'conflict' },
];

describe('browse', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loreguard-browse-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'tp-own.jsonl'), ROWS.map((row) => JSON.stringify(row)).join('\n'));
  const cases = loadCases([folder]);
  const { entries } = enterAll(cases, lexicon);
  const results = await runEngine(rules, cases, entries);

  it('shows the row that decided, what is shared, and where the readings differ', () => {
    const page = browse(cases, entries, results, { outcome: 'block' });
    expect(page).toContain('a · modality · expected conflict, block');
    expect(page).toContain('row       modality_opposed: contradiction HIGH');
    expect(page).toMatch(/\* modality +must +must_not/);
    expect(page).toMatch(/ {4}predicate +log +log/);
    expect(page).toMatch(/[1-9] lock, [1-9]\d* recall keys shared/);
  });

  it('says when the candidate query would miss the pair', () => {
    const page = browse(cases, entries, results, { file: 'tp-own', outcome: 'fn' });
    expect(page).toContain('b · free · expected conflict, clean');
    expect(page).toContain('none shared: the candidate query misses it');
    expect(page).not.toContain('a · modality');
  });
});
