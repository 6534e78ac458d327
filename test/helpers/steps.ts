import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Counted } from './steps-process.js';

const PROGRAM = fileURLToPath(new URL('./steps-process.ts', import.meta.url));

/** Counts the steps that the guard takes; see `steps-process.ts`. */
export class StepCounter {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(): Promise<StepCounter> {
    const child = fork(PROGRAM, { execArgv: ['--import', 'tsx'] });
    await once(child, 'message');
    return new StepCounter(child);
  }

  /** The steps for a statement beside a stored one. One at a time. */
  async count(statement: string, stored: string): Promise<Counted> {
    this.#child.send({ statement, stored });
    const [counted] = (await once(this.#child, 'message')) as [Counted];
    return counted;
  }

  stop(): void {
    this.#child.kill();
  }
}
