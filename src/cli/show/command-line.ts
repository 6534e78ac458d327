import type { ApiCommand, ApiField } from '../api/command.js';

/** What it takes to word a request as a command. */
export interface Wording {
  commands: readonly ApiCommand[];
  /** Options that were given and that a following command needs again. */
  given: { url?: string; org_id?: string; project?: string };
}

/** A request that an answer offers. */
export interface CommandLine {
  method: string | null;
  path: string | null;
  body: Readonly<Record<string, unknown>> | null;
  /** Fields that are still to be filled in. */
  needs?: readonly string[];
}

/** The command that sends a request, to be pasted into a shell; null where there is nothing to send. */
export function commandLine(
  { method, path, body, needs = [] }: CommandLine,
  { commands, given }: Wording,
): string | null {
  const command = commands.find((one) => one.method === method && one.path === path);
  if (command === undefined || body === null) return null;
  const filled: Record<string, unknown> = { ...body, ...Object.fromEntries(needs.map((name) => [name, `<${name}>`])) };
  const isSaid = ({ path: [name = ''] }: ApiField) => !(name === 'org_id' || name === 'project') || name in given;
  const words = command.fields.filter(isSaid).flatMap((field) => wordsOf(field, filled, command.argument));
  const { argument } = command;
  const main =
    argument === null
      ? []
      : wordsOf(isLikeOption(filled, argument) ? argument : { ...argument, option: '' }, filled, null);
  const place = given.url === undefined ? [] : ['--url', quoted(given.url)];
  return ['loreguard', command.name, ...main, ...words, ...place].join(' ');
}

/** Whether the word that stands without an option would be taken for one. */
function isLikeOption(body: Record<string, unknown>, { path: [name = ''] }: ApiField): boolean {
  return String(body[name] ?? '').startsWith('-');
}

/** An option and its value, as often as it has one. What is null or says nothing is left out. */
function wordsOf(field: ApiField, body: Record<string, unknown>, main: ApiField | null): string[] {
  const { path, option, kind } = field;
  if (main !== null && main.path.join() === path.join()) return [];
  const value = path.reduce<unknown>(
    (whole, name) => (whole as Record<string, unknown> | null | undefined)?.[name],
    body,
  );
  if (value == null || value === false || (Array.isArray(value) && value.length === 0)) return [];
  // Its parts have options of their own.
  if (kind === 'json' && option === 'scope') return [];
  const name = option === '' ? [] : [`--${option}`];
  if (kind === 'flag') return name;
  if (kind === 'list') return (value as unknown[]).flatMap((one) => withOption(option, String(one)));
  return withOption(option, kind === 'json' ? JSON.stringify(value) : String(value));
}

/** A value that begins like an option stands in one word with its own. */
function withOption(option: string, value: string): string[] {
  if (option === '') return [quoted(value)];
  return value.startsWith('-') ? [`--${option}=${quoted(value)}`] : [`--${option}`, quoted(value)];
}

/** A word as a POSIX shell takes it. */
export function quoted(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
