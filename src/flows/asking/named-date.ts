import type { Calendar, StoryDate } from '../../core/calendar.js';

/** A date is at most so many words long. */
const WORDS_MAX = 4;
/** So much of a question is looked through for a date. */
const LOOKED_AT_MAX = 64;
/** What stands before a bare number that is a date. */
const LEADS = new Set('about after around as at before by circa during from in of on since till until year'.split(' '));
const CLOSING = new Set('?!.,;:)"\'”’');
const BARE = /^\d+$/;
const DIGIT = /\d/;

/** The first date that a question names, the longest way that it can be read; null where it names none. */
export function namedDate(question: string, calendar: Calendar, nowTick: number): StoryDate | null {
  const words = question.split(/\s+/).filter((word) => word !== '');
  const looked = words.slice(0, LOOKED_AT_MAX).map(withoutMarks);
  for (let at = 0; at < looked.length; at++) {
    for (let length = Math.min(WORDS_MAX, looked.length - at); length > 0; length--) {
      const text = looked.slice(at, at + length).join(' ');
      if (!DIGIT.test(text) || text.length > 100 || (BARE.test(text) && !isLed(looked, at))) continue;
      const date = calendar.read(text, nowTick);
      if (typeof date !== 'string') return date;
    }
  }
  return null;
}

/** A word without the marks that close a sentence behind it. */
function withoutMarks(word: string): string {
  let end = word.length;
  while (end > 0 && CLOSING.has(word[end - 1] ?? '')) end -= 1;
  return word.slice(0, end);
}

function isLed(words: readonly string[], at: number): boolean {
  return LEADS.has((words[at - 1] ?? '').toLowerCase());
}
