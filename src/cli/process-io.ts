import { buffer } from 'node:stream/consumers';
import { textOf } from '../start/read-text.js';
import type { CommandIo } from './document-paths.js';

/** What a command of this process reads from and writes to. */
export function processIo(): CommandIo {
  return {
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    stdin,
    cwd: process.cwd(),
  };
}

/** @throws Error where it is no text */
async function stdin(): Promise<string> {
  const text = textOf(await buffer(process.stdin));
  if (typeof text === 'string') return text;
  throw new Error(`The standard input, line ${text.line}, ${text.message}.`);
}
