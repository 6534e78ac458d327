import type { Command } from 'commander';
import type { CommandIo } from './document-paths.js';
import { withOrgOption } from './org-option.js';
import { processIo } from './process-io.js';
import { defineTransferCommands } from './transfer/commands.js';

/** A command that is no operation of the API. Its code is loaded when it is called. */
interface WrittenCommand {
  name: string;
  summary: string;
  group: 'Running:' | 'Developing (in a checkout):';
  /** @param words what stands after the name */
  run(words: readonly string[]): Promise<void>;
}

const RUNNING = 'Running:';
const DEVELOPING = 'Developing (in a checkout):';

/** Those that read their words themselves. A further one is mounted by its line. */
const COMMANDS: readonly WrittenCommand[] = [
  {
    ...{ name: 'serve', summary: 'Run the server', group: RUNNING },
    run: async (words) => (await import('../start/serve.js')).serve(words),
  },
  {
    ...{ name: 'migrate', summary: 'Bring the database up to this version', group: RUNNING },
    run: async (words) => (await import('./migrate.js')).runMigrate(words),
  },
  {
    ...{ name: 'keys', summary: 'Make, list and revoke API keys in the database', group: RUNNING },
    run: async (words) => (await import('./keys.js')).runKeys(words),
  },
  {
    ...{ name: 'doctor', summary: 'Look at what a server needs here, and say what to do', group: RUNNING },
    run: async (words) => (await import('./doctor/doctor.js')).runDoctor(words),
  },
  {
    ...{ name: 'ingest', summary: 'Store documents and the rules in them in the database', group: RUNNING },
    run: (words) => ending(async (io) => (await import('./ingest.js')).runIngest(words, io)),
  },
  {
    ...{ name: 'lint', summary: 'Find where documents contradict themselves, each other or a server', group: RUNNING },
    run: (words) =>
      ending(async (io) => {
        const { lintPorts, runLint } = await import('./lint.js');
        return runLint(words, io, await lintPorts());
      }),
  },
  {
    ...{ name: 'mcp', summary: 'Speak MCP over stdin and stdout, for agents', group: RUNNING },
    run: async (words) => (await import('./mcp.js')).runMcp(words),
  },
  {
    ...{ name: 'nli', summary: 'Measure and calibrate the model of inference', group: DEVELOPING },
    run: async (words) => (await import('./nli.js')).runNli(words),
  },
  {
    ...{ name: 'calibrate', summary: 'Measure the judge on labelled pairs, and write its card', group: RUNNING },
    run: async (words) => (await import('./calibrate.js')).runCalibrate(words),
  },
  {
    ...{ name: 'eval', summary: 'Measure the guard; needs the sources', group: DEVELOPING },
    run: async (words) => (await import('./evaluate.js')).runEval(words),
  },
];

/** Whether a command reads its words itself. */
export function readsItsWords(name: string | undefined): boolean {
  return COMMANDS.some((command) => command.name === name);
}

/** Mounts the written commands; answers their names, which no operation of the API takes. */
export function defineWrittenCommands(program: Command, end: (code: number) => void): ReadonlySet<string> {
  for (const { name, summary, group, run } of COMMANDS) {
    program
      .command(name)
      .summary(summary)
      .helpGroup(group)
      .helpOption(false)
      .allowUnknownOption()
      .passThroughOptions()
      .argument('[words...]')
      .action((words: string[]) => run(withOrgOption(words, '--org')));
  }
  defineTransferCommands(program, end);
  return new Set(program.commands.map((command) => command.name()));
}

/** Runs a command that answers its exit code. */
async function ending(run: (io: CommandIo) => Promise<number>): Promise<void> {
  process.exitCode = await run(processIo());
}
