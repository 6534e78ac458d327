import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import type { Pooling } from '../../src/store/store.js';

/** A pooler in front of a Postgres, as pgbouncer is with pool_mode = transaction. */
export interface Pooler {
  /** Leads through the pooler to the same database. */
  url: string;
  /** How many sessions of Postgres it opened. */
  opened(): number;
  close(): Promise<void>;
}

/** A session of Postgres, and the client that has it now. */
interface Server {
  socket: Socket;
  client: Client | null;
  /** Queries sent whose end the server has not told yet. */
  unanswered: number;
}

interface Client {
  socket: Socket;
  /** Null between transactions. */
  server: Server | null;
  /** Messages that wait for a server. */
  waiting: Buffer[];
}

const SSL_REQUEST = 80_877_103;
/** Messages of a client that the server ends with ReadyForQuery: simple query, sync. */
const ENDS_WITH_READY = new Set(['Q', 'S']);
const IDLE = 'I';

/**
 * Lends a session of Postgres from the first message of a client until its transaction is over, to whoever is first in
 * line, and the session that has rested longest; so two transactions of a client are rarely in the same one. It resets
 * nothing in between, and knows nothing of prepared statements. Clients need no password and no encryption.
 * @param size most sessions at once
 * @param lends `session` leaves a session to its client for good instead
 */
export async function startPooler(url: string, size = 3, lends: Pooling = 'transaction'): Promise<Pooler> {
  const servers = new Set<Server>();
  const free: Server[] = [];
  const inLine: Client[] = [];
  const clients = new Set<Client>();
  let opened = 0;

  const lend = (server: Server, client: Client): void => {
    server.client = client;
    client.server = server;
    for (const message of client.waiting.splice(0)) forward(server, message);
  };
  const release = (server: Server): void => {
    if (server.client) server.client.server = null;
    server.client = null;
    const next = inLine.shift();
    if (next === undefined) free.push(server);
    else lend(server, next);
  };
  const lose = (server: Server): void => {
    servers.delete(server);
    if (free.includes(server)) free.splice(free.indexOf(server), 1);
    server.client?.socket.destroy();
    server.socket.destroy();
    if (inLine.length > 0 && servers.size < size) open();
  };
  const open = (): void => {
    const server: Server = { socket: null as unknown as Socket, client: null, unanswered: 0 };
    servers.add(server);
    opened += 1;
    logIn(url).then(
      (socket) => {
        server.socket = socket;
        socket.on('error', () => undefined).on('close', () => lose(server));
        socket.on('data', messages(answerOf(server, lends === 'transaction' ? release : () => undefined)));
        release(server);
      },
      () => {
        servers.delete(server);
        inLine.shift()?.socket.destroy();
      },
    );
  };
  const ask = (client: Client, message: Buffer): void => {
    if (client.server !== null) {
      forward(client.server, message);
      return;
    }
    client.waiting.push(message);
    if (client.waiting.length > 1) return;
    const server = free.shift();
    if (server === undefined) inLine.push(client);
    else lend(server, client);
    if (inLine.length > 0 && servers.size < size) open();
  };

  const listener = createServer((socket) => {
    const client: Client = { socket, server: null, waiting: [] };
    clients.add(client);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clients.delete(client);
        if (inLine.includes(client)) inLine.splice(inLine.indexOf(client), 1);
        if (client.server !== null) lose(client.server);
      });
    greet(socket, (message) => (typeOf(message) === 'X' ? socket.end() : ask(client, message)));
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    url: urlOf(url, (listener.address() as AddressInfo).port),
    opened: () => opened,
    close: async () => {
      listener.close();
      for (const { socket } of clients) socket.destroy();
      for (const { socket } of servers) socket?.destroy();
    },
  };
}

function forward(server: Server, message: Buffer): void {
  if (ENDS_WITH_READY.has(typeOf(message))) server.unanswered += 1;
  server.socket.write(message);
}

/** Passes answers on, and gives the server back when nothing is open any more: no transaction, and no query. */
function answerOf(server: Server, release: (server: Server) => void): (message: Buffer) => void {
  return (message) => {
    server.client?.socket.write(message);
    if (typeOf(message) !== 'Z') return;
    server.unanswered -= 1;
    if (server.unanswered === 0 && message.toString('latin1', 5) === IDLE) release(server);
  };
}

/** Lets the driver log in to Postgres, and takes its socket over. */
async function logIn(url: string): Promise<Socket> {
  const client = new pg.Client({ connectionString: url, application_name: 'pooler' });
  client.on('error', () => undefined);
  await client.connect();
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  return stream.removeAllListeners('data');
}

/** Answers the startup of a client as a server would, then hands its messages on. */
function greet(socket: Socket, onMessage: (message: Buffer) => void): void {
  socket.once('data', (startup) => {
    if (startup.readInt32BE(4) === SSL_REQUEST) {
      socket.write('N');
      return greet(socket, onMessage);
    }
    const authenticated = frame('R', Buffer.alloc(4));
    const madeUpProcess = Buffer.alloc(8, 0x2a);
    socket.write(Buffer.concat([authenticated, frame('K', madeUpProcess), frame('Z', Buffer.from(IDLE))]));
    socket.on('data', messages(onMessage));
  });
}

function frame(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function typeOf(message: Buffer): string {
  return message.toString('latin1', 0, 1);
}

/** Cuts a stream into whole messages: a type of one byte, a length of four that counts itself, and the rest. */
function messages(onMessage: (message: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1;
      onMessage(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  };
}

function urlOf(url: string, port: number): string {
  const through = new URL(url);
  through.host = `127.0.0.1:${port}`;
  return through.href;
}
