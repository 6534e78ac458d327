import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startServer } from '../test/helpers/server-process.js';
import { describeAnswer } from './describe.js';
import { type Answer, type Memory, STORY } from './story.js';

/**
 * Starts a server on a scratch folder, plays the story with its answers, and stops.
 * @param print called with each step as it is done
 * @returns the whole as text, which is the same for every run
 */
export async function tellStory(print: (step: string) => void = () => undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'loreguard-demo-'));
  const server = await startServer({ LOREGUARD_DATA: folder });
  try {
    return await play(server, print);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function play(server: ServerProcess, print: (step: string) => void): Promise<string> {
  const memory: Memory = new Map();
  const steps: string[] = [];
  for (const [index, step] of STORY.entries()) {
    const { path, body } = step.request(memory);
    const answer = await post(server, path, body);
    memory.set(step.name, answer);
    const text = describeAnswer(index + 1, step.title, path, body, answer);
    steps.push(text);
    print(text);
  }
  return steps.join('\n');
}

async function post({ url, apiKey }: ServerProcess, path: string, body: object): Promise<Answer> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}
