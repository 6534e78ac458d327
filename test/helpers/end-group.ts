import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Ends a process and all that it started. npm may end before the server that it started has stopped its database: waits for
 * the last of the group.
 */
export async function endGroup(pid: number, limitMs: number): Promise<void> {
  process.kill(-pid, 'SIGTERM');
  for (const start = Date.now(); Date.now() - start < limitMs; await sleep(50)) {
    try {
      process.kill(-pid, 0);
    } catch {
      return;
    }
  }
  throw new Error('The server did not stop in time.');
}
