import { readFile, writeFile } from 'node:fs/promises';
import { buildApp } from '../app.js';
import type { Deps } from '../flows/deps.js';
import { openDoor } from '../http/auth.js';

/** Writes openapi/openapi.json from the routes; with --check says whether it is what the routes make. */
const file = new URL('../../openapi/openapi.json', import.meta.url);
const made = await openapiDocument();
if (!process.argv.includes('--check')) {
  await writeFile(file, made);
} else if ((await readFile(file, 'utf8')) !== made) {
  console.error('openapi/openapi.json is not what the routes make; run: npm run openapi');
  process.exitCode = 1;
}

/** The routes are only described, never run, so they need no deps. */
async function openapiDocument(): Promise<string> {
  const packageJson = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(packageJson) as { version: string };
  const app = await buildApp({ version } as Deps, { authenticator: openDoor, logger: false });
  return `${JSON.stringify(app.swagger(), null, 2)}\n`;
}
