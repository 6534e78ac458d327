import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { TransportError } from './api/client.js';
import { defineApiCommands } from './api/define.js';
import { loadCommands } from './api/load.js';
import { EXIT, UsageError } from './exit.js';
import { defineWrittenCommands } from './written.js';

/** Does what the words ask for. How it ended is the exit code of the process. */
export async function run(words: readonly string[]): Promise<void> {
  try {
    await programOf((code) => {
      process.exitCode = code;
    }).parseAsync(words, { from: 'user' });
  } catch (error) {
    process.exitCode = tell(error);
  }
}

/** The program with all of its commands, those of the API among them. */
export function programOf(end: (code: number) => void): Command {
  const program = new Command('loreguard')
    .description("Shared memory that can't contradict itself.")
    .version(versionOf(), '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Explain.')
    .addHelpText('after', '\nloreguard <command> --help explains a command. docs/command-line.md tells of all of them.')
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .configureHelp({ subcommandTerm: (command) => command.name(), showGlobalOptions: false })
    .exitOverride();
  defineWrittenCommands(program, end);
  defineApiCommands(program, loadCommands(), end);
  return program;
}

/** Says what went wrong, if that was not said yet. */
function tell(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof UsageError) return EXIT.usage;
  return error instanceof TransportError ? EXIT.fault : EXIT.fault;
}

function versionOf(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
