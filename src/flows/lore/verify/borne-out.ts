import type { Asker, Question } from '../read/question.js';
import type { Verify } from '../read/wording.js';
import { checkText } from './verify-answer.js';

/**
 * Whether all that a sentence says is supported, as `verify_answer` says it. What can't be read is not: it may say
 * anything.
 */
export function borneOut(asker: Asker, question: Question): Verify {
  return async (sentence) => {
    const { sentences, skipped } = await checkText(asker, question, sentence, null);
    const isWhole = skipped.length === 0 && sentences.length > 0;
    return isWhole && sentences.every(({ verdict }) => verdict === 'supported');
  };
}
