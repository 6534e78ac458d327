import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endGroup } from '../helpers/end-group.js';

/**
 * What somebody does who installs the package: the tarball that `npm pack` makes, installed in an empty folder, serves,
 * stores, refuses and stops. And the tarball holds what it needs, and nothing else.
 */
const run = promisify(execFile);

const READY_MS = 120_000;
const INSTALL_MS = 300_000;

/** What stands at the top of the package. */
const SHIPPED = [
  ...['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'examples', 'lexicons', 'migrations', 'models', 'openapi'],
  'package.json',
];
const NOISE = /\.map$|\.tsbuildinfo$|\.test\.|(?<!\.d)\.ts$|^(?:test|eval|bench|training|src)\//;

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'loreguard-package-'));
  try {
    const tarball = await pack(folder);
    const home = join(folder, 'home');
    await mkdir(home);
    // An install script of the ONNX runtime would fetch libraries for graphics cards from elsewhere.
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', tarball], {
      cwd: home,
      timeout: INSTALL_MS,
    });
    await play(home);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log('package: packs what it needs; installs, serves, stores, refuses and stops');
}

async function pack(folder: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder]);
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  const paths = packed?.files.map(({ path }) => path) ?? [];
  expectSame([...new Set(paths.map((path) => path.split('/')[0]))].sort(), [...SHIPPED].sort());
  expectSame(
    paths.filter((path) => NOISE.test(path)),
    [],
  );
  return join(folder, packed?.filename ?? '');
}

async function play(home: string): Promise<void> {
  const environment = { PATH: process.env.PATH, HOME: home, PORT: '0', LOG_LEVEL: 'warn' };
  const server = spawn('npx', ['--no-install', 'loreguard', 'serve'], {
    ...{ cwd: home, env: environment, stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  });
  try {
    const url = await address(server);
    const ask = (...words: string[]) => asked(home, { ...environment, LOREGUARD_URL: url }, words);
    const reason = ['--reason', 'The dashboards watch it'];
    expectSame(await ask('remember', 'Deploys must use a blue canary', ...reason), 0);
    expectSame(await ask('remember', 'Deploys must use a red canary', ...reason), 1);
    expectSame(await ask('list-claims', 'canary'), 0);
    expectSame(await ask('remember'), 2);
    await ask('doctor');
  } finally {
    if (server.pid !== undefined) await endGroup(server.pid, READY_MS);
  }
  expectSame(await asked(home, environment, ['whoami', '--url', 'http://127.0.0.1:9']), 3);
}

/** What a command ended with. */
async function asked(cwd: string, env: NodeJS.ProcessEnv, words: readonly string[]): Promise<number> {
  const child = spawn('npx', ['--no-install', 'loreguard', ...words], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? -1;
}

function address(server: ReturnType<typeof spawn>): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Not ready in time:\n${output}`)), READY_MS);
    server.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /Loreguard listens on (\S+);/.exec(output)?.[1];
      if (found === undefined) return;
      clearTimeout(late);
      resolve(found);
    });
    server.on('exit', () => reject(new Error(`The server ended:\n${output}`)));
  });
}

function expectSame(found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${a}, and not ${b}`);
}

await main();
