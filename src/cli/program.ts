import { readFileSync } from 'node:fs';
import tab from '@bomb.sh/tab/commander';
import { Command, CommanderError } from 'commander';
import { defineApiCommands } from './api/define.js';
import { loadCommands } from './api/load.js';
import { EXIT, UsageError } from './exit.js';
import { withOrgOption } from './org-option.js';
import { defineWrittenCommands, readsItsWords } from './written.js';

/** What a shell asks in between, so that it can complete what is being typed. */
const COMPLETE = 'complete';

/** Does what the words ask for. How it ended is the exit code of the process. */
export async function run(words: readonly string[]): Promise<void> {
  // Whoever reads may have had enough: head, or a pager that was left.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  try {
    const program = await programOf(
      (code) => {
        process.exitCode = code;
      },
      { isCompleting: words[0] === COMPLETE },
    );
    const known = readsItsWords(words[0]) ? words : withOrgOption(words, '--org-id');
    await program.parseAsync(known, { from: 'user' });
  } catch (error) {
    process.exitCode = tell(error);
  }
}

/** The program with all of its commands, those of the API among them. */
export async function programOf(end: (code: number) => void, { isCompleting = false } = {}): Promise<Command> {
  const program = new Command('loreguard')
    .description("Shared memory that can't contradict itself.")
    .version(versionOf(), '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Explain.')
    .addHelpText('after', '\nloreguard <command> --help explains a command.')
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .configureHelp({ subcommandTerm: (command) => command.name(), showGlobalOptions: false })
    .exitOverride();
  const written = defineWrittenCommands(program, end);
  const commands = await loadCommands();
  defineApiCommands(program, commands, { written, end });
  // A shell shows a line a command.
  if (isCompleting) for (const command of program.commands) command.description(command.summary());
  tab(program, { completionCommandName: 'completion' });
  return program;
}

const BEHIND_DASHES = "A text that begins with a dash stands behind --: loreguard remember -- '- Use pnpm'.";

/** Says what went wrong, if that was not said yet. */
function tell(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.code === 'commander.unknownOption') console.error(BEHIND_DASHES);
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  console.error(error instanceof Error ? error.message : error);
  return error instanceof UsageError ? EXIT.usage : EXIT.fault;
}

function versionOf(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
