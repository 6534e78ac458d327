import { CONFIG_KEYS } from '../config.js';
import { PROBLEM_CODES, PROBLEMS } from '../core/errors.js';
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
