import type { Command } from 'commander';

/** A command that is no operation of the API. Its code is loaded when it is called. */
interface WrittenCommand {
  name: string;
  summary: string;
  /** @param words what stands after the name */
  run(words: readonly string[]): Promise<void>;
}

/** Those that read their words themselves. A further one is mounted by its line. */
const COMMANDS: readonly WrittenCommand[] = [
  {
    name: 'serve',
    summary: 'Run the server',
    run: async (words) => (await import('../start/serve.js')).serve(words),
  },
];

export function defineWrittenCommands(program: Command, _end: (code: number) => void): void {
  for (const { name, summary, run } of COMMANDS) {
    program
      .command(name)
      .summary(summary)
      .helpGroup('Running:')
      .helpOption(false)
      .allowUnknownOption()
      .passThroughOptions()
      .argument('[words...]')
      .action((words: string[]) => run(words));
  }
}
