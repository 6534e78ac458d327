import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NODE_MIN } from '../../src/start/check-node.js';
import { ROOT } from '../helpers/sources.js';

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const { scripts, engines } = JSON.parse(textOf('package.json')) as {
  scripts: Record<string, string>;
  engines: Record<string, string>;
};
const lock = JSON.parse(textOf('package-lock.json')) as {
  packages: Record<string, { deprecated?: string; resolved?: string; hasInstallScript?: boolean }>;
};

test('the program asks for the Node that the package asks for', () => {
  expect(engines).toEqual({ node: `>=${NODE_MIN.major}.${NODE_MIN.minor}` });
});

describe('installing this package', () => {
  test('runs no install scripts, of which one would fetch from elsewhere', () => {
    const scripted = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(scripted.map(([name]) => name)).toContain('node_modules/onnxruntime-node');
    expect(textOf('.npmrc').split('\n')).toContain('ignore-scripts=true');
  });

  test('needs no script before or after another, as npm then runs none of those either', () => {
    const names = Object.keys(scripts);
    const hooks = names.filter((name) => names.includes(name.replace(/^(pre|post)/, '')) && /^(pre|post)/.test(name));
    expect(hooks).toEqual([]);
    expect(names.filter((name) => /^(pre|post)?(install|prepare|publish)/.test(name))).toEqual([]);
  });

  test('brings no deprecated package, and nothing from outside the registry', () => {
    const packages = Object.entries(lock.packages);
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter(([, { deprecated }]) => deprecated !== undefined).map(([name]) => name)).toEqual([]);
    const strange = packages.filter(
      ([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
    );
    expect(strange.map(([name]) => name)).toEqual([]);
  });
});
