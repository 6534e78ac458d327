import { CONTRACT, type ContractRule, type RuleKind } from '../../core/contract.js';
import { mayDo, type Role } from '../../core/role.js';
import { isRead, type Tool, toolsetsOf } from '../define.js';
import { QUESTION_TYPES, type QuestionType, type SequenceStep } from './questions.js';
import { WORKED_EXAMPLES, type WorkedExample } from './worked.js';

export const HARNESS_FORMS = ['prompt', 'full'] as const;
export type HarnessForm = (typeof HARNESS_FORMS)[number];

/** The contract as data: what of it holds for the tools that there are. */
export interface Harness {
  rules: readonly ContractRule[];
  questions: readonly QuestionType[];
  tools: readonly Tool[];
  /** None in the short form. */
  examples: readonly WorkedExample[];
}

const CALLED = /\b([a-z][a-z_]+)\(/g;

/** The tools that a text calls by name: `lookup()`. */
export function toolsNamed(text: string): string[] {
  return [...text.matchAll(CALLED)].map(([, name]) => name ?? '');
}

/**
 * The contract between whoever answers questions about a world and its record, for a role. Rules, steps and examples that
 * need a tool which this server does not have are left out.
 */
export function harnessFor(all: readonly Tool[], role: Role, form: HarnessForm): Harness {
  const tools = all.filter((tool) => isOfReasoner(tool) && mayDo(role, tool.role));
  const known = new Set(all.filter((tool) => mayDo(role, tool.role)).map(({ name }) => name));
  const has = ({ tool }: { tool: string }) => known.has(tool);
  return {
    rules: CONTRACT.filter((rule) => isFor(rule, role, form) && toolsNamed(rule.text).every((name) => known.has(name))),
    questions: QUESTION_TYPES.map((type) => ({ ...type, steps: type.steps.filter(has) })),
    tools,
    examples: form === 'prompt' ? [] : WORKED_EXAMPLES.filter(({ calls }) => calls.every(has)),
  };
}

function isFor(rule: ContractRule, role: Role, form: HarnessForm): boolean {
  return mayDo(role, rule.role ?? 'reader') && (form === 'full' || rule.isShort === true);
}

/** What a reasoner calls: the questions of the lore toolset, and what it flags or has checked. */
function isOfReasoner(tool: Tool): boolean {
  return toolsetsOf(tool).includes('lore') && (isRead(tool) || tool.tag === 'read' || tool.tag === 'lore');
}

const HEADS: readonly [RuleKind, string][] = [
  ['must', 'You must'],
  ['never', 'You must never'],
  ['speak', 'How to speak'],
  ['choose', 'Which tool'],
  ['error', 'On errors'],
  ['failure', 'Failures to avoid'],
  ['session', 'Sessions'],
  ['note', 'What it can not do'],
];

/** The contract as text. */
export function harnessText(harness: Harness, form: HarnessForm): string {
  const types = form === 'prompt' ? harness.questions.map(inShort) : harness.questions.map(inFull);
  const asked = 'Sort the question, in silence, and follow its sequence (in brackets: only then).';
  const parts = [
    'You answer questions about a world from its record, through tools. The record decides; you report it.',
    ...HEADS.slice(0, 2).flatMap((head) => section(harness.rules, head)),
    ['# Five types of question', asked, ...types].join('\n'),
    ...HEADS.slice(2).flatMap((head) => section(harness.rules, head)),
    ...(form === 'full' ? [toolList(harness.tools), ...harness.examples.map(example)] : [otherTools(harness)]),
  ];
  return parts.filter((part) => part !== '').join(form === 'full' ? '\n\n' : '\n');
}

function section(rules: readonly ContractRule[], [kind, head]: [RuleKind, string]): string[] {
  const lines = rules.filter((rule) => rule.kind === kind).map(({ text }) => `- ${text}`);
  return lines.length === 0 ? [] : [[`# ${head}`, ...lines].join('\n')];
}

function inShort({ name, steps }: QuestionType, at: number): string {
  const calls = steps.map(({ tool, when }) => (when === undefined ? tool : `[${tool}]`));
  return `${at + 1}. ${name} ${calls.join(' → ')}`;
}

function inFull({ name, examples, steps, shape }: QuestionType, at: number): string {
  const lines = steps.map((step) => `   - ${call(step)}`);
  return [`${at + 1}. ${name} ${examples.map((one) => `"${one}"`).join(' ')}`, ...lines, `   Answer: ${shape}`].join(
    '\n',
  );
}

function call({ tool, given, when }: SequenceStep): string {
  return `${tool}(${given})${when === undefined ? '' : `: if ${when}`}`;
}

/** What each is for; what it is not for names others, which the role may not call. */
function toolList(tools: readonly Tool[]): string {
  const lines = tools.map(({ name, summary, useWhen }) => `- ${name}: ${summary}. Use when ${useWhen}`);
  return ['# Tools', ...lines].join('\n');
}

/** Those that no rule and no sequence of the short form names. */
function otherTools({ rules, questions, tools }: Harness): string {
  const named = new Set([
    ...rules.flatMap(({ text }) => toolsNamed(text)),
    ...questions.flatMap(({ steps }) => steps.map(({ tool }) => tool)),
  ]);
  const others = tools.map(({ name }) => name).filter((name) => !named.has(name));
  return others.length === 0 ? '' : `Other tools: ${others.join(', ')}.`;
}

function example({ question, calls, answer }: WorkedExample): string {
  const lines = calls.map(({ tool, given, answer: told }) => `   ${tool}(${given}) → ${told}`);
  return [`# Example: "${question}"`, ...lines, `   You say: "${answer}"`].join('\n');
}
