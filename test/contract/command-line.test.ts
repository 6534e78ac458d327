import { expect, test } from 'vitest';
import { sources } from '../helpers/sources.js';

/** What takes long to load, or belongs to the server alone. */
const HEAVY =
  /^(?:src\/(?:store|flows|tools|http|inference|guard|lore|documents|llm|jobs)\/|src\/app\.ts|pg|fastify|onnxruntime-node|drizzle-orm|compromise|openai)/;

const byPath = new Map(sources('src').map((source) => [source.path, source]));

/** Files and packages that are loaded with a file at once, and not when they are asked for. */
function loadedWith(path: string, seen = new Set<string>()): Set<string> {
  const text = byPath.get(path)?.text ?? '';
  for (const [, specifier = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)';$/gms)) {
    const target = specifier.startsWith('.') ? resolved(path, specifier) : specifier;
    if (seen.has(target)) continue;
    seen.add(target);
    loadedWith(target, seen);
  }
  return seen;
}

function resolved(path: string, specifier: string): string {
  return new URL(specifier.replace(/\.js$/, '.ts'), `file:///${path}`).pathname.slice(1);
}

test('the program loads nothing of the server before it is asked to serve', () => {
  const loaded = [...loadedWith('src/cli/program.ts')];
  expect(loaded).toEqual(
    expect.arrayContaining(['commander', 'src/cli/written.ts', 'src/cli/api/client.ts', 'src/config.ts']),
  );
  expect(loaded.filter((target) => HEAVY.test(target))).toEqual([]);
});

test('the look sees what a file loads by way of another', () => {
  expect([...loadedWith('src/cli/migrate.ts')]).toContain('pg');
});
