import { readFileSync } from 'node:fs';
import type { ApiCommand } from './command.js';

/**
 * The commands of the API, as the build wrote them beside this file. They are made from the tool table, which itself
 * would take the whole of a start to load.
 */
export function loadCommands(): readonly ApiCommand[] {
  return JSON.parse(readFileSync(new URL('commands.json', import.meta.url), 'utf8')) as ApiCommand[];
}
