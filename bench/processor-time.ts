import { readdir, readFile } from 'node:fs/promises';

/** Processor time, in milliseconds, that a process has had since it began; null where the system does not tell. */
export async function processMs(pid: number | undefined): Promise<number | null> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => null);
  if (threads === null) return null;
  const times = await Promise.all(threads.map((thread) => onProcessorMs(`/proc/${pid}/task/${thread}/schedstat`)));
  return times.reduce((sum, ms) => sum + ms, 0);
}

/** The same of all processes that a process began, which of a Postgres are its sessions and its workers. */
export async function childrenMs(parent: number): Promise<number | null> {
  const pids = await readdir('/proc').catch(() => []);
  const times = await Promise.all(pids.filter((name) => /^\d+$/.test(name)).map((pid) => childMs(pid, parent)));
  return times.length === 0 ? null : times.reduce((sum, ms) => sum + ms, 0);
}

async function childMs(pid: string, parent: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(ppid) === parent ? onProcessorMs(`/proc/${pid}/schedstat`) : 0;
}

/** The first figure is what the scheduler counted in nanoseconds; a process that has just ended has none. */
async function onProcessorMs(path: string): Promise<number> {
  const text = await readFile(path, 'utf8').catch(() => '0');
  return Number(text.split(' ')[0]) / 1e6;
}
