import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bootstrapKey } from '../../../src/start/bootstrap-key.js';
import { welcome } from '../../../src/start/welcome.js';

describe('the bootstrap key', () => {
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loreguard-key-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('is made once, for the eyes of its owner only, and then kept', async () => {
    const dataDir = join(folder, 'deep', 'data');
    const first = await bootstrapKey(undefined, dataDir);
    expect(first).toMatchObject({ isNew: true, file: join(dataDir, 'api-key') });
    expect(first.key).toMatch(/^lg_default_[0-9a-f]{12}_[\w-]{32}$/);
    expect((await stat(join(dataDir, 'api-key'))).mode & 0o777).toBe(0o600);
    expect(await bootstrapKey(undefined, dataDir)).toEqual({ ...first, isNew: false });
  });

  test('is the same for two that start at once', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => bootstrapKey(undefined, folder)));
    expect(new Set(keys.map(({ key }) => key)).size).toBe(1);
    expect(keys.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  test('is the configured one where there is one, and nothing is written', async () => {
    const key = await bootstrapKey('lg_acme_0123_configured-key', join(folder, 'unused'));
    expect(key).toEqual({ key: 'lg_acme_0123_configured-key', file: null, isNew: false });
    await expect(stat(join(folder, 'unused'))).rejects.toThrow(/ENOENT/);
  });

  test('that can not be kept stops the start', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(bootstrapKey(undefined, join(folder, 'file'))).rejects.toThrow(/ENOTDIR|EEXIST/);
  });

  test('is printed by the welcome only when it was made just now', async () => {
    const made = await bootstrapKey(undefined, folder);
    expect(welcome('http://127.0.0.1:8787', made)).toContain(made.key);
    const kept = welcome('http://127.0.0.1:8787', { ...made, isNew: false });
    expect(kept).not.toContain(made.key);
    expect(kept).toContain(`$(cat '${made.file}')`);
    expect(welcome('http://127.0.0.1:8787', null)).not.toContain('authorization');
    expect(welcome('http://127.0.0.1:8787', null)).toContain('http://127.0.0.1:8787/docs');
    expect(welcome('http://127.0.0.1:8787', null, { hasDocs: false })).not.toContain('/docs');
  });
});
