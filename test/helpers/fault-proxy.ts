import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A network between the store and Postgres that can be made to fail. It starts out well. */
export interface FaultProxy {
  /** Leads through the proxy to the same database. */
  url: string;
  /** Everything gets through again, what was held up included. */
  heal(): Promise<void>;
  /** Ends the connections there are. New ones are let through. */
  cut(): void;
  /** Ends them, and nobody listens any more. */
  refuse(): Promise<void>;
  /** Connections stay and new ones are accepted, but nothing gets through in either direction. */
  stall(): void;
  /** Everything takes so much longer, in each direction. */
  delay(milliseconds: number): void;
  /** New connections are answered with an error of this SQLSTATE, as a server does that takes none. */
  answer(sqlState: string): void;
  /**
   * Ends the next connection whose client sends this word: before the server hears of it, or when the server has done
   * what it was asked and answers.
   */
  cutAt(word: string, when: 'before' | 'after'): void;
  close(): Promise<void>;
}

interface Trap {
  word: string;
  when: 'before' | 'after';
}

interface Link {
  near: Socket;
  far: Socket;
}

export async function startFaultProxy(url: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(url);
  const links = new Set<Link>();
  const state = { isStalled: false, delayMs: 0, sqlState: null as string | null, trap: null as Trap | null };

  const accept = (near: Socket): void => {
    near.on('error', () => undefined);
    if (state.sqlState !== null) {
      const error = errorMessage(state.sqlState);
      near.once('data', () => near.end(error));
      return;
    }
    const link = { near, far: connect(Number(port), hostname) };
    links.add(link);
    const end = () => {
      near.destroy();
      link.far.destroy();
      links.delete(link);
    };
    const pass = (to: Socket, chunk: Buffer) =>
      state.delayMs > 0 ? setTimeout(() => to.write(chunk), state.delayMs) : to.write(chunk);
    let endsOnAnswer = false;
    near.on('close', end).on('data', (chunk: Buffer) => {
      const { trap } = state;
      if (trap !== null && chunk.includes(trap.word)) {
        state.trap = null;
        if (trap.when === 'before') return end();
        endsOnAnswer = true;
      }
      pass(link.far, chunk);
    });
    link.far
      .on('error', () => undefined)
      .on('close', end)
      .on('data', (chunk: Buffer) => (endsOnAnswer ? end() : pass(near, chunk)));
    if (state.isStalled) hold(link);
  };

  let listener = await listen(accept, 0);
  const nearPort = (listener.address() as AddressInfo).port;
  const cut = () => {
    for (const { near } of links) near.destroy();
  };
  const through = new URL(url);
  through.host = `127.0.0.1:${nearPort}`;
  return {
    url: through.href,
    cut,
    heal: async () => {
      Object.assign(state, { isStalled: false, delayMs: 0, sqlState: null, trap: null });
      for (const { near, far } of links) for (const socket of [near, far]) socket.resume();
      if (!listener.listening) listener = await listen(accept, nearPort);
    },
    refuse: async () => {
      const closed = once(listener.close(), 'close');
      cut();
      await closed;
    },
    stall: () => {
      state.isStalled = true;
      for (const link of links) hold(link);
    },
    delay: (milliseconds) => {
      state.delayMs = milliseconds;
    },
    answer: (sqlState) => {
      state.sqlState = sqlState;
      cut();
    },
    cutAt: (word, when) => {
      state.trap = { word, when };
    },
    close: async () => {
      listener.close();
      cut();
    },
  };
}

function hold({ near, far }: Link): void {
  near.pause();
  far.pause();
}

async function listen(onConnection: (socket: Socket) => void, port: number): Promise<Server> {
  const server = createServer(onConnection).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** ErrorResponse: fields that start with a letter and end with NUL, and a NUL behind the last. */
function errorMessage(sqlState: string): Buffer {
  const fields = { S: 'FATAL', V: 'FATAL', C: sqlState, M: 'no connections are taken now' };
  const body = Object.entries(fields).map(([letter, value]) => `${letter}${value}\0`);
  const message = Buffer.from(`E0000${body.join('')}\0`);
  message.writeInt32BE(message.length - 1, 1);
  return message;
}
