import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../src/config.js';
import { fieldErrors } from '../../src/core/errors.js';
import { explainIssue } from '../../src/core/issues.js';
import { TOOLS } from '../../src/tools/index.js';

const told = (schema: z.ZodType | undefined, value: unknown) => {
  const parsed = schema?.safeParse(value, { error: explainIssue });
  return parsed?.error?.issues.flatMap(fieldErrors).map(({ path, message }) => `${path}: ${message}`);
};
const toolOf = (name: string) => TOOLS.find((tool) => tool.name === name);

describe('what is wrong with a request', () => {
  test('names fields that are missing, with what they may be', () => {
    expect(told(toolOf('remember')?.body, { kind: 'fact' })).toContain('statement: is required');
    expect(told(z.object({ kind: z.enum(['fact', 'rule']) }), {})).toEqual(['kind: is required: one of fact, rule']);
    expect(told(toolOf('check')?.body, {})).toEqual(['op: is required: one of remember, learn, supersede']);
    expect(told(toolOf('check')?.body, { op: 'x' })).toEqual(['op: must be one of remember, learn, supersede']);
  });

  test('says which numbers and instants are taken', () => {
    const query = toolOf('list_claims')?.query;
    expect(told(query, { limit: 'abc' })).toEqual([
      expect.stringMatching(/^limit: must be a whole number from 1 to \d+$/),
    ]);
    expect(told(query, { limit: '1.5' })).toEqual([
      expect.stringMatching(/^limit: must be a whole number from 1 to \d+$/),
    ]);
    expect(told(query, { known_at: '2026' })).toEqual([
      'known_at: must be an instant in ISO 8601 with its time and zone, such as 2026-05-01T12:00:00Z',
    ]);
    expect(told(z.object({ share: z.number().min(0.5) }), { share: 'x' })).toEqual([
      'share: must be a number from 0.5',
    ]);
    expect(told(z.object({ count: z.int() }), { count: 'x' })).toEqual(['count: must be a whole number']);
  });

  test('leaves the words of a schema as they are', () => {
    const schema = z.object({ a: z.string('must be a name'), b: z.string().max(1) });
    expect(told(schema, { b: 'bb' })).toEqual([
      'a: must be a name',
      'b: Too big: expected string to have <=1 characters',
    ]);
  });

  test('says of a setting which numbers are taken', () => {
    expect(() => readConfig({ PORT: 'abc' })).toThrow(
      'PORT: "abc" is not allowed: must be a whole number from 0 to 65535',
    );
  });
});
