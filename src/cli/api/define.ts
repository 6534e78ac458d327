import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ApiCommand, ApiField } from './command.js';
import type { OptionValues } from './input.js';
import { type ApiOptions, runApiCommand } from './run.js';

/** Above the commands of each sort in the help. */
const GROUPS: Record<string, string> = {
  write: 'Writing:',
  read: 'Asking:',
  lore: 'The world:',
  curate: 'Curating:',
  admin: 'Administration:',
};

const SESSION = 'Conversation that it belongs to, by a name of your own: "he" and "it" are what it last spoke of.';

const WORDS: Record<ApiField['kind'], string> = {
  text: ' <text>',
  number: ' <number>',
  list: ' <text>',
  json: ' <json>',
  flag: '',
};

/** Adds the commands of the API to the program, but for those whose names belong to commands that do more. */
export function defineApiCommands(
  program: Command,
  commands: readonly ApiCommand[],
  { written, end }: { written: ReadonlySet<string>; end: (code: number) => void },
): void {
  for (const command of commands) {
    if (written.has(command.name)) continue;
    const defined = program
      .command(command.name)
      .summary(command.summary)
      .description(command.description)
      .helpGroup(GROUPS[command.tag] ?? 'Others:');
    if (command.operation !== command.name) defined.alias(command.operation);
    const { argument } = command;
    if (argument !== null) defined.argument(`[${argument.option}]`, `${argument.description} "-" reads it.`);
    for (const field of command.fields) addField(defined, field);
    addConnectionOptions(defined);
    if (command.takesSession) defined.option('--session <name>', SESSION);
    defined.action(async (...words: unknown[]) => {
      const [main, options] = argument === null ? [undefined, words[0]] : [words[0], words[1]];
      end(await runApiCommand(command, commands, main as string | undefined, options as ApiOptions & OptionValues));
    });
  }
}

/** Options of every command that asks a server. */
export function addConnectionOptions(command: Command): Command {
  return command
    .option('--url <url>', 'Server to ask; default: LOREGUARD_URL, else http://127.0.0.1:8787.')
    .option('--key <key>', 'API key; default: LOREGUARD_API_KEY, else that of the data folder.')
    .option('--json', 'Print the answer as it came.');
}

function addField(command: Command, field: ApiField): void {
  command.addOption(optionOf(field));
  if (field.kind === 'flag') command.addOption(new Option(`--no-${field.option}`).hideHelp());
}

function optionOf({ option, kind, choices, isRequired, description }: ApiField): Option {
  const said = [isRequired ? 'Required.' : '', description, kind === 'list' ? 'Again for each.' : '', hint(kind)];
  const made = new Option(`--${option}${WORDS[kind]}`, said.filter((text) => text !== '').join(' '));
  if (choices.length > 0) made.choices([...choices]);
  if (kind === 'list') made.argParser(collector(choices));
  if (kind === 'number') made.argParser((value) => numberOf(value));
  return made;
}

function hint(kind: ApiField['kind']): string {
  if (kind === 'flag') return '--no-… says the opposite.';
  return kind === 'json' ? 'JSON, @file or - for standard input.' : '';
}

/** A value that is no number is left for the server to refuse, which says what is wrong with it. */
function numberOf(value: string): number | string {
  return value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value);
}

function collector(choices: readonly string[]) {
  return (value: string, before: string[] | undefined): string[] => {
    if (choices.length > 0 && !choices.includes(value)) {
      throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
    }
    return [...(before ?? []), value];
  };
}
