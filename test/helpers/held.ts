import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from './server-process.js';

/** The longest that a server left a question for its health waiting, in milliseconds. */
export interface Held {
  /** As a client sees it. */
  wallMs: number;
  /** What the thread that answers requests computed meanwhile: a busy machine makes this no longer. Null where it can't be told. */
  cpuMs: number | null;
}

const EVERY_MS = 10;

/** Asks a server for its health all the time while something is done. */
export async function heldWhile(server: ServerProcess, work: () => Promise<void>): Promise<Held> {
  const asked = new AbortController();
  const longest: Held = { wallMs: 0, cpuMs: null };
  const asking = askOn(server, asked.signal, longest);
  try {
    await work();
  } finally {
    asked.abort();
    await asking;
  }
  return longest;
}

async function askOn({ url, child }: ServerProcess, signal: AbortSignal, longest: Held): Promise<void> {
  while (!signal.aborted) {
    const [start, before] = [performance.now(), cpuOf(child.pid)];
    const { status } = await fetch(`${url}/health`);
    if (status !== 200) throw new Error(`/health answered ${status}`);
    const after = cpuOf(child.pid);
    longest.wallMs = Math.max(longest.wallMs, performance.now() - start);
    if (before !== null && after !== null) longest.cpuMs = Math.max(longest.cpuMs ?? 0, after - before);
    await sleep(EVERY_MS);
  }
}

/** Milliseconds that the main thread of a process has computed so far; null on systems without /proc. */
function cpuOf(pid: number | undefined): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
}
