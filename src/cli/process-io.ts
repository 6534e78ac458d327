import { text } from 'node:stream/consumers';
import type { CommandIo } from './document-paths.js';

/** What a command of this process reads from and writes to. */
export function processIo(): CommandIo {
  return {
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    stdin: () => text(process.stdin),
    cwd: process.cwd(),
  };
}
