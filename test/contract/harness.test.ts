import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../src/core/contract.js';
import { ROLES, type Role } from '../../src/core/role.js';
import { REVIEWED_RULES } from '../../src/lore/contract-review.js';
import { instructionsFor } from '../../src/mcp/instructions.js';
import { isRead, type Tool, toolsetsOf } from '../../src/tools/define.js';
import { QUESTION_TYPES } from '../../src/tools/harness/questions.js';
import { HARNESS_FORMS, type HarnessForm, harnessFor, harnessText, toolsNamed } from '../../src/tools/harness/text.js';
import { WORKED_EXAMPLES } from '../../src/tools/harness/worked.js';
import { TOOLS } from '../../src/tools/index.js';
import { tokensOf } from '../helpers/answer-sizes.js';

const PROMPT_TOKENS_MAX = 900;

/** Tools that the contract speaks of; what of them a server does not have is left out of its text. */
const FORESEEN = [
  ...['expand_context', 'significance_of', 'get_context', 'person_profile', 'graph_traverse', 'query_as_npc'],
  ...['event_chain', 'ancestors_of', 'descendants_of', 'list_lineage', 'lore_about', 'cite'],
  ...['summarize_chain', 'narrate_arc'],
];

const rows = (file: string) =>
  readFileSync(new URL(`../golden/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
const textOf = (tools: readonly Tool[], role: Role, form: HarnessForm) =>
  harnessText(harnessFor(tools, role, form), form);

/** All tools that the contract will ever speak of: those that are missing made of one that is there. */
const [stand] = TOOLS.filter(({ name }) => name === 'entity_context');
const missing = FORESEEN.filter((name) => !TOOLS.some((tool) => tool.name === name));
const whole = [...TOOLS, ...missing.map((name) => ({ ...stand, name }) as Tool)];

describe('the contract of a reasoner', () => {
  test.each(rows('contract-checklist.tsv'))('%s, %s: %s (%s)', (role, form, words) => {
    expect(textOf(TOOLS, role as Role, form as HarnessForm)).toContain(words);
  });

  test.each(rows('contract-later.tsv'))('of %s to %s, %s: %s (%s)', (tool, role, form, words) => {
    expect(textOf(whole, role as Role, form as HarnessForm)).toContain(words);
    const without = whole.filter(({ name }) => name !== tool);
    expect(textOf(without, role as Role, form as HarnessForm)).not.toContain(words);
  });

  test('what only a writer may do is said to no reader', () => {
    expect(textOf(TOOLS, 'reader', 'full')).not.toContain('run_consistency_check');
    expect(textOf(TOOLS, 'writer', 'full')).toContain('run_consistency_check');
  });

  test.each(HARNESS_FORMS)(
    '%s names every tool of the lore that a role may call, and none that there is not',
    (form) => {
      for (const role of ROLES) {
        const text = textOf(TOOLS, role, form);
        const may = harnessFor(TOOLS, role, form).tools;
        const ofLore = TOOLS.filter((tool) => tool.tag === 'lore' && isRead(tool) && toolsetsOf(tool).includes('lore'));
        expect(ofLore.filter((tool) => tool.role === 'reader' && !may.includes(tool))).toEqual([]);
        expect(may.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(text)).map(({ name }) => name)).toEqual([]);
        const known = new Set(TOOLS.map(({ name }) => name));
        expect(
          [...toolsNamed(text), ...missing.filter((name) => name.includes('_') && text.includes(name))].filter(
            (name) => !known.has(name),
          ),
        ).toEqual([]);
      }
    },
  );

  test('every tool that a rule, a sequence or an example names is there, or known to be missing', () => {
    const named = [
      ...CONTRACT.flatMap(({ text }) => toolsNamed(text)),
      ...QUESTION_TYPES.flatMap(({ steps }) => steps.map(({ tool }) => tool)),
      ...WORKED_EXAMPLES.flatMap(({ calls }) => calls.map(({ tool }) => tool)),
    ];
    const absent = [...new Set(named)].filter((name) => !TOOLS.some((tool) => tool.name === name)).sort();
    process.stdout.write(`tools of the contract that are missing: ${absent.join(', ') || 'none'}\n`);
    expect(absent).toEqual(FORESEEN.filter((name) => absent.includes(name)).sort());
  });

  test(`the short form is at most ${PROMPT_TOKENS_MAX} tokens, with every tool that there may be`, () => {
    for (const role of ROLES) {
      expect(tokensOf(textOf(TOOLS, role, 'prompt').length)).toBeLessThanOrEqual(PROMPT_TOKENS_MAX);
      expect(tokensOf(textOf(whole, role, 'prompt').length), role).toBeLessThanOrEqual(PROMPT_TOKENS_MAX);
    }
  });

  test('rules have names of their own, and every rule that sessions are held against is one', () => {
    const ids = CONTRACT.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(REVIEWED_RULES.filter((rule) => !ids.includes(rule))).toEqual([]);
  });

  test('agents that see the tools of the lore are told the contract when they connect, and others are not', () => {
    const told = (toolsets: ('memory' | 'lore')[]) => instructionsFor({ tools: TOOLS, toolsets, role: 'reader' });
    expect(told(['lore'])).toBe(textOf(TOOLS, 'reader', 'prompt'));
    expect(told(['memory', 'lore'])).toContain(told(['lore']));
    expect(told(['memory'])).not.toContain('was_true_at');
  });
});
