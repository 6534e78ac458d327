import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeSections } from '../src/cli/readme-section.js';
import { type ServerProcess, startServer } from '../test/helpers/server-process.js';
import { describeAnswer } from './describe.js';
import { type Answer, type Memory, STORY } from './story.js';

/**
 * Starts a server on a scratch folder, plays the story with its answers, and stops.
 * `--readme` puts what it printed, and the refusal of its second step in full, into the README.
 */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'loreguard-demo-'));
  const server = await startServer({ LOREGUARD_DATA: folder });
  try {
    const { text, memory } = await play(server);
    if (process.argv.includes('--readme'))
      await writeSections({ demo: fenced('text', text), conflict: refusal(memory) });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function play(server: ServerProcess): Promise<{ text: string; memory: Memory }> {
  const memory: Memory = new Map();
  const lines: string[] = [];
  for (const [index, step] of STORY.entries()) {
    const { path, body } = step.request(memory);
    const answer = await post(server, path, body);
    memory.set(step.name, answer);
    lines.push(describeAnswer(index + 1, step.title, path, body, answer));
    console.log(lines.at(-1));
  }
  return { text: lines.join('\n'), memory };
}

function refusal(memory: Memory): string {
  return fenced('json', JSON.stringify(memory.get('red')?.body, null, 2));
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

async function post({ url, apiKey }: ServerProcess, path: string, body: object): Promise<Answer> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

await main();
