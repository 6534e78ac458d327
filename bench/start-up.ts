import { readFile } from 'node:fs/promises';
import { startServer } from '../test/helpers/server-process.js';

export interface StartUp {
  /** From the start of the process to its first answer, embedded Postgres included. */
  firstMs: number;
  secondMs: number;
  /** Resident memory of the Node process after the second start; null where the system does not tell. */
  rssMb: number | null;
}

/** Starts the server twice on one folder: the first start makes the database, the second is the usual one. */
export async function measureStart(dataDir: string): Promise<StartUp> {
  const first = await startOnce(dataDir);
  const second = await startOnce(dataDir);
  return { firstMs: first.readyMs, secondMs: second.readyMs, rssMb: second.rssMb };
}

async function startOnce(dataDir: string): Promise<{ readyMs: number; rssMb: number | null }> {
  const startedAt = performance.now();
  const server = await startServer({ LOREGUARD_DATA: dataDir });
  const ready = await fetch(`${server.url}/ready`);
  const readyMs = performance.now() - startedAt;
  if (ready.status !== 200) throw new Error(`/ready answered ${ready.status}`);
  const rssMb = await residentMb(server.child.pid);
  await server.stop();
  return { readyMs, rssMb };
}

async function residentMb(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}
