import type { Lexicon } from '../../../core/lexicon.js';
import { direction, type Modality, negate } from '../../../core/modality.js';
import { isAmong, isWord, type Word } from '../1-tokens/word.js';
import type { Mood } from './modality.js';
import { type Structure, verbGroup } from './structure.js';

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
  lexicon: Lexicon,
): { mood: Mood; structure: Structure } {
  const { verb, voice } = structure;
  const said = omission(words, mood, structure) ?? ruling(words, mood, structure, lexicon);
  if (said !== null) return said;
  const needing = verb === null ? undefined : words[verb];
  const modality = DUTY[mood.modality];
  const isPlain = mood.kind !== 'predicate' && mood.kind !== 'requirement';
  if (needing === undefined || modality === undefined || !isPlain) return { mood, structure };
  if (!isWord(needing, ...(voice === 'passive' ? PASSIVE : ACTIVE))) return { mood, structure };
  needing.use = 'modality';
  return { mood: { ...mood, modality, kind: 'requirement' }, structure: { ...structure, verb: null } };
}

/** "We allow pets", "The policy forbids X", "Allow X to be used": what is said of X, in the words of "X is allowed". */
function ruling(words: readonly Word[], mood: Mood, structure: Structure, lexicon: Lexicon) {
  const at = structure.verb;
  const verb = at === null ? undefined : words[at];
  if (at === null || verb === undefined || structure.voice !== 'active') return null;
  if (words.slice(0, at).some((word) => isWord(word, 'there') || isAmong(word, lexicon.grammar.other_rules)))
    return null;
  const isForbidding = lexicon.grammar.forbidding.has(verb.lemma);
  const rulers = words
    .slice(0, at)
    .filter(
      ({ use, lower, role, kind }) =>
        use === 'content' &&
        role !== 'condition' &&
        kind !== 'mark' &&
        (lower === 'we' || !lexicon.functionWords.has(lower)),
    );
  const isSet =
    mood.kind === 'imperative' ||
    (rulers.length > 0 && rulers.length <= 2 && isAmong(rulers.at(-1), lexicon.grammar.rulers));
  if (!(isForbidding || lexicon.grammar.allowing.has(verb.lemma)) || !isSet) return null;
  const isDenied = direction(mood.modality) === 'against';
  const modality: Modality = isForbidding === isDenied ? 'may' : 'must_not';
  for (const word of [...rulers, verb]) word.use = 'modality';
  const to = words.findIndex((word, index) => index > at && isWord(word, 'to') && words[index + 1] !== undefined);
  const act = to < 0 ? undefined : words[to + 1];
  const isAct = act !== undefined && (lexicon.verbs.has(act.lower) || isWord(act, 'be'));
  if (!isAct)
    return { mood: { ...mood, modality, kind: 'requirement' as const }, structure: gerundOf(words, at, lexicon) };
  return { mood: { ...mood, modality, kind: 'auxiliary' as const }, structure: verbGroup(words, to + 1, lexicon) };
}

/** "We forbid logging secrets": the verb of what is forbidden. */
function gerundOf(words: readonly Word[], at: number, lexicon: Lexicon): Structure {
  const next = words[at + 1];
  const isGerund = next?.lower.endsWith('ing') === true && lexicon.verbs.has(next.lemma);
  return isGerund
    ? { verb: at + 1, bodyStart: at + 2, voice: 'active' }
    : { verb: null, bodyStart: at + 1, voice: 'active' };
}

/** "Clients may omit the header" as "The header is optional for clients", "must not omit" as "must". */
function omission(words: readonly Word[], mood: Mood, structure: Structure) {
  const verb = structure.verb === null ? undefined : words[structure.verb];
  if (verb === undefined || mood.kind !== 'auxiliary' || verb.lemma !== 'omit') return null;
  verb.use = 'modality';
  const said: Mood = { ...mood, modality: negate(mood.modality), kind: 'requirement' };
  return { mood: said, structure: { ...structure, verb: null } };
}
