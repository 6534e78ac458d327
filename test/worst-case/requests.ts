import { STATEMENT_MAX } from '../../src/core/claim.js';
import { createClient } from '../helpers/client.js';
import { HealthWatch, type Held } from '../helpers/health-watch.js';
import type { ServerProcess } from '../helpers/server-process.js';
import { isInDoubt } from './check.js';
import type { WorstText } from './texts.js';
import { CLAUSES } from './units.js';

/** What is posted where, without its project. */
export type Call = readonly [path: string, body: object];

const WRITES = 8;
const FACTS = 20;
/** Of each of many: together as much as fits into a few statements. */
const SHORTER = 3000;
const STORED = 40;

const by = { who: 'alice', reason: 'agreed' };

/** Every way in which a statement reaches the guard. */
export const WAYS: Readonly<Record<string, (text: WorstText) => Call>> = {
  check: ({ make }) => ['/v1/check', { op: 'remember', statement: make(STATEMENT_MAX), ...by }],
  remember: ({ make }) => ['/v1/remember', { statement: make(STATEMENT_MAX), ...by }],
  batch: (text) => [
    '/v1/batch',
    { items: several(text, WRITES).map((statement) => ({ op: 'remember', statement, ...by })) },
  ],
  ingest: (text) => ['/v1/ingest', { facts: several(text, FACTS).map((statement) => ({ statement, ...by })) }],
};

/** Statements that differ in their first word, and so meet each other. */
function several({ make }: WorstText, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `Part${n} ${make(SHORTER)}`);
}

/** One Markdown document. */
export function documentCall(path: string, content: string): Call {
  return ['/v1/ingest', { documents: [{ path, content }], who: by.who }];
}

/** Forty claims of 900 values each, and one more like them. */
export function manyValues(): { stored: Call; check: Call; remember: Call } {
  const part = CLAUSES['X must use one of many values'];
  const statement = (k: number) =>
    Array.from({ length: 900 }, (_, n) => (part?.(n) ?? '').replace('x1', `x${k}`))
      .join('')
      .slice(0, STATEMENT_MAX);
  const facts = Array.from({ length: STORED }, (_, k) => ({ statement: statement(k + 1), ...by }));
  const one = { statement: statement(STORED + 1), ...by };
  return {
    stored: ['/v1/ingest', { facts }],
    check: ['/v1/check', { op: 'remember', ...one }],
    remember: ['/v1/remember', one],
  };
}

/** How a server answered one call, and how long `/health` waited meanwhile. */
export interface Outcome extends Held {
  status: number;
}

/** A server under watch: each call by itself, in a project of its own. */
export class Watched {
  readonly #client: ReturnType<typeof createClient>;
  readonly #health: HealthWatch;
  #projects = 0;

  constructor(server: Pick<ServerProcess, 'url' | 'apiKey' | 'child'>) {
    this.#client = createClient(server.url, server.apiKey, 2);
    this.#health = new HealthWatch(server);
  }

  async close(): Promise<void> {
    this.#client.close();
    await this.#health.close();
  }

  /** @param before what is stored in the project first, unwatched */
  async hold([path, body]: Call, before: readonly Call[] = []): Promise<Outcome> {
    const project = `worst-${this.#projects++}`;
    for (const [earlier, stored] of before) await this.#client.post(earlier, { project, ...stored });
    const { held, result } = await this.#health.during(() => this.#client.post(path, { project, ...body }));
    return { status: result.status, ...held };
  }

  /** The least of a few tries: what others do on the same machine makes a wait longer, and never shorter. */
  async leastHold(call: Call, enoughMs: number, tries: number, before: readonly Call[] = []): Promise<Outcome> {
    let least = await this.hold(call, before);
    for (let more = 1; more < tries && isInDoubt(least.cpuMs, enoughMs); more++) {
      const again = await this.hold(call, before);
      if (again.cpuMs < least.cpuMs) least = again;
    }
    return least;
  }
}
