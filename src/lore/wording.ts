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

/** Why what a model wrote is not used. */
export const WORDING_FAULTS = ['dropped', 'uncited', 'invented', 'unreserved', 'unsupported', 'failed'] as const;
export type WordingFault = (typeof WORDING_FAULTS)[number];

const NAMES = /\p{Lu}[\p{L}\p{M}'’-]*|\d+/gu;

/** The first thing that is wrong with a wording of a spine; null: nothing is. */
export function faultOf(spine: readonly SpineSentence[], worded: readonly WordedSentence[]): WordingFault | null {
  const cited = new Set(worded.flatMap(({ from }) => from));
  if (worded.some(({ from }) => from.length === 0 || from.some((n) => spine[n - 1] === undefined))) return 'uncited';
  if (spine.some((_, at) => !cited.has(at + 1))) return 'dropped';
  if (worded.some((one) => isInvented(one, spine))) return 'invented';
  return worded.some((one) => isUnreserved(one, spine)) ? 'unreserved' : null;
}

/** Names and numbers come from what a sentence is made from; the word that begins it may be any. */
function isInvented({ text, from }: WordedSentence, spine: readonly SpineSentence[]): boolean {
  const known = new Set(from.flatMap((n) => namesIn(spine[n - 1]?.sentence ?? '')));
  return namesIn(text).some((name, at) => !known.has(name) && !(at === 0 && beginsWith(text, name)));
}

function beginsWith(text: string, name: string): boolean {
  return text.trimStart().startsWith(name) && !/^\d/.test(name);
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
