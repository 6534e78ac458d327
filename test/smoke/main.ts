import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endGroup } from '../helpers/end-group.js';

const run = promisify(execFile);

/**
 * What a newcomer does: `npm start` on an empty folder, then the curl line that it prints, then in a shell what the README says:
 * a decision, its refusal in short, the way out, and the questions. Any warning on the way is a failure.
 */
const READY_MS = 60_000;

interface Curl {
  url: string;
  headers: Record<string, string>;
  body: string;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'loreguard-smoke-'));
  const data = join(folder, 'data');
  const server = spawn('npm', ['start'], {
    env: { PATH: process.env.PATH, HOME: folder, PORT: '0', LOREGUARD_DATA: data, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  try {
    const output = await untilReady(server);
    await play(output, await readFile('README.md', 'utf8'), join(data, 'api-key'));
  } finally {
    if (server.pid !== undefined) await endGroup(server.pid, READY_MS);
    await rm(folder, { recursive: true, force: true });
  }
  console.log('smoke: npm start, its curl line, and the three curl lines and the questions of the README all work');
}

async function play(output: string, readme: string, keyFile: string): Promise<void> {
  const printed = curlOf(/^curl .*$/m.exec(output)?.[0] ?? '');
  const address = new URL(printed.url).origin;
  await expectStatus(printed, 201);

  const [stored, refused, replaced] = curlLines(readme);
  if (replaced === undefined) throw new Error('The README has fewer than three curl lines.');
  const env = { ...process.env, KEY_FILE: keyFile };
  const send = (line: string, more = {}) => shell(asServed(line, address), { ...env, ...more });
  expectEqual('the first curl line', (await send(stored ?? '')).result, 'unchanged');
  const answer = await send(refused ?? '');
  expectEqual('the second curl line', [answer.status, answer.code, answer.view], [409, 'conflict', 'minimal']);
  const CLAIM = answer.conflicts?.[0]?.id ?? '';
  expectEqual('the third curl line', (await send(replaced, { CLAIM })).result, 'stored');
  await asked(readme, address, env);
}

/** What the README asks, and that it is answered. */
async function asked(readme: string, address: string, env: NodeJS.ProcessEnv): Promise<void> {
  const [definition = '', ...questions] = /^get\(\) \{[\s\S]*?(?=\n```)/m.exec(readme)?.[0].split('\n') ?? [];
  const found = [];
  for (const question of questions) {
    const { items, lines, answer } = await shell(`${asServed(definition, address)}\n${question}`, env);
    found.push(items?.length ?? lines ?? answer?.statement);
  }
  expectEqual('what the README asks', found, [1, 'Deploys must use a red canary', 1, 1, 0]);
}

/** The curl lines of the README, in order, as a shell gets them. */
function curlLines(readme: string): string[] {
  return [...readme.matchAll(/^curl (?:.*\\\n)*.*$/gm)].map(([line]) => line);
}

/** The same for this server: its address, and the file of its key. */
function asServed(line: string, address: string): string {
  return line.replaceAll('http://127.0.0.1:8787', address).replaceAll('.loreguard/api-key', '"$KEY_FILE"');
}

interface ShortAnswer {
  view?: string;
  status?: number;
  code?: string;
  result?: string;
  conflicts?: { id: string }[];
  items?: unknown[];
  lines?: number;
  answer?: { statement: string };
}

/** Runs a line in a shell, as a reader would, and reads the JSON that it prints. */
async function shell(line: string, env: NodeJS.ProcessEnv): Promise<ShortAnswer> {
  const { stdout } = await run('bash', ['-c', line], { env });
  return JSON.parse(stdout) as ShortAnswer;
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: ${one}, not ${other}`);
}

async function expectStatus({ url, headers, body }: Curl, status: number): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${url} answered ${response.status}, not ${status}: ${text}`);
}

/** The parts of a curl line, as a shell would split it. */
function curlOf(line: string): Curl {
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
  const after = (flag: string) => words.flatMap((word, at) => (word === flag ? [words[at + 1] ?? ''] : []));
  const headers = Object.fromEntries(after('-H').map((header) => header.split(/:\s*/, 2) as [string, string]));
  const url = words.find((word) => word.startsWith('http'));
  if (url === undefined) throw new Error(`Not a curl line: ${line}`);
  return { url, headers, body: after('-d')[0] ?? '' };
}

function untilReady(server: ReturnType<typeof spawn>): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Not ready in time:\n${output}`)), READY_MS);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (/warn/i.test(output)) reject(new Error(`The start warns:\n${output}`));
      if (!/^curl .*\n/m.test(output)) return;
      clearTimeout(late);
      resolve(output);
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.on('exit', () => reject(new Error(`The server ended:\n${output}`)));
  });
}

await main();
