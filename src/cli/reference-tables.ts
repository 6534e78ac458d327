import { CONFIG_KEYS } from '../config.js';
import { PROBLEM_CODES, PROBLEMS } from '../core/errors.js';
import { FIELDS, type Field } from '../lore/ingest/fields.js';
import { TOOLS } from '../tools/index.js';

/** The operations, as the README lists them. */
export function toolTable(): string {
  const rows = TOOLS.map(
    ({ name, method, path, role, summary, responses }) =>
      `| \`${name}\` | \`${method} ${path}\` | ${role} | ${summary} | ${Object.keys(responses).join(' · ')} |`,
  );
  return ['| operation | request | from role | what it does | answers |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** The configuration, as the README lists it. */
export function configTable(): string {
  const rows = CONFIG_KEYS.map(({ key, sentence, fallback }) => `| \`${key}\` | \`${fallback}\` | ${sentence} |`);
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

/** docs/problems.md. */
export function problemsPage(): string {
  const rows = PROBLEM_CODES.map((code) => `| \`${code}\` | ${PROBLEMS[code].status} | ${PROBLEMS[code].help} |`);
  return `# Problems

Every error is an RFC 9457 problem: \`type\`, \`title\`, \`status\`, \`code\`, \`detail\`, \`instance\` and \`errors[]\`
with the path of each wrong field. Switch on \`code\`; it is stable. \`GET /problems/{code}\` answers with the same text.

| code | status | what to do |
|---|---|---|
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
