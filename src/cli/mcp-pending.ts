import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

type RequestId = JSONRPCRequest['id'];

/** Messages that were heard and are not passed on, or not answered, yet. */
export class Pending {
  readonly #asked = new Set<RequestId>();
  #passing = 0;
  #isGivenUp = false;
  #waiting: (() => void)[] = [];

  /** Requests without an answer. */
  get size(): number {
    return this.#asked.size;
  }

  /** Sends a message on; a request is open until it is answered, is called off or can't be sent. */
  async pass(message: JSONRPCMessage, send: (message: JSONRPCMessage) => Promise<void>): Promise<void> {
    if (isJSONRPCRequest(message)) this.#asked.add(message.id);
    if (isCancelling(message)) this.#asked.delete(message.params?.requestId as RequestId);
    this.#passing += 1;
    try {
      await send(message);
    } catch (error) {
      if (isJSONRPCRequest(message)) this.#asked.delete(message.id);
      throw error;
    } finally {
      this.#passing -= 1;
      this.#tell();
    }
  }

  /** A message was written to who asked. */
  answered(message: JSONRPCMessage): void {
    if ('method' in message || message.id === undefined) return;
    this.#asked.delete(message.id);
    this.#tell();
  }

  /** Nobody reads answers any more. */
  giveUp(): void {
    this.#asked.clear();
    this.#isGivenUp = true;
    this.#tell();
  }

  /** Resolves when nothing is open, after `limitMs` at the latest. */
  settled(limitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
      this.#tell();
    });
  }

  #tell(): void {
    if (!this.#isGivenUp && (this.#asked.size > 0 || this.#passing > 0)) return;
    for (const tell of this.#waiting.splice(0)) tell();
  }
}

function isCancelling(message: JSONRPCMessage): message is JSONRPCMessage & { params?: { requestId?: unknown } } {
  return isJSONRPCNotification(message) && message.method === 'notifications/cancelled';
}

/** Longest that answers are waited for after the end of the input; whoever started the command may end it before. */
const DRAIN_MAX_MS = 60_000;

/**
 * Reads to the end of its input, and closes once what was asked there is answered: a client may send all that it has and close
 * its end before it reads.
 */
export class DrainingTransport extends StdioServerTransport {
  readonly pending = new Pending();

  override async close(): Promise<void> {
    await this.pending.settled(DRAIN_MAX_MS);
    await super.close();
  }
}
