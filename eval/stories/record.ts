import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DETECTIVE_PROMPT } from '../../src/llm/prompts/detective.js';
import { DETECTIVE_PROMPT_HASH, readFindings } from '../../src/llm/story-reader.js';
import { loadLexicon } from '../../src/start/lexicons.js';
import { CASSETTES, type PlacedFinding, type StoryCassette, storyKeyOf } from './cassette.js';
import { messagesOf, OWN_STORIES, storiesIn } from './told.js';

const USAGE = 'npx tsx eval/stories/record.ts <folder of prompts> <folder of answers> <model> <date>';

/**
 * Puts what a model answered to the prompts of `prompts.ts` on cassettes: word for word for our own stories, by hashes and
 * without words for those of others. An answer is taken as it is; a prompt that was changed meanwhile is refused.
 */
function main(): void {
  const [prompts, answers, model, date] = process.argv.slice(2);
  if (prompts === undefined || answers === undefined || model === undefined || date === undefined) {
    throw new Error(USAGE);
  }
  const lexicon = loadLexicon();
  const ownKeys = new Set(storiesIn(OWN_STORIES).flatMap((story) => messagesOf(story, lexicon).map(storyKeyOf)));
  const cassette = { prompt_hash: DETECTIVE_PROMPT_HASH, model, recorded_at: date };
  const told: Record<string, string> = {};
  const placed: Record<string, PlacedFinding[] | null> = {};
  for (const name of readdirSync(prompts).sort()) {
    const file = join(answers, name);
    if (!existsSync(file)) continue;
    const key = storyKeyOf(messageIn(readFileSync(join(prompts, name), 'utf8')));
    const answer = readFileSync(file, 'utf8');
    if (ownKeys.has(key)) told[key] = answer;
    else placed[key] = placesIn(answer);
  }
  mkdirSync(CASSETTES, { recursive: true });
  write('own.json', { ...cassette, told: sorted(told) });
  write('others.json', { ...cassette, placed: sorted(placed) });
  console.log(`${Object.keys(told).length} answers about our own stories, ${Object.keys(placed).length} about others`);
}

function messageIn(prompt: string): string {
  const [system, user = ''] = prompt.split('\n-----\n');
  if (system !== DETECTIVE_PROMPT) throw new Error('the prompt was changed since; nothing that it got counts');
  return user.trimEnd();
}

function placesIn(answer: string): PlacedFinding[] | null {
  try {
    return readFindings(answer).map(({ lineIds, kind }) => ({ ids: lineIds, kind }));
  } catch {
    return null;
  }
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function write(name: string, cassette: StoryCassette): void {
  writeFileSync(new URL(name, CASSETTES), `${JSON.stringify(cassette, null, 1)}\n`);
}

main();
