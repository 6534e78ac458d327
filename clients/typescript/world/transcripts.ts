import { readFile, writeFile } from 'node:fs/promises';
import { createLoreguard } from '@loreguard/client';
import { addTraps, QUESTIONS, type Question } from './questions.js';
import { PROJECT, Reasoner } from './reasoner.js';

const GOLDEN = new URL('transcripts.md', import.meta.url);
const HEAD = `# Questions to the example world

Answered by the client, in the sequences that \`GET /v1/lore/harness\` gives. \`npm run run -- --record\` here writes this file anew.
`;

/**
 * Asks the example world all questions, and compares what was asked, answered and said with the record of it.
 * @param isRecorded whether the record is to be written anew
 */
export async function testTranscripts(url: string, key: string, isRecorded: boolean): Promise<number> {
  await addTraps({ client: createLoreguard({ url, key }) });
  const transcripts: string[] = [];
  for (const [at, question] of QUESTIONS.entries())
    transcripts.push(await transcript(question, url, key, `golden-${at}`));
  const text = [HEAD, ...transcripts].join('\n');
  if (isRecorded) await writeFile(GOLDEN, text);
  if ((await readFile(GOLDEN, 'utf8')) !== text) {
    await writeFile(new URL('transcripts.actual.md', import.meta.url), text);
    throw new Error('The transcripts are others than in world/transcripts.md; see world/transcripts.actual.md.');
  }
  return transcripts.length;
}

async function transcript(
  { type, trap, question, ask }: Question,
  url: string,
  key: string,
  session: string,
): Promise<string> {
  const reasoner = new Reasoner(url, key, session);
  const draft = await ask(reasoner);
  const { client, headers } = reasoner;
  const { data } = await client.POST('/v1/verify-answer', { body: { project: PROJECT, text: draft }, headers });
  if (data?.view !== 'full') throw new Error(`The draft was not checked: ${question}`);
  const wrong = data.sentences.filter(({ verdict }) => verdict === 'contradicted');
  if (wrong.length > 0) throw new Error(`The record contradicts: ${wrong.map(({ text }) => text).join(' ')}`);
  const calls = reasoner.calls.map(({ call, answer }) => `- \`${call}\` → ${answer}`);
  const unsaid = data.unsaid?.filter((code) => code !== 'stale_run') ?? [];
  if (unsaid.length > 0) throw new Error(`"${question}" leaves unsaid: ${unsaid.join(', ')}`);
  return [
    `## ${type}. ${question}`,
    ...(trap === undefined ? [] : ['', `Trap: ${trap}.`]),
    '',
    ...calls,
    '',
    `> ${draft}`,
    '',
  ].join('\n');
}
