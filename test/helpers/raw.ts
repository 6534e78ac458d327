import { connect, type Socket } from 'node:net';

/** What came back on a raw connection, and whether the server closed it. */
export interface RawReply {
  text: string;
  isClosed: boolean;
}

/** A connection on which a test writes whatever bytes it likes. */
export class RawConnection {
  readonly #socket: Socket;
  readonly #closed: Promise<void>;
  #text = '';
  #isClosed = false;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    this.#socket.on('data', (chunk) => {
      this.#text += chunk.toString('latin1');
    });
    this.#closed = new Promise((resolve) => {
      const end = () => {
        this.#isClosed = true;
        resolve();
      };
      this.#socket.on('end', end).on('close', end).on('error', end);
    });
  }

  write(bytes: string | Buffer): void {
    this.#socket.write(bytes);
  }

  /** Says that nothing more will come, and goes on listening. */
  endWriting(): void {
    this.#socket.end();
  }

  /** Drops the connection without a word. */
  abort(): void {
    this.#socket.resetAndDestroy();
  }

  /** What came back until the server closed the connection, or until so much time has passed. */
  async reply(waitMs: number): Promise<RawReply> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs);
    });
    await Promise.race([this.#closed, late]);
    clearTimeout(timer);
    return { text: this.#text, isClosed: this.#isClosed };
  }

  /** What came back until it matches, for so long at most. */
  async until(pattern: RegExp, waitMs: number): Promise<string> {
    for (let waited = 0; !pattern.test(this.#text) && waited < waitMs && !this.#isClosed; waited += 20) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return this.#text;
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** The status of every answer in what came back, in order. */
export function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)].map(([, status]) => Number(status));
}
