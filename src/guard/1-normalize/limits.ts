import type { Lexicon } from '../../core/lexicon.js';
import { wordOf } from './tokenize.js';
import { isWord, type Word } from './word.js';

const LIMITING = ['limited', 'capped', 'restricted'];

/** "Uploads are limited to 5 MB", "… capped at 5 MB" as "The limit of uploads is 5 MB": it names a slot and fills it. */
export function foldLimits(words: Word[], lexicon: Lexicon): Word[] {
  const at = words.findIndex(
    (word, index) =>
      isWord(word, ...LIMITING) && isWord(words[index + 1], 'to', 'at') && words[index + 2]?.quantity != null,
  );
  const be = isWord(words[at - 1], 'not') ? at - 2 : at - 1;
  const limiting = words[at];
  if (limiting === undefined || be < 1 || !isWord(words[be], 'is', 'are')) return words;
  const limit = { ...wordOf('limit', limiting.start, 'limit', lexicon), end: limiting.end };
  return [...words.slice(0, be), limit, ...words.slice(be, at), ...words.slice(at + 2)];
}
