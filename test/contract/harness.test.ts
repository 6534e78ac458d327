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

const rows = (file: string) =>
  readFileSync(new URL(`../golden/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
const textOf = (tools: readonly Tool[], role: Role, form: HarnessForm) =>
  harnessText(harnessFor(tools, role, form), form);

describe('the contract of a reasoner', () => {
  test.each(rows('contract-checklist.tsv'))('%s, %s: %s (%s)', (role, form, words) => {
    expect(textOf(TOOLS, role as Role, form as HarnessForm)).toContain(words);
  });

  test('a tool that a server does not have is not spoken of', () => {
    const ofLore = TOOLS.filter((tool) => toolsetsOf(tool).includes('lore'));
    const spoken = ofLore.filter(({ name }) => {
      const others = TOOLS.filter((tool) => tool.name !== name);
      return HARNESS_FORMS.some((form) => toolsNamed(textOf(others, 'writer', form)).includes(name));
    });
    expect(spoken.map(({ name }) => name)).toEqual([]);
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
        expect(toolsNamed(text).filter((name) => !known.has(name))).toEqual([]);
      }
    },
  );

  test('every tool that a rule, a sequence or an example names is there', () => {
    const named = [
      ...CONTRACT.flatMap(({ text }) => toolsNamed(text)),
      ...QUESTION_TYPES.flatMap(({ steps }) => steps.map(({ tool }) => tool)),
      ...WORKED_EXAMPLES.flatMap(({ calls }) => calls.map(({ tool }) => tool)),
    ];
    expect(named.filter((name) => !TOOLS.some((tool) => tool.name === name))).toEqual([]);
  });

  test(`the short form is at most ${PROMPT_TOKENS_MAX} tokens for every role`, () => {
    for (const role of ROLES) {
      expect(tokensOf(textOf(TOOLS, role, 'prompt').length), role).toBeLessThanOrEqual(PROMPT_TOKENS_MAX);
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
