import { z } from 'zod';
import { seeded } from '../../test/helpers/seeded.js';
import { isAskable, reword } from './reword.js';

/** A question and the statement that answers it. */
export interface Question {
  statement: string;
  question: string;
}

const row = z.strictObject({ statement: z.string(), question: z.string() });

/** Questions of a file of JSONL. */
export function readQuestions(text: string): Question[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => row.parse(JSON.parse(line)));
}

/** The statements that one can ask for. */
export function askable(statements: readonly string[]): string[] {
  return statements.filter(isAskable);
}

/** So many of the statements, the same ones each time, each with its rewording. */
export function rewordedQuestions(
  statements: readonly string[],
  synonyms: ReadonlyMap<string, string>,
  count: number,
): Question[] {
  const next = seeded(11);
  const left = [...statements];
  const picked = Array.from({ length: Math.min(count, left.length) }, () => {
    const [statement = ''] = left.splice(Math.floor(next() * left.length), 1);
    return statement;
  });
  return picked.map((statement) => ({ statement, question: reword(statement, synonyms) }));
}
