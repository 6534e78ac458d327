import type { WordingFault } from '../../../core/storyteller.js';
import { COMMON_WORDS } from '../../../guard/common-words.js';
import type { ToldBeat } from '../../../lore/narration.js';
import { faultOf, type WordedSentence } from '../../../lore/wording.js';
import type { Deps } from '../../deps.js';

const COMMON: ReadonlySet<string> = new Set(COMMON_WORDS);

/** Whether one sentence of a story is borne out by the record. */
export type Verify = (sentence: string) => Promise<boolean>;

/** Sentences as they are told, and who worded them. */
export interface Worded {
  sentences: { sentence: string; beats: readonly ToldBeat[] }[];
  /** `template`, or the name of the model. */
  wordedBy: string;
  /** Why it was not the model that is configured; null: it was, or none is. */
  fault: WordingFault | null;
}

/**
 * Words a spine by the model, where one is configured and keeps to it; else the sentences stay as they were built.
 * @param verify asked of each sentence that the model wrote anew, after it was held to what it is made from
 */
export async function wordedBy(
  { storyteller, lexicon }: Pick<Deps, 'storyteller' | 'lexicon'>,
  beats: readonly ToldBeat[],
  style: string,
  verify: Verify,
): Promise<Worded> {
  if (storyteller === null || beats.length === 0) return asBuilt(beats, null);
  const told = await storyteller.tell(sentencesOf(beats), style).catch(() => null);
  if (told === null) return asBuilt(beats, 'failed');
  const fault =
    faultOf(beats, told, (word) => COMMON.has(word) || lexicon.functionWords.has(word)) ??
    (await unsupported(beats, told, verify));
  if (fault !== null) return asBuilt(beats, fault);
  const sentences = told.map(({ text, from }) => ({ sentence: text, beats: from.flatMap((n) => beats[n - 1] ?? []) }));
  return { sentences, wordedBy: storyteller.name, fault: null };
}

function sentencesOf(beats: readonly ToldBeat[]): string[] {
  return beats.map(({ sentence }) => sentence);
}

function asBuilt(beats: readonly ToldBeat[], fault: WordingFault | null): Worded {
  return { sentences: beats.map((beat) => ({ sentence: beat.sentence, beats: [beat] })), wordedBy: 'template', fault };
}

/** A sentence that is left as it was built needs no support but what it was built from. */
async function unsupported(
  beats: readonly ToldBeat[],
  told: readonly WordedSentence[],
  verify: Verify,
): Promise<WordingFault | null> {
  const isBuilt = ({ text, from }: WordedSentence) => from.some((n) => beats[n - 1]?.sentence === text);
  for (const one of told) if (!isBuilt(one) && !(await verify(one.text))) return 'unsupported';
  return null;
}
