import type { Lexicon } from '../../core/lexicon.js';
import { wordOf } from './tokenize.js';
import { isWord, type Word } from './word.js';

const BECOME = ['became', 'become'];

/**
 * Who came into a post has it: "Orla took over from Ruben as head of sales", "Ruben was succeeded by Orla as head of
 * sales", "Orla has become the head of sales", "Orla is the new head of sales" as "Orla is the head of sales". Beside a
 * date it is an event, which stays as it is.
 */
export function foldSuccessor(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  if (words.some(({ kind, lower }) => kind === 'number' || lower === ',' || lower === 'not')) return words;
  const post = postOf(words, lexicon);
  const first = words[0];
  if (post === null || first === undefined || !post.holder.every(({ capital, kind }) => capital && kind === 'word'))
    return words;
  const as = (form: string) => ({ ...wordOf(form, first.start, form, lexicon), end: first.end });
  return [...post.holder, as('is'), as('the'), ...(isWord(post.post[0], 'the') ? post.post.slice(1) : post.post)];
}

interface Post {
  holder: readonly Word[];
  post: readonly Word[];
}

function postOf(words: readonly Word[], lexicon: Lexicon): Post | null {
  const found = tookOver(words) ?? succeeded(words) ?? became(words) ?? isNew(words);
  if (found === null || found.holder.length === 0) return null;
  const head = found.post.find((word) => !isWord(word, 'the'));
  const isSlot = found.post
    .slice(0, 3)
    .some(({ lemma }) => lexicon.slotHeads.has(lemma) || lexicon.slotMarkers.has(lemma));
  return head !== undefined && isSlot ? found : null;
}

/** "Orla took over (from Ruben) as …", "Orla replaced Ruben as …" */
function tookOver(words: readonly Word[]): Post | null {
  const verb = words.findIndex((word, at) =>
    isWord(word, 'took') ? isWord(words[at + 1], 'over') : isWord(word, 'replaced', 'succeeded'),
  );
  const as = words.findIndex((word, at) => at > verb && isWord(word, 'as'));
  const until = isWord(words[verb - 1], 'has') ? verb - 1 : verb;
  if (verb < 1 || as < 0 || isWord(words[verb - 1], 'was', 'is', 'been')) return null;
  return { holder: words.slice(0, until), post: words.slice(as + 1) };
}

/** "Ruben was succeeded by Orla as …" */
function succeeded(words: readonly Word[]): Post | null {
  const verb = words.findIndex((word) => isWord(word, 'replaced', 'succeeded'));
  const as = words.findIndex((word, at) => at > verb && isWord(word, 'as'));
  if (verb < 1 || as < 0 || !isWord(words[verb - 1], 'was', 'been') || !isWord(words[verb + 1], 'by')) return null;
  return { holder: words.slice(verb + 2, as), post: words.slice(as + 1) };
}

/** "Orla has become the …" */
function became(words: readonly Word[]): Post | null {
  const verb = words.findIndex((word) => isWord(word, ...BECOME));
  if (verb < 1 || !isWord(words[verb - 1], 'has') || !isWord(words[verb + 1], 'the')) return null;
  return { holder: words.slice(0, verb - 1), post: words.slice(verb + 1) };
}

/** "Orla is the new …" */
function isNew(words: readonly Word[]): Post | null {
  const be = words.findIndex((word) => isWord(word, 'is'));
  if (be < 1 || !isWord(words[be + 1], 'the', 'our') || !isWord(words[be + 2], 'new')) return null;
  return { holder: words.slice(0, be), post: words.slice(be + 3) };
}
