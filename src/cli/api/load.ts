import { readFileSync } from 'node:fs';
import type { ApiCommand } from './command.js';

/**
 * The commands of the API, as the build wrote them beside this file. They are made from the tool table, which itself
 * would take the whole of a start to load; run from source there is no such file, and they are made anew.
 */
export async function loadCommands(): Promise<readonly ApiCommand[]> {
  try {
    return JSON.parse(readFileSync(new URL('commands.json', import.meta.url), 'utf8')) as ApiCommand[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const [{ commandsOf }, { TOOLS }] = await Promise.all([import('./catalogue.js'), import('../../tools/index.js')]);
    return commandsOf(TOOLS);
  }
}
