import type { WordingFault } from '../core/storyteller.js';

/** Whether sentences that a model worded anew say no more, and no less, than those that they are made from. */

/** A sentence as it was built, and what it must not be told without. */
export interface SpineSentence {
  sentence: string;
  isDisputed: boolean;
  isUncertain: boolean;
}

/** A sentence worded anew, and the numbers of those that it is made from, from 1. */
export interface WordedSentence {
  text: string;
  from: readonly number[];
}

const NAMES = /\p{Lu}[\p{L}\p{M}'’-]*|\d+/gu;

/**
 * The first thing that is wrong with a wording of a spine; null: nothing is.
 * @param isCommon whether a word, in small letters, is one of the language and no name
 */
export function faultOf(
  spine: readonly SpineSentence[],
  worded: readonly WordedSentence[],
  isCommon: (word: string) => boolean,
): WordingFault | null {
  const cited = new Set(worded.flatMap(({ from }) => from));
  if (worded.some(({ from }) => from.length === 0 || from.some((n) => spine[n - 1] === undefined))) return 'uncited';
  if (spine.some((_, at) => !cited.has(at + 1))) return 'dropped';
  if (worded.some((one) => isInvented(one, spine, isCommon))) return 'invented';
  return worded.some((one) => isUnreserved(one, spine)) ? 'unreserved' : null;
}

/** Names and numbers come from what a sentence is made from; the word that begins it may be a common one. */
function isInvented(
  { text, from }: WordedSentence,
  spine: readonly SpineSentence[],
  isCommon: (word: string) => boolean,
) {
  const known = new Set(from.flatMap((n) => namesIn(spine[n - 1]?.sentence ?? '')));
  const opens = (name: string) => text.trimStart().startsWith(name) && isCommon(name.toLowerCase());
  return namesIn(text).some((name, at) => !known.has(name) && !(at === 0 && opens(name)));
}

function namesIn(text: string): string[] {
  return [...text.matchAll(NAMES)].map(([name]) => name.replace(/['’]s$/u, ''));
}

const RESERVED = {
  isDisputed: /disput|contest|contradict/i,
  isUncertain: /uncertain|unsure|doubt|perhaps|not sure/i,
} as const;

function isUnreserved({ text, from }: WordedSentence, spine: readonly SpineSentence[]): boolean {
  const said = from.flatMap((n) => spine[n - 1] ?? []);
  const isMissing = (field: keyof typeof RESERVED) => said.some((one) => one[field]) && !RESERVED[field].test(text);
  return isMissing('isDisputed') || isMissing('isUncertain');
}
