import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../config.js';
import { complaintAbout } from '../../start/check-node.js';
import { ask } from '../api/client.js';
import { type Finding, fail, messageIn, ok, warn } from './finding.js';

export function lookAtNode(version: string): Finding {
  const complaint = complaintAbout(version);
  return complaint === null ? ok('node', `Node ${version}`) : fail('node', `Node ${version} is too old`, complaint);
}

/** Whether the port is free; where it is not, whether it is a Loreguard that has it. */
export async function lookAtPort({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): Promise<Finding> {
  const where = `${HOST}:${PORT}`;
  const fault = await tryToListen(HOST, PORT);
  if (fault === null) return ok('port', `${where} is free`);
  if (fault !== 'EADDRINUSE')
    return fail('port', `${where} can not be listened to (${fault})`, 'Set HOST or PORT to another one.');
  const version = await versionOf(urlOf({ HOST, PORT }));
  if (version !== null) return ok('port', `a Loreguard ${version} listens on ${where}`);
  return fail('port', `another program listens on ${where}`, 'End it, or set PORT to another one; 0 takes a free one.');
}

function urlOf({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): string {
  return `http://${HOST === '0.0.0.0' ? '127.0.0.1' : HOST}:${PORT}`;
}

function tryToListen(host: string, port: number): Promise<string | null> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen({ host, port }, () => server.close(() => done(null)));
  });
}

async function versionOf(url: string): Promise<string | null> {
  try {
    const { body } = await ask({ url, key: null, session: null }, { method: 'GET', path: '/health' });
    return (body as { version?: string }).version ?? null;
  } catch {
    return null;
  }
}

/** An embedded Postgres takes 40 MB when it is new. */
const ROOM_MIN_BYTES = 500 * 1024 * 1024;

/** Whether the data folder, or the one that it will be made in, can be written to, and has room. */
export async function lookAtDataFolder(folder: string): Promise<Finding> {
  const path = resolve(folder);
  const parent = await firstThatIs(path);
  try {
    await access(parent, constants.W_OK);
    const { bavail, bsize } = await statfs(parent);
    const room = bavail * bsize;
    const told = `${path} ${parent === path ? 'can be written to' : 'will be made'}, ${Math.floor(room / 2 ** 20)} MiB are free`;
    if (room >= ROOM_MIN_BYTES) return ok('data folder', told);
    return warn('data folder', told, 'Make room, or set LOREGUARD_DATA to a folder on another disk.');
  } catch (error) {
    return fail('data folder', messageIn(error), 'Set LOREGUARD_DATA to a folder that this user can write to.');
  }
}

async function firstThatIs(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere || dirname(path) === path ? path : firstThatIs(dirname(path));
}

const OTHERS = 0o077;

/** Whether there is a key, and who can read it. */
export async function lookAtKey(
  config: Pick<Config, 'LOREGUARD_API_KEY' | 'LOREGUARD_AUTH' | 'LOREGUARD_DATA'>,
): Promise<Finding> {
  if (config.LOREGUARD_AUTH === 'off')
    return warn('key', 'LOREGUARD_AUTH is off: everybody on this machine is let in', 'Unset it where others work too.');
  if (config.LOREGUARD_API_KEY !== undefined) return ok('key', 'LOREGUARD_API_KEY is set');
  const file = join(resolve(config.LOREGUARD_DATA), 'api-key');
  const found = await stat(file).catch(() => null);
  if (found === null) return ok('key', `none yet: the first start makes one in ${file}`);
  const isOpen = process.platform !== 'win32' && (found.mode & OTHERS) !== 0;
  return isOpen ? warn('key', `others can read ${file}`, `chmod 600 ${file}`) : ok('key', `in ${file}`);
}

/** Whether the Loreguard that listens already takes the key; nothing where none listens, or there is no key yet. */
export async function tryKey(
  config: Pick<Config, 'LOREGUARD_API_KEY' | 'LOREGUARD_AUTH' | 'LOREGUARD_DATA' | 'HOST' | 'PORT'>,
): Promise<Finding[]> {
  const file = join(resolve(config.LOREGUARD_DATA), 'api-key');
  const key = config.LOREGUARD_API_KEY ?? (await readFile(file, 'utf8').catch(() => '')).trim();
  const url = urlOf(config);
  if (config.LOREGUARD_AUTH === 'off' || key === '' || (await versionOf(url)) === null) return [];
  const where = `the Loreguard on ${config.HOST}:${config.PORT}`;
  try {
    const { status } = await ask({ url, key, session: null }, { method: 'GET', path: '/v1/whoami' });
    if (status === 200) return [ok('key', `${where} takes it`)];
    const todo = 'Set LOREGUARD_API_KEY to a key of that server, or PORT to another one if it is not yours.';
    return status === 401 ? [fail('key', `${where} does not take it`, todo)] : [];
  } catch {
    return [];
  }
}
