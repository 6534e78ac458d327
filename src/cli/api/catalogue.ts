import type { z } from 'zod';
import { describeTool, type Tool, takesSession } from '../../tools/define.js';
import type { ApiCommand, ApiField } from './command.js';
import { fieldsOf } from './fields.js';

/** Options that every command has, so that no field may be called so. */
export const CONNECTION_OPTIONS = ['url', 'key', 'json', 'help'] as const;

/** Option of those that may belong to a session; what has a field of that name asks about one. */
export const SESSION_OPTION = 'session';

const TAKEN: ReadonlySet<string> = new Set(CONNECTION_OPTIONS);

/** What a field is called that is the main one of a search, though it may be left out. */
const QUESTION = 'q';

/** The commands of the API, in the order of its documentation. */
export function commandsOf(tools: readonly Tool[]): ApiCommand[] {
  return tools.map(commandOf);
}

function commandOf(tool: Tool): ApiCommand {
  const { name: operation, method, path, tag, summary, params, query, body } = tool;
  const all = [
    ...fieldsOf(params, 'path'),
    ...fieldsOf(query as z.ZodType | undefined, 'query'),
    ...fieldsOf(body, 'body'),
  ].map((field) => (TAKEN.has(field.option) ? { ...field, option: `${dashed(operation)}-${field.option}` } : field));
  return {
    ...{ name: dashed(operation), operation, method, path, tag, summary },
    takesSession: takesSession(tool) && all.every(({ option }) => option !== SESSION_OPTION),
    description: describeTool(tool),
    argument: argumentOf(all),
    fields: all,
  };
}

/** The one rule: the first text that is required; where none is, the question of a search. */
function argumentOf(fields: readonly ApiField[]): ApiField | null {
  const isText = ({ kind, choices }: ApiField) => kind === 'text' && choices.length === 0;
  const first = fields.find((field) => field.isRequired && isText(field));
  return first ?? fields.find(({ path }) => path.length === 1 && path[0] === QUESTION) ?? null;
}

function dashed(name: string): string {
  return name.replaceAll('_', '-');
}
