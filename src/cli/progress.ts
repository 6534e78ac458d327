import type { Progress } from '../start/folder.js';

const EVERY_MS = 100;
const WIDTH = 24;

/** Shows how far an ingest is. */
export function progressBar(
  out: NodeJS.WriteStream,
  elapsed: () => number,
): { tell(now: Progress): void; end(): void } {
  return statusLine(out, elapsed, line);
}

/** Shows how far work is: on one line of a terminal, and nothing elsewhere, as there it would fill a log. */
export function statusLine<Now>(
  out: NodeJS.WriteStream,
  elapsed: () => number,
  describe: (now: Now, ms: number) => string,
): { tell(now: Now): void; end(): void } {
  const start = elapsed();
  let shownAt = Number.NEGATIVE_INFINITY;
  let last = '';
  const show = (now: Now) => {
    last = describe(now, elapsed() - start);
    out.write(`\r\u001B[K${last}`);
  };
  return {
    tell: (now) => {
      if (!out.isTTY || elapsed() - shownAt < EVERY_MS) return;
      shownAt = elapsed();
      show(now);
    },
    end: () => {
      if (last !== '') out.write('\r\u001B[K');
    },
  };
}

/** `[######      ] 5120/10240 rows, 6400/s` */
export function share(done: number, total: number, unit: string, ms: number): string {
  const filled = total === 0 ? WIDTH : Math.min(WIDTH, Math.floor((done / total) * WIDTH));
  const rate = Math.round(done / Math.max(ms / 1000, 0.001));
  return `[${'#'.repeat(filled).padEnd(WIDTH)}] ${done}/${total} ${unit}, ${rate}/s`;
}

/** `[######      ] 12/48 documents, 5120 relations, 6400/s` */
export function line({ documents, documentsTotal, relations }: Progress, ms: number): string {
  const done = documentsTotal === 0 ? WIDTH : Math.floor((documents / documentsTotal) * WIDTH);
  const rate = Math.round(relations / Math.max(ms / 1000, 0.001));
  const bar = '#'.repeat(done).padEnd(WIDTH);
  return `[${bar}] ${documents}/${documentsTotal} documents, ${relations} relations, ${rate}/s`;
}
