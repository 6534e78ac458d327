import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { API_KEY } from './app.js';

export const PROGRAM = fileURLToPath(new URL('../../dist/cli/loreguard.js', import.meta.url));

/** What a command printed and ended with. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the built program, as a shell does. */
export function runProgram(
  words: readonly string[],
  { environment = {}, input }: { environment?: Record<string, string>; input?: string } = {},
): Promise<Ended> {
  return run([process.execPath, PROGRAM, ...words], { environment, ...(input !== undefined && { input }) });
}

/** Runs a line as it is pasted into a shell on which the program is installed. */
export function runLine(line: string, environment: Record<string, string>): Promise<Ended> {
  const installed = `loreguard() { '${process.execPath}' '${PROGRAM}' "$@"; }`;
  return run(['sh', '-c', `${installed}\n${line}`], { environment });
}

function run(
  [program = '', ...words]: readonly string[],
  { environment, input }: { environment: Record<string, string>; input?: string },
): Promise<Ended> {
  const child = spawn(program, words, {
    env: { PATH: process.env.PATH, LOREGUARD_DATA: '/nonexistent', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended: Ended = { code: null, out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    ended.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    ended.err += chunk.toString();
  });
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...ended, code }));
  });
}

/** The environment of a client of a server. */
export function clientOf(url: string, key = API_KEY): Record<string, string> {
  return { LOREGUARD_URL: url, LOREGUARD_API_KEY: key };
}
