import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endGroup } from '../helpers/end-group.js';

/**
 * What a newcomer does: `npm start` on an empty folder, then the curl line that it prints and the one of the README,
 * sent as written; then the same with another colour, and its first way out. Any warning on the way is a failure.
 */
const READY_MS = 60_000;

interface Curl {
  url: string;
  headers: Record<string, string>;
  body: string;
}

interface Stored {
  result: string;
  resolutions?: { path: string; body: object; needs: string[] }[];
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
  console.log('smoke: npm start, its curl line, the curl line of the README, a refusal and its way out all work');
}

async function play(output: string, readme: string, keyFile: string): Promise<void> {
  const printed = curlOf(/^curl .*$/m.exec(output)?.[0] ?? '');
  const address = new URL(printed.url).origin;
  const key = (await readFile(keyFile, 'utf8')).trim();
  const written =
    /^curl [^`]*?(?=```)/m
      .exec(readme)?.[0]
      .replaceAll('\\\n', ' ')
      .replace(/\$\(cat [^)]*\)/, key) ?? '';
  const ofReadme = curlOf(written);

  await expectStatus(printed, 201);
  await expectStatus({ ...ofReadme, url: address + new URL(ofReadme.url).pathname }, 200);
  const refused = await expectStatus({ ...printed, body: printed.body.replace('blue', 'red') }, 409);
  const way = refused.resolutions?.[0];
  if (way === undefined) throw new Error('The refusal offers no way out.');
  const body = JSON.stringify({ ...way.body, reason: 'It was agreed' });
  await expectStatus({ ...printed, url: address + way.path, body }, 201);
}

async function expectStatus({ url, headers, body }: Curl, status: number): Promise<Stored> {
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${url} answered ${response.status}, not ${status}: ${text}`);
  return JSON.parse(text) as Stored;
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
