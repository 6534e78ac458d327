import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { isLines, type Tool } from '../../src/tools/define.js';
import { besideFields, compactEnvelopeFields } from '../../src/tools/envelope-schemas.js';
import { TOOLS } from '../../src/tools/index.js';

/** Answers that rest on nothing that anybody says about the world, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  harness: 'the rules of this server, made from its table of tools',
  list_types: 'what the project declares: no source says it, and nothing contradicts it',
  list_ontology_rules: 'what the project declares: no source says it, and nothing contradicts it',
  session_calls: 'a record of questions; each call has the caveats that its own answer had',
};

const READS = TOOLS.filter(({ method, tag }) => method === 'GET' && tag === 'lore');

describe('every answer about the world says how far it can be relied on', () => {
  test.each(READS.map((tool) => [tool.name, tool] as const))('%s, or is told why not', (name, tool) => {
    const { schema, short } = answerOf(tool);
    expect(missing(schema, besideFields), 'in full').toEqual(name in WITHOUT ? Object.keys(besideFields) : []);
    if (short === undefined || name in WITHOUT) return;
    const always = Object.entries(compactEnvelopeFields).filter(([, field]) => !field.isOptional());
    expect(missing(short, Object.fromEntries(always)), 'in short').toEqual([]);
  });

  test('no exception is told of what there is not', () => {
    const names = READS.map(({ name }) => name);
    expect(Object.keys(WITHOUT).filter((name) => !names.includes(name))).toEqual([]);
  });
});

function answerOf({ responses }: Tool): { schema: z.ZodObject; short: z.ZodObject | undefined } {
  const answer = responses[200];
  if (answer === undefined || isLines(answer.schema)) throw new Error('a read of the lore answers 200 with a body');
  return { schema: answer.schema, short: answer.short };
}

function missing(schema: z.ZodObject, fields: object): string[] {
  return Object.keys(fields).filter((field) => !(field in schema.shape));
}
