import type { Lexicon } from '../../core/lexicon.js';
import { wordOf } from './tokenize.js';
import { isWord, type Word } from './word.js';

const PEOPLE = ['citizens', 'inhabitants', 'people', 'residents', 'souls'];
const LIVE = ['dwell', 'live', 'reside'];
const HAVE = ['has', 'counts', 'numbers'];

/** "5000 people live in X", "X has 5000 inhabitants" as "The population of X is 5000". */
export function foldPopulation(words: readonly Word[], lexicon: Lexicon): Word[] {
  const at = words.findIndex((word, index) => isPlainNumber(word) && isWord(words[index + 1], ...PEOPLE));
  const [number, people, verb, link] = words.slice(at, at + 4);
  if (at < 0 || number === undefined || people === undefined) return [...words];
  const isLiving = at <= 1 && isWord(verb, ...LIVE) && isWord(link, 'in', 'on');
  const isHaving = isWord(words[at - 1], ...HAVE) && (verb === undefined || verb.lower === '.');
  if (!isLiving && !isHaving) return [...words];
  const place = isLiving ? words.slice(at + 4) : words.slice(0, at - 1);
  const as = (form: string) => ({ ...wordOf(form, people.start, form, lexicon), end: people.end });
  const rough = isLiving ? words.slice(0, at) : [];
  return [
    as('the'),
    as('population'),
    as('of'),
    ...place.filter(({ kind }) => kind !== 'mark'),
    as('is'),
    ...rough,
    number,
  ];
}

function isPlainNumber({ valueClass, quantity }: Word): boolean {
  return valueClass === 'number' && quantity !== null;
}
