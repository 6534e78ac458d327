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

/** A version that names its minor, and the digest of what it was. */
const PINNED = /^(\w+):(\d+)\.\d+(?:\.\d+)?(?:-[\w.-]+)?@sha256:[0-9a-f]{64}$/;

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

  test('is built on one Node, by version and digest, that the package allows', () => {
    const given = [...dockerfile.matchAll(/^ARG NODE_IMAGE=(\S+)$/gm)].map(([, image]) => image ?? '');
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(new Set(bases)).toEqual(new Set([`\${NODE_IMAGE}`]));
    expect(given).toHaveLength(1);
    const [, name, major] = PINNED.exec(given[0] ?? '') ?? [];
    const { engines } = JSON.parse(textOf('package.json'));
    expect([name, Number(major) >= Number.parseInt(engines.node.replace('>=', ''), 10)]).toEqual(['node', true]);
  });

  test('has no root, no tools and no Postgres of its own', () => {
    expect(/^USER (\w+)$/m.exec(finalStage)?.[1]).toBe('node');
    expect(finalStage).toContain('COPY --from=dependencies /app/node_modules');
    expect(dockerfile).toContain('npm ci --omit=dev --omit=optional');
  });
});

describe('compose.yaml', () => {
  const { services, configs } = parse(textOf('compose.yaml'));

  test('sets only what the configuration knows', () => {
    const known = CONFIG_KEYS.map(({ key }) => key);
    expect(Object.keys(services.loreguard.environment).filter((key) => !known.includes(key))).toEqual([]);
  });

  test('runs a Postgres by version and digest, that the embedded one is not newer than', () => {
    const [, name, major] = PINNED.exec(services.postgres.image) ?? [];
    const { optionalDependencies } = JSON.parse(textOf('package.json'));
    const embedded = Number.parseInt(Object.values<string>(optionalDependencies)[0] ?? '', 10);
    expect([name, Number(major) >= embedded]).toEqual(['postgres', true]);
  });

  test.each(['loreguard', 'postgres'])(
    '%s may take no more than its share, and no rights that it has no use for',
    (name) => {
      const { mem_limit, cpus, pids_limit, cap_drop, security_opt, privileged, restart } = services[name];
      expect([mem_limit, cpus, pids_limit].every((limit) => limit !== undefined)).toBe(true);
      expect({ cap_drop, security_opt, privileged, restart }).toEqual({
        ...{ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], privileged: undefined },
        restart: 'unless-stopped',
      });
    },
  );

  test('logs in as a role that the database is made with, and not as the superuser', () => {
    const { username, password, pathname } = new URL(
      services.loreguard.environment.DATABASE_URL.replace(/\$\{(\w+):\?[^}]*\}/, '$1'),
    );
    expect([username, password, pathname]).toEqual(['loreguard', 'DATABASE_PASSWORD', '/loreguard']);
    expect(services.postgres.environment.POSTGRES_USER ?? 'postgres').not.toBe(username);
    const [{ source, target }] = services.postgres.configs;
    expect(target).toMatch(/^\/docker-entrypoint-initdb\.d\/[\w-]+\.sql$/);
    expect(existsSync(join(ROOT, configs[source].file))).toBe(true);
    expect(services.postgres.environment.DATABASE_PASSWORD).toMatch(/^\$\{DATABASE_PASSWORD:\?/);
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
