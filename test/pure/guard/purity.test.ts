import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../src', import.meta.url));

function sources(folder: string): { name: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') }));
}

const IMPURE =
  /\bawait\b|\basync\b|Date\.now|new Date\(\)|Math\.random|process\.|from '(?:node:|fastify|pg|drizzle|onnx)/;

describe('the pure part of the guard', () => {
  it.each([...sources('core'), ...sources('guard')])('$name asks nothing of the outside', ({ text }) => {
    expect(text.match(IMPURE)).toBeNull();
  });

  it('imports compromise once', () => {
    const importing = sources('.').filter(({ text }) => /from 'compromise/.test(text));
    expect(importing.map(({ name }) => name)).toEqual(['guard/1-normalize/parts-of-speech.ts']);
  });
});
