import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { CONFIG_KEYS } from '../../src/config.js';
import { ROOT, sources } from '../helpers/sources.js';

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const dockerfile = textOf('Dockerfile');
const ignored = textOf('.dockerignore').split('\n');
const finalStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM'));
const copied = (text: string) =>
  [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) => names?.split(' ') ?? []);

/** Files that the code reads at run time, beside itself: by their place in the repository. */
const read = sources('src')
  .filter(({ path }) => !path.startsWith('src/cli/'))
  .flatMap(({ text }) => [...text.matchAll(/new URL\('(?:\.\.\/)+([\w.-]+)/g)].map(([, name]) => name ?? ''));

describe('the image', () => {
  test('is made of files that there are, and that .dockerignore lets through', () => {
    expect(copied(dockerfile).length).toBeGreaterThan(5);
    expect(copied(dockerfile).filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
    expect(copied(dockerfile).filter((name) => !ignored.includes(`!${name.replace('./', '')}`))).toEqual([]);
    expect(ignored).toContain('*');
  });

  test('has everything that the code reads', () => {
    expect(read.length).toBeGreaterThan(2);
    expect(read.filter((name) => !copied(finalStage).includes(name))).toEqual([]);
  });

  test('has no root, no tools and no Postgres of its own', () => {
    expect(/^USER (\w+)$/m.exec(finalStage)?.[1]).toBe('node');
    expect(finalStage).toContain('COPY --from=dependencies /app/node_modules');
    expect(dockerfile).toContain('npm ci --omit=dev --omit=optional');
  });
});

describe('compose.yaml', () => {
  const { services } = parse(textOf('compose.yaml'));

  test('sets only what the configuration knows', () => {
    const known = CONFIG_KEYS.map(({ key }) => key);
    expect(Object.keys(services.loreguard.environment).filter((key) => !known.includes(key))).toEqual([]);
  });

  test('keeps its secrets in the environment, and its database', () => {
    for (const secret of [
      services.loreguard.environment.LOREGUARD_API_KEY,
      services.postgres.environment.POSTGRES_PASSWORD,
    ]) {
      expect(secret).toMatch(/^\$\{\w+:\?/);
    }
    expect(ignored.some((line) => line.startsWith('!.env'))).toBe(false);
    expect(textOf('.gitignore').split('\n')).toContain('.env');
    expect(services.postgres.volumes).toEqual(['postgres:/var/lib/postgresql']);
  });
});
