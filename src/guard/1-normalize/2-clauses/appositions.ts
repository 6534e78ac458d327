import type { Lexicon } from '../../../core/lexicon.js';
import { wordOf } from '../1-tokens/tokenize.js';
import { isWord, type Word } from '../1-tokens/word.js';

const NAME_MAX = 3;
const POST_MAX = 7;

/**
 * "Tallow, the capital of Ostia, lies on the coast" says two things: "Tallow is the capital of Ostia" and "Tallow lies on
 * the coast". Any other clause is returned as it is.
 */
export function splitApposition(words: readonly Word[], lexicon: Lexicon): (readonly Word[])[] {
  const from = words.findIndex((word) => isWord(word, ','));
  const until = words.findIndex((word, at) => at > from && isWord(word, ','));
  const first = words[0];
  if (first === undefined || from < 1 || from > NAME_MAX || until < 0 || until + 1 >= words.length) return [words];
  const [name, post, rest] = [words.slice(0, from), words.slice(from + 1, until), words.slice(until + 1)];
  if (!name.every(({ capital, kind }) => capital && kind === 'word') || !isPost(post, lexicon)) return [words];
  if (!isSaid(rest[0], lexicon)) return [words];
  const as = (form: string) => wordOf(form, first, form, lexicon);
  const article = isWord(post[0], 'the') ? [] : [as('the')];
  return [
    [...name, as('is'), ...article, ...post],
    [...name, ...rest],
  ];
}

/** "the capital of Ostia", "lead of the ledger team": of what it is one is said, and there is one of it. */
function isPost(post: readonly Word[], lexicon: Lexicon): boolean {
  const of = post.findIndex((word) => isWord(word, 'of'));
  const head = post[of - 1];
  if (head === undefined || post.length > POST_MAX || of + 1 >= post.length) return false;
  return lexicon.slotHeads.has(head.lemma) && !isWord(post[0], 'a', 'an', 'former', 'one', 'then');
}

/** What goes on is said of the name: a list would go on with another name. */
function isSaid(word: Word | undefined, { kinds, verbs }: Lexicon): boolean {
  return word !== undefined && !word.capital && (kinds.auxiliaries.has(word.lower) || verbs.has(word.lemma));
}
