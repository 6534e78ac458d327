import { readFile } from 'node:fs/promises';
import { buildApp } from '../app.js';
import type { Deps } from '../flows/deps.js';
import { openDoor } from '../http/auth.js';

/** The OpenAPI document as it is committed. The routes are only described, never run, so they need no deps. */
export async function openapiDocument(): Promise<string> {
  const packageJson = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(packageJson) as { version: string };
  const app = await buildApp({ version } as Deps, { authenticator: openDoor, logger: false });
  return `${JSON.stringify(app.swagger(), null, 2)}\n`;
}
