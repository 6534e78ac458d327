import type { BootstrapKey } from './bootstrap-key.js';
import { EXAMPLE } from './example.js';

/** What the first lines on the terminal say: where it listens, the key, and a line to paste. */
export function welcome(
  address: string,
  key: BootstrapKey | null,
  { hasExample = false, hasDocs = true }: { hasExample?: boolean; hasDocs?: boolean } = {},
): string {
  const description = hasDocs ? `the API is described at ${address}/docs` : 'the API is not described there (DOCS)';
  const lines = [`Loreguard listens on ${address}; ${description}`];
  if (key?.isNew) lines.push(`API key (shown this once, kept in ${key.file}): ${key.key}`);
  else if (key?.file) lines.push(`The API key is in ${key.file}`);
  lines.push('Try it:', curlLine(address, key));
  if (hasExample) lines.push(...exampleLines(address, key));
  return lines.join('\n');
}

function curlLine(address: string, key: BootstrapKey | null): string {
  const body = JSON.stringify({
    statement: 'Deploys must use a blue canary',
    who: 'alice',
    reason: 'Blue is the colour that the dashboards watch',
  });
  const headers = ['-H "content-type: application/json"', ...authorization(key)];
  return `curl -s ${address}/v1/remember ${headers.join(' ')} -d '${body}'`;
}

/** How to ask the example world. */
function exampleLines(address: string, key: BootstrapKey | null): string[] {
  const { project } = EXAMPLE;
  const get = (path: string, query: Record<string, string>) =>
    ['curl -s', ...authorization(key), `"${address}${path}?${new URLSearchParams({ project, ...query })}"`].join(' ');
  return [
    `The example world is in the project ${project}; examples/${project}/README.md tells of it. Ask it:`,
    get('/v1/lore/lookup', { query: 'Isaude Hallowmere' }),
    get('/v1/lore/list-relations', { entity: 'Isaude Hallowmere', type: 'RULES' }),
  ];
}

function authorization(key: BootstrapKey | null): string[] {
  if (key === null) return [];
  if (key.isNew) return [`-H "authorization: Bearer ${key.key}"`];
  return [`-H "authorization: Bearer ${key.file === null ? '$LOREGUARD_API_KEY' : `$(cat '${key.file}')`}"`];
}
