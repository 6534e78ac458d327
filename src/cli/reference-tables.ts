import { CONFIG_KEYS } from '../config.js';
import { PROBLEM_CODES, PROBLEMS } from '../core/errors.js';
import { ROLES } from '../core/role.js';
import { FIELDS, type Field } from '../lore/ingest/fields.js';
import type { Tool } from '../tools/define.js';
import { GLOSSARY, WHICH_WRITE } from '../tools/glossary.js';
import { TOOLS } from '../tools/index.js';

interface Task {
  task: string;
  /** These operations, and then those of the tag that no task names. */
  names?: readonly string[];
  tag?: Tool['tag'];
  /** The page that lists them a line each, where the README has no room for that. */
  page?: string;
}

const WORLDS = 'docs/lore.md';
const PROJECTS = 'docs/keys.md';

/** What people come to do. */
const TASKS: readonly Task[] = [
  { task: 'store', tag: 'write' },
  { task: 'ask', tag: 'read' },
  {
    task: 'settle',
    names: ['get_contradictions', 'get_contradiction', 'resolve_contradiction', 'resolve_contradictions', 'vouch'],
  },
  {
    task: 'look back',
    names: ['list_decisions', 'get_decision', 'replay', 'list_unguarded', 'diagnose', 'audit'],
  },
  { task: 'ask about a world', tag: 'lore', page: WORLDS },
  { task: 'keep a world', tag: 'curate', page: WORLDS },
  { task: 'run a project', names: ['whoami', 'list_projects'], tag: 'admin', page: PROJECTS },
];

/** The variables that most people who run a server set. */
const MOST_USED: readonly string[] = [
  ...['HOST', 'PORT', 'DATABASE_URL', 'LOREGUARD_DATA', 'LOREGUARD_API_KEY'],
  ...['RATE_LIMIT', 'NLI', 'LOG_LEVEL'],
];

const TASK_HEAD = ['| to | operation | request | what it does |', '|---|---|---|---|'];

/** The operations by task, as the README lists them: the task stands beside the first. Aliases are not shown. */
export function toolTable(): string {
  const rows = TASKS.flatMap((task) => (task.page === undefined ? taskRows(task) : [taskInShort(task, task.page)]));
  return [...TASK_HEAD, ...rows].join('\n');
}

/** Those that a page lists, by the name of the section that they stand in. */
export function toolTables(): Record<string, string> {
  const tableOf = (page: string) => [...TASK_HEAD, ...TASKS.filter((task) => task.page === page).flatMap(taskRows)];
  return { 'tools-of-worlds': tableOf(WORLDS).join('\n'), 'tools-of-projects': tableOf(PROJECTS).join('\n') };
}

/** Which operations each role adds to those of the roles below it. */
export function roleTable(): string {
  const rows = ROLES.map((role) => {
    const names = TOOLS.filter((tool) => tool.role === role).map(({ name }) => `\`${name}\``);
    return `| \`${role}\` | ${names.join(', ')} |`;
  });
  return ['| from role | operations |', '|---|---|', ...rows].join('\n');
}

function taskRows(task: Task): string[] {
  return toolsOf(task).map(({ name, method, path, summary }, at) => {
    const label = at === 0 ? `**${task.task}**` : '';
    return `| ${label} | \`${name}\` | \`${method} ${path}\` | ${summary} |`;
  });
}

function taskInShort(task: Task, page: string): string {
  const names = toolsOf(task).map(({ name }) => `\`${name}\``);
  return `| **${task.task}** | ${names.join(', ')} | [${page}](${page}#operations) | ${names.length} operations |`;
}

function toolsOf({ names = [], tag }: Task): Tool[] {
  const named = new Set(TASKS.flatMap((each) => each.names ?? []));
  return [...names.map(toolNamed), ...TOOLS.filter((tool) => tool.tag === tag && !named.has(tool.name))];
}

function toolNamed(name: string): Tool {
  const tool = TOOLS.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`There is no operation ${name}.`);
  return tool;
}

/** The configuration, as docs/configuration.md lists it. */
export function configTable(keys = CONFIG_KEYS): string {
  const rows = keys.map(({ key, sentence, fallback }) => `| \`${key}\` | \`${fallback}\` | ${sentence} |`);
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

/** The most used of it, as the README lists them. */
export function configInShort(): string {
  return configTable(CONFIG_KEYS.filter(({ key }) => MOST_USED.includes(key)));
}

/** The words, as the README explains them. */
export function glossaryTable(): string {
  const words = GLOSSARY.map(({ term, meaning }) => `| ${term} | ${meaning} |`);
  const writes = WHICH_WRITE.map(({ term, meaning }) => `| \`${term}\` | Use it ${meaning} |`);
  return ['| word | meaning |', '|---|---|', ...words, ...writes].join('\n');
}

/** docs/problems.md. */
export function problemsPage(): string {
  const rows = PROBLEM_CODES.map((code) => {
    const { status, meaning, help } = PROBLEMS[code];
    return `| \`${code}\` | ${status} | ${meaning} | ${help} |`;
  });
  return `# Problems

Every error is an RFC 9457 problem: \`type\`, \`title\`, \`status\`, \`code\`, \`detail\`, \`instance\` and \`errors[]\`
with the path of each wrong field. Switch on \`code\`; it is stable. \`GET /problems/{code}\` answers with the same text.

| code | status | what it means | what to do |
|---|---|---|---|
${rows.join('\n')}
`;
}

/** docs/ingest-fields.md. */
export function fieldsPage(): string {
  const sections = Object.entries(FIELDS).map(([type, fields]) => {
    const rows = Object.entries(fields).map(([name, field]) => `| \`${name}\` | ${meaning(field)} |`);
    const table = ['| field | says |', '|---|---|', ...rows].join('\n');
    return rows.length === 0 ? `## ${type}\n\nNone of its own.` : `## ${type}\n\n${table}`;
  });
  return `# Fields of documents

What an entity of each type can say of itself in a document, besides \`name\`, \`aliases\`, \`description\`,
\`properties\`, \`attributes\` and \`relations\`. Made from the table that reads them; [ingest.md](ingest.md) explains.

${sections.join('\n\n')}
`;
}

function meaning(field: Field): string {
  if (field.kind === 'link') {
    const others = field.types.join(', ');
    return field.direction === 'out' ? `it ${field.relation} ${others}` : `${others} ${field.relation} it`;
  }
  const end = field.end === undefined ? '' : `; \`${field.end}\` says when it was over`;
  return `its ${field.relation}, a ${field.kind}${end}`;
}
