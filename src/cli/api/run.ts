import { PROBLEMS } from '../../core/errors.js';
import { EXIT } from '../exit.js';
import { describeAnswer } from '../show/answer.js';
import { type ApiAnswer, ask } from './client.js';
import type { ApiCommand } from './command.js';
import { type ConnectionOptions, connectionOf } from './connection.js';
import { type OptionValues, requestOf } from './input.js';

const REFUSED = PROBLEMS.conflict.status;

/** Options of every command of the API. */
export type ApiOptions = ConnectionOptions & { json?: boolean };

/** Asks what a command line asks, prints the answer, and says what the process is to end with. */
export async function runApiCommand(
  command: ApiCommand,
  commands: readonly ApiCommand[],
  main: string | undefined,
  options: ApiOptions & OptionValues,
): Promise<number> {
  const request = requestOf(command, main, options);
  const { session, ...place } = options;
  const connection = connectionOf(command.takesSession && session !== undefined ? { ...place, session } : place);
  const answer = await ask(connection, request);
  const given = { ...(options.url !== undefined && { url: options.url }), ...tenantOf(request.body) };
  if (options.json === true) console.log(JSON.stringify(answer.body));
  else print(answer, describeAnswer(command, answer, { commands, given }));
  return exitOf(answer);
}

/** A refusal stands where errors do. */
function print({ status }: ApiAnswer, text: string): void {
  if (status < 400) console.log(text);
  else console.error(text);
}

/** 409 and what is answered in place of it, by check and for the items of a batch, is a refusal. */
export function exitOf({ status, body }: ApiAnswer): number {
  const { result, results } = body as { result?: unknown; results?: { status?: number }[] };
  const isRefused = status === REFUSED || (status < 400 && result === 'conflict');
  if (isRefused || (results ?? []).some((item) => item.status === REFUSED)) return EXIT.refused;
  if (status < 400) return (results ?? []).some((item) => (item.status ?? 0) >= 400) ? EXIT.usage : EXIT.ok;
  return status === PROBLEMS.rate_limited.status || status >= 500 ? EXIT.fault : EXIT.usage;
}

function tenantOf(body: object | undefined): object {
  const { org_id, project } = (body ?? {}) as { org_id?: string; project?: string };
  return { ...(org_id !== undefined && { org_id }), ...(project !== undefined && { project }) };
}
