import { writeFile } from 'node:fs/promises';
import { TOOLS } from '../../tools/index.js';
import { commandsOf } from './catalogue.js';

/** A step of the build: writes the commands beside the compiled code, so that a start need not load what they do. */
await writeFile(new URL('commands.json', import.meta.url), JSON.stringify(commandsOf(TOOLS)));
