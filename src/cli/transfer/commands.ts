import { type Command, Option } from 'commander';
import { addConnectionOptions } from '../api/define.js';
import { SOURCES } from '../importers/sources.js';
import type { ImportOptions, TransferOptions } from './options.js';

/** Export and import: what they do is loaded when they are called. */
export function defineTransferCommands(program: Command, end: (code: number) => void): void {
  const define = (name: string, summary: string, description: string) =>
    addConnectionOptions(program.command(name).summary(summary).description(description).helpGroup('Moving:'))
      .option('--org-id <text>', "Organisation; default: the key's own.")
      .option('--project <text>', "Project; default: the key's own.");
  define(
    'export',
    'Write a project to a file',
    'Writes everything that a project holds as lines of JSON, as it is at one moment, with ids, periods and system times. ' +
      'Ends with 3, and says so, when the export was cut off. Needs a key of the role admin.',
  )
    .option('-o, --out <file>', 'File to write, anew; default: standard output.')
    .action(async (options: TransferOptions & { out?: string }) => {
      end(await (await import('./export.js')).runExport(options));
    });
  define(
    'import',
    'Restore a project, or take over the memory of another program',
    'Restores an export into a project that holds nothing yet: all of it or nothing. Needs a key of the role admin. ' +
      'With --from it reads what another program keeps and stores it as facts, or with --guarded one by one under the ' +
      'guard; needs a key of the role writer.',
  )
    .argument('<file>', 'File to read; "-" is standard input.')
    .addOption(new Option('--from <program>', 'Whose file it is; default: an export.').choices(Object.keys(SOURCES)))
    .option(
      '--guarded',
      'With --from: refuse what contradicts, in place of storing all and listing the contradictions.',
    )
    .option('--who <text>', 'With --from: who says what names nobody; default: the name of the API key.')
    .action(async (file: string, options: ImportOptions) => {
      end(await (await import('./import.js')).runImport(file, options));
    });
}
