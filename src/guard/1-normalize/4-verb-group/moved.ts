import type { Lexicon } from '../../../core/lexicon.js';
import type { Norm } from '../../../core/norm.js';
import { isAmong, isWord, readAs, type Word } from '../1-tokens/word.js';
import type { Mood } from './modality.js';
import type { Structure } from './structure.js';

/**
 * "The office has moved to Bergen" has the words of "The office is in Bergen", "Anna moved to Bergen" those of "Anna lives in
 * Bergen". What we moved to a place may be there besides, and what is moved to a value ("to Kafka", "to Friday") is no place.
 */
export function foldMoved(words: readonly Word[], mood: Mood, structure: Structure, lexicon: Lexicon): Structure {
  const { verb, voice } = structure;
  const main = movingVerb(words, mood, structure, lexicon);
  if (verb === null || main === null || voice === 'copula') return structure;
  const [link, place] = words.slice(verb + 1, verb + 3);
  if (link === undefined || !isWord(link, 'to') || !isName(place) || words.some(isUnderWay)) return structure;
  const subject = words.slice(0, verb).filter(({ use, role }) => use === 'content' && role !== 'condition');
  if (subject.length === 0 || subject.some((word) => isWord(word, 'i', 'they', 'we', 'you'))) return structure;
  readAs(link, 'in');
  if (voice === 'active' && subject.every((word) => isName(word) || isWord(word, 'has', 'have'))) {
    readAs(main, 'live');
    return structure;
  }
  words.forEach((word, index) => {
    if (word.role !== 'condition') word.role = index <= verb ? 'agent' : 'rest';
  });
  main.use = 'function';
  return { verb: null, bodyStart: verb + 1, voice: 'copula' };
}

function isName(word: Word | undefined): boolean {
  return word?.kind === 'word' && word.capital && word.valueClass === null;
}

/** "is being moved", "will have moved" */
function isUnderWay(word: Word): boolean {
  return isWord(word, 'being', 'will', 'would');
}

/** The verb of a clause, where it tells that something moved: not "moves to Bergen". */
function movingVerb(words: readonly Word[], { kind }: Mood, { verb }: Structure, { grammar }: Lexicon): Word | null {
  const main = verb === null ? undefined : words[verb];
  if (main === undefined || kind !== 'fact' || !grammar.moving.has(main.lemma)) return null;
  return main.lower.endsWith('ed') ? main : null;
}

/** "has been moved to the drawer in the hall": where it is now, is told by what "to" leads to. */
export function readMoved(
  words: readonly Word[],
  mood: Mood,
  structure: Structure,
  lexicon: Lexicon,
): Pick<Norm, 'isMoved'> {
  if (structure.verb === null || movingVerb(words, mood, structure, lexicon) === null) return {};
  if (words.some((word) => isAmong(word, lexicon.grammar.undone))) return {};
  return words.slice(structure.verb + 1).some((word) => isWord(word, 'to', 'into', 'onto')) ? { isMoved: true } : {};
}
