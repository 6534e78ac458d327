import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A Loreguard in a process of its own, as an operator runs it: the built code, configured by the environment. */
export interface ServerProcess {
  url: string;
  apiKey: string;
  child: ChildProcess;
  /** Its exit code, once it has ended. */
  exitCode: Promise<number | null>;
  /** Asks it to stop and waits until it has; answers its exit code. */
  stop(): Promise<number | null>;
  /** kill −9, and waits until it is gone. */
  kill(): Promise<void>;
}

export const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const LISTENS = /Loreguard listens on (\S+);/;

/**
 * Starts the built server, or another program that says so when it listens, on a free port.
 * @throws Error with what it printed when it ends instead
 */
export async function startServer(
  environment: Record<string, string>,
  program: readonly string[] = [MAIN],
): Promise<ServerProcess> {
  const apiKey = environment.LOREGUARD_API_KEY ?? `lg_default_test_${randomBytes(24).toString('base64url')}`;
  const child = spawn(process.execPath, program, {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', LOREGUARD_API_KEY: apiKey, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const url = await address(child, exited);
  return {
    url,
    apiKey,
    child,
    exitCode: exited.then(([code]) => code),
    stop: async () => {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function address(child: ChildProcess, exited: Promise<unknown>): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = LISTENS.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    exited.then(() => reject(new Error(`The server ended before it listened:\n${output}`)), reject);
  });
}
