import { parseArgs } from 'node:util';
import type { ApiKey } from '../core/api-key.js';
import { ROLES, type Role } from '../core/role.js';
import { TENANT_NAME } from '../core/scope.js';

export const USAGE = `Makes, lists and revokes API keys in the configured database.

  keys create --org <org> --role <${ROLES.join('|')}> --name <what it is for> [--project <project>]
              [--projects <bound to these only: a,b>] [--expires <time>]
  keys list   --org <org>
  keys revoke --org <org> --id <id of the key>`;

/** What an operator asks for. */
export type KeysCommand =
  | {
      verb: 'create';
      orgId: string;
      project: string;
      projects: string[] | null;
      role: Role;
      name: string;
      expiresAt: string | null;
    }
  | { verb: 'list'; orgId: string }
  | { verb: 'revoke'; orgId: string; id: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Reads the words after the name of the program.
 * @throws Error that says what is wrong with them
 */
export function readCommand(words: readonly string[]): KeysCommand {
  const text = { type: 'string' } as const;
  const options = { org: text, role: text, name: text, project: text, projects: text, expires: text, id: text };
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  const [verb, ...rest] = positionals;
  if (rest.length > 0) throw new Error(`What is ${rest.join(' ')}?`);
  const orgId = tenantName('--org', values.org);
  switch (verb) {
    case 'create':
      return { verb, orgId, ...newKey(values) };
    case 'list':
      return { verb, orgId };
    case 'revoke':
      if (!UUID.test(values.id ?? '')) throw new Error('--id must be the id of a key; list shows it.');
      return { verb, orgId, id: values.id ?? '' };
    default:
      throw new Error('Say create, list or revoke.');
  }
}

/** One line a key. */
export function describeKey({
  id,
  role,
  name,
  project,
  projects,
  createdAt,
  expiresAt,
  revokedAt,
  lastUsedAt,
}: ApiKey): string {
  const bound = projects === null ? '' : `, bound to ${projects.join(' ')}`;
  const state = revokedAt === null ? `expires ${expiresAt ?? 'never'}` : `revoked ${revokedAt}`;
  return `${id}  ${role.padEnd(7)}  ${name}  (project ${project}${bound}, made ${createdAt}, ${state}, last used ${lastUsedAt ?? 'never'})`;
}

type Values = Partial<Record<'role' | 'name' | 'project' | 'projects' | 'expires', string>>;

function newKey(values: Values): Omit<Extract<KeysCommand, { verb: 'create' }>, 'verb' | 'orgId'> {
  const role = ROLES.find((one) => one === values.role);
  if (role === undefined) throw new Error(`--role must be one of ${ROLES.join(', ')}.`);
  const name = values.name?.trim() ?? '';
  if (name === '' || name.length > 200)
    throw new Error('--name must say what the key is for, in at most 200 characters.');
  const expiresMs = values.expires === undefined ? null : Date.parse(values.expires);
  if (Number.isNaN(expiresMs)) throw new Error('--expires must be a time such as 2027-01-01 or 2027-01-01T12:00:00Z.');
  const expiresAt = expiresMs === null ? null : new Date(expiresMs).toISOString();
  const projects = values.projects?.split(',').map((project) => tenantName('--projects', project)) ?? null;
  const project = tenantName('--project', values.project ?? projects?.[0] ?? 'default');
  return { role, name, project, projects, expiresAt };
}

function tenantName(option: string, text: string | undefined): string {
  if (text !== undefined && TENANT_NAME.test(text)) return text;
  throw new Error(`${option} must be 1 to 64 letters, digits, dots, hyphens or underscores.`);
}
