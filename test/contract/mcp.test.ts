import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { UNREPEATABLE } from '../../src/cli/mcp-fetch.js';
import { ROLES } from '../../src/core/role.js';
import { INSTRUCTIONS } from '../../src/mcp/instructions.js';
import { DESCRIPTION_MAX, listTool } from '../../src/mcp/listing.js';
import { projectInput } from '../../src/mcp/projection.js';
import { listPrompts } from '../../src/mcp/prompts.js';
import { requestOf } from '../../src/mcp/request.js';
import { listResources, listTemplates } from '../../src/mcp/resources.js';
import { IDEMPOTENCY_META } from '../../src/mcp/server.js';
import { chosenToolsets, listedTools } from '../../src/mcp/toolsets.js';
import { speaksLines, TOOLSETS, takesKey, toolsetsOf } from '../../src/tools/define.js';
import { TOOLS } from '../../src/tools/index.js';
import { tokensOf } from '../helpers/answer-sizes.js';
import { LISTED_TOKENS_MAX, listedCharacters } from '../helpers/listed-size.js';
import { isOfProject } from '../helpers/operations.js';
import { ROOT } from '../helpers/sources.js';

const MEMORY_MAX = 12;

/** What an agent that works with a memory needs; a tool that is not there yet joins when it is. */
const MEMORY = [
  ...['remember', 'learn', 'supersede', 'cancel', 'check', 'recall', 'why', 'brief', 'get_claim'],
  ...['get_contradictions', 'get_contradiction', 'report_contradiction'],
];

const each = TOOLS.map((tool) => [tool.name, tool] as const);

describe('the tools as agents list them', () => {
  test.each(each)('%s says in 60 tokens what it does and when it is the right one', (_name, tool) => {
    const { description } = listTool(tool);
    expect(description.length).toBeLessThanOrEqual(DESCRIPTION_MAX);
    expect(description.startsWith(`${tool.summary}. Use when ${tool.useWhen}`)).toBe(true);
    expect(description).toMatch(/\.$/);
  });

  test.each(each)('%s shows the fields that an agent fills in, without what only a machine reads', (_name, tool) => {
    const { inputSchema } = listTool(tool);
    const text = JSON.stringify(inputSchema);
    expect(text).not.toMatch(/"(pattern|format|\$ref|\$defs|oneOf|additionalProperties|title)":["\d]|"null"/);
    expect(Object.keys(inputSchema.properties)).toEqual(expect.not.arrayContaining(['org_id', 'project', 'view']));
    const shapes = [tool.params, tool.query, tool.body].map((part) => (part as { shape?: object })?.shape ?? {});
    const taken = Object.keys(Object.assign({}, ...shapes)).filter(
      (name) => !['org_id', 'project', 'related'].includes(name),
    );
    if (tool.name !== 'check') expect(Object.keys(inputSchema.properties).sort()).toEqual(taken.sort());
    for (const name of (inputSchema.required ?? []) as string[]) expect(inputSchema.properties).toHaveProperty(name);
  });

  test('check takes the fields of each write beside each other', () => {
    const check = TOOLS.find(({ name }) => name === 'check');
    const { properties, required } = listTool(check as (typeof TOOLS)[number]).inputSchema;
    expect(properties.op).toEqual({ enum: ['remember', 'learn', 'supersede'] });
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(['statement', 'reason', 'source', 'claim_ids']));
    expect(required).toEqual(['op', 'statement']);
  });

  test('a project in the address goes with every tool that takes one, and with no other', () => {
    for (const tool of TOOLS) {
      const inPath = Object.fromEntries([...tool.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'x']));
      const context = { project: 'bound', idempotencyKey: null, inFull: false };
      const { path, body } = requestOf(tool, inPath, context);
      expect(`${path} ${JSON.stringify(body)}`.includes('bound'), tool.name).toBe(isOfProject(tool));
      expect(JSON.stringify(requestOf(tool, { ...inPath, project: 'own' }, context)), tool.name).not.toContain('bound');
    }
  });

  test('a list in an address is one text with commas', () => {
    const tool = TOOLS.find(({ name }) => name === 'list_claims') as (typeof TOOLS)[number];
    const context = { project: null, idempotencyKey: null, inFull: false };
    expect(requestOf(tool, { tag: ['a', 'b'], limit: 5, disputed: true, q: null }, context).path).toBe(
      '/v1/claims?tag=a%2Cb&limit=5&disputed=true&view=compact',
    );
  });

  test('hints tell reads from writes, and what only adds from what replaces', () => {
    const hints = Object.fromEntries(TOOLS.map((tool) => [tool.name, listTool(tool).annotations]));
    expect(hints.get_claim).toEqual({ readOnlyHint: true });
    expect(hints.check).toEqual({ readOnlyHint: true });
    expect(hints.remember).toEqual({ readOnlyHint: false, destructiveHint: false, idempotentHint: true });
    expect(hints.supersede).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(hints.erase).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(hints.put_settings).toEqual({ readOnlyHint: false, destructiveHint: true, idempotentHint: true });
  });
});

test('a schema that refers to itself is told as far as it goes', () => {
  const part = z.object({
    name: z.string(),
    get parts() {
      return z.array(part).nullish().describe('What is in it; deeper and deeper.');
    },
  });
  const { properties } = projectInput([z.toJSONSchema(z.object({ part }), { io: 'input' }) as never]);
  const { part: shown } = properties as { part: { properties: object } };
  expect(shown.properties).toEqual({
    name: { type: 'string' },
    parts: { type: 'array', items: { type: 'object' } },
  });
});

describe('toolsets', () => {
  test('memory is what it is said to be, of what there is', () => {
    const memory = listedTools(TOOLS, ['memory'], 'admin').map(({ name }) => name);
    const there = MEMORY.filter((name) => TOOLS.some((tool) => tool.name === name));
    expect(memory.sort()).toEqual(there.sort());
    expect(memory.length).toBeLessThanOrEqual(MEMORY_MAX);
  });

  test(`the default list is at most ${LISTED_TOKENS_MAX} tokens`, () => {
    const toolsets = chosenToolsets(undefined) ?? [];
    expect(tokensOf(listedCharacters(toolsets))).toBeLessThanOrEqual(LISTED_TOKENS_MAX);
  });

  test('every tool is in one, and every role sees some of each that is for it', () => {
    for (const tool of TOOLS) expect(toolsetsOf(tool).length, tool.name).toBeGreaterThan(0);
    for (const role of ROLES) expect(listedTools(TOOLS, ['memory'], role).length, role).toBeGreaterThan(2);
    for (const toolset of TOOLSETS) expect(listedTools(TOOLS, [toolset], 'admin').length, toolset).toBeGreaterThan(2);
  });

  test('words that name none are no choice', () => {
    expect(chosenToolsets('')).toEqual(['memory']);
    expect(chosenToolsets(' memory , lore ')).toEqual(['memory', 'lore']);
    for (const word of ['everything', 'memory,', 'memory;lore', 'MEMORY']) expect(chosenToolsets(word)).toBeNull();
  });
});

test('the server tells of itself in 300 tokens', () => {
  expect(tokensOf(INSTRUCTIONS.length)).toBeLessThanOrEqual(300);
});

test('the command over stdio repeats no call that would be done twice', () => {
  const calls = TOOLS.filter((tool) => tool.method === 'POST' && !speaksLines(tool));
  const once = calls.filter((tool) => !takesKey(tool) && tool.role !== 'reader');
  expect([...UNREPEATABLE]).toEqual(once.map(({ name }) => name));
});

describe('docs/mcp.md', () => {
  const text = readFileSync(join(ROOT, 'docs/mcp.md'), 'utf8');

  test('names every toolset, resource and prompt, and the key of a retry', () => {
    const addresses = [
      ...listResources().map(({ uri }) => uri),
      ...listTemplates().map(({ uriTemplate }) => uriTemplate),
    ];
    const names = [...TOOLSETS, ...addresses, ...listPrompts().map(({ name }) => name)].map((name) => `\`${name}\``);
    for (const name of [...names, IDEMPOTENCY_META]) expect(text).toContain(name);
  });

  test('has configurations that can be read', () => {
    const blocks = [...text.matchAll(/```json\n([^`]*)```/g)].map(([, json]) => json ?? '');
    expect(blocks.length).toBeGreaterThan(4);
    for (const block of blocks) expect(() => JSON.parse(block)).not.toThrow();
  });
});
