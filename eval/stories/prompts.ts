import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DETECTIVE_PROMPT } from '../../src/llm/prompts/detective.js';
import { loadLexicon } from '../../src/start/lexicons.js';
import { seeded } from '../../test/helpers/seeded.js';
import { loadStories, messagesOf, OWN_STORIES, storiesIn } from './told.js';

const USAGE = 'npx tsx eval/stories/prompts.ts <out folder> <folder or files>';

/**
 * Writes what the server would say to a model about stories, one file a call, in an order that tells nothing: a system
 * message, a line of dashes, a user message. What the model answers is put on cassettes by `record.ts`.
 */
function main(): void {
  const [folder, ...files] = process.argv.slice(2);
  if (folder === undefined || files.length === 0) throw new Error(USAGE);
  const lexicon = loadLexicon();
  const stories = [...storiesIn(OWN_STORIES), ...loadStories(files)];
  const messages = stories.flatMap((story) => messagesOf(story, lexicon));
  const next = seeded(28);
  const order = [...new Set(messages)].map((message) => ({ message, at: next() })).sort((a, b) => a.at - b.at);
  mkdirSync(folder, { recursive: true });
  for (const [place, { message }] of order.entries()) {
    const name = `${String(place + 1).padStart(2, '0')}.txt`;
    writeFileSync(join(folder, name), `${DETECTIVE_PROMPT}\n-----\n${message}\n`);
  }
  console.log(`${order.length} prompts`);
}

main();
