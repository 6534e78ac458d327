import { isWord, readAs, type Word } from '../1-tokens/word.js';
import type { Structure } from './structure.js';

const NAME_MAX = 4;

/** "The dog is called Rex", "… is named Rex" as "The name of the dog is Rex", "the Crooked Oar" as well; not "the function is called by main". */
export function foldNaming(words: readonly Word[], structure: Structure): Structure {
  const at = structure.verb ?? -1;
  const verb = words[at];
  if (structure.voice !== 'passive' || verb === undefined || !isWord(verb, 'called', 'named')) return structure;
  const said = words.slice(at + 1).filter(({ kind }) => kind !== 'mark');
  const name = isWord(said[0], 'the') ? said.slice(1) : said;
  const isName =
    name.length > 0 && name.length <= NAME_MAX && name.every(({ capital, kind }) => capital || kind === 'code');
  if (!isName) return structure;
  words.forEach((word, index) => {
    if (word.role !== 'condition') word.role = index <= at ? 'agent' : 'rest';
  });
  readAs(verb, 'name');
  return { verb: null, bodyStart: at + 1, voice: 'copula' };
}
