import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Messages to a model that are each to be answered by themselves, and what it is told to do with every one of them. */
export interface Batch {
  system: string;
  users: readonly string[];
}

/** A batch with what was answered to each message; null where nothing was. */
export interface AnsweredBatch extends Batch {
  name: string;
  answers: readonly (string | null)[];
}

const SYSTEM = '===== SYSTEM PROMPT =====\n';
const userLine = (number: number) => `\n===== USER MESSAGE ${number} =====\n`;
const USER = /\n===== USER MESSAGE \d+ =====\n/;

export function writeBatch(folder: string, number: number, { system, users }: Batch): void {
  const messages = users.map((user, at) => `${userLine(at + 1)}${user}`);
  writeFileSync(join(folder, `${String(number).padStart(3, '0')}.txt`), `${SYSTEM}${system}${messages.join('')}\n`);
}

/** The batches of a folder that were answered: beside each `001.txt` there is a `001.jsonl` of lines `{n, content}`. */
export function readBatches(prompts: string, answers: string): AnsweredBatch[] {
  const names = readdirSync(prompts).filter((name) => name.endsWith('.txt'));
  return names.sort().flatMap((name) => {
    const file = join(answers, name.replace(/\.txt$/, '.jsonl'));
    if (!existsSync(file)) return [];
    const { system, users } = readBatch(readFileSync(join(prompts, name), 'utf8'));
    const told = new Map(linesOf(file).map(({ n, content }) => [n, content]));
    return [{ name, system, users, answers: users.map((_, at) => told.get(at + 1) ?? null) }];
  });
}

function readBatch(text: string): Batch {
  const [head = '', ...users] = text.trimEnd().split(USER);
  return { system: head.slice(SYSTEM.length), users };
}

function linesOf(file: string): { n: number; content: string }[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as { n: number; content: string });
}
