import type { Lexicon } from '../../../core/lexicon.js';
import { bounded, isExact, type Quantity, spelled } from '../../../core/quantity.js';
import { wordOf } from '../1-tokens/tokenize.js';
import { isWord, type Word } from '../1-tokens/word.js';

const LIMITING = ['limited', 'capped', 'restricted'];
const LIMIT = ['limit', 'cap', 'restrict', 'keep', 'hold'];

/** The ways to set a limit, in the words of a plain one. */
export function foldLimits(words: readonly Word[], lexicon: Lexicon): Word[] {
  return foldSieve(foldOrder(foldLimited(words, lexicon), lexicon), lexicon);
}

/** "Uploads are limited to 5 MB", "… capped at 5 MB" as "The limit of uploads is 5 MB": it names a slot and fills it. */
function foldLimited(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const at = words.findIndex(
    (word, index) =>
      isWord(word, ...LIMITING) && isWord(words[index + 1], 'to', 'at') && words[index + 2]?.quantity != null,
  );
  const be = isWord(words[at - 1], 'not') ? at - 2 : at - 1;
  const limiting = words[at];
  if (limiting === undefined || be < 1 || !isWord(words[be], 'is', 'are')) return words;
  const limit = wordOf('limit', limiting, 'limit', lexicon);
  return [...words.slice(0, be), limit, ...words.slice(be, at), ...words.slice(at + 2)];
}

/** "Limit functions to 40 lines", "Keep functions below 40 lines" as "Functions must be at most 40 lines". */
function foldOrder(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const [verb] = words;
  const at = words.findIndex(({ quantity }) => quantity !== null);
  const amount = words[at];
  if (verb === undefined || !LIMIT.includes(verb.lower) || amount?.quantity == null || at < 2) return words;
  const isTo = isWord(words[at - 1], 'to', 'at');
  const quantity = limited(verb, amount.quantity, isTo);
  const subject = words.slice(1, isTo ? at - 1 : at);
  const isPlain = subject.every((word) => word.kind !== 'mark' && !isWord(word, 'and', 'for', 'or'));
  if (quantity === null || subject.length === 0 || !isPlain) return words;
  const canonical = spelled(quantity);
  const must = ['must', 'be'].map((form) => wordOf(verb.text, verb, form, lexicon));
  return [...subject, ...must, { ...amount, quantity, canonical, lemma: canonical }, ...words.slice(at + 1)];
}

/** "Limit X to 5" sets an upper bound; "keep X below 5" says its bound itself. */
function limited(verb: Word, quantity: Quantity, isTo: boolean): Quantity | null {
  if (!isExact(quantity)) return isTo ? null : quantity;
  return isTo && !isWord(verb, 'keep', 'hold') ? bounded(quantity, '<=') : null;
}

const LET_IN = ['accepted', 'admitted'];
const KEPT_OUT = ['declined', 'denied', 'refused', 'rejected'];

/** "Files larger than 1 MB are rejected": how large they may be. */
function foldSieve(words: readonly Word[], lexicon: Lexicon): Word[] {
  const bound = words.findIndex(({ quantity }) => quantity !== null && !isExact(quantity));
  return words.map((word, at) => {
    const isSaid = bound >= 0 && at > bound && words.slice(bound, at).some((be) => isWord(be, 'is', 'are'));
    if (!isSaid || !isWord(word, ...LET_IN, ...KEPT_OUT)) return word;
    const form = isWord(word, ...LET_IN) ? 'allowed' : 'forbidden';
    return wordOf(word.text, word, form, lexicon);
  });
}
