import { type Modality, negate } from '../../core/modality.js';
import type { Mood } from './modality.js';
import type { Structure } from './structure.js';
import { isWord, type Word } from './word.js';

const ACTIVE = ['need', 'needs', 'require', 'requires'];
const PASSIVE = ['needed', 'required'];
const DUTY: Partial<Record<Modality, Modality>> = { is: 'must', is_not: 'may_not', must: 'must', must_not: 'may_not' };

/**
 * "Releases need a review", "Require a review for releases" as "A review is required for releases": what is needed
 * must be there, what is not needed may be left out. Takes the verb out of the content.
 */
export function foldRequirement(
  words: readonly Word[],
  mood: Mood,
  structure: Structure,
): { mood: Mood; structure: Structure } {
  const { verb, voice } = structure;
  const omitted = omission(words, mood, structure);
  if (omitted !== null) return omitted;
  const needing = verb === null ? undefined : words[verb];
  const modality = DUTY[mood.modality];
  const isPlain = mood.kind === 'fact' || mood.kind === 'imperative';
  if (needing === undefined || modality === undefined || !isPlain) return { mood, structure };
  if (!isWord(needing, ...(voice === 'passive' ? PASSIVE : ACTIVE))) return { mood, structure };
  needing.use = 'modality';
  return { mood: { ...mood, modality, kind: 'requirement' }, structure: { ...structure, verb: null } };
}

/** "Clients may omit the header" as "The header is optional for clients", "must not omit" as "must". */
function omission(words: readonly Word[], mood: Mood, structure: Structure) {
  const verb = structure.verb === null ? undefined : words[structure.verb];
  if (verb === undefined || mood.kind !== 'auxiliary' || verb.lemma !== 'omit') return null;
  verb.use = 'modality';
  const said: Mood = { ...mood, modality: negate(mood.modality), kind: 'requirement' };
  return { mood: said, structure: { ...structure, verb: null } };
}
