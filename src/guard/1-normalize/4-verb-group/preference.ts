import type { Lexicon } from '../../../core/lexicon.js';
import { stem } from '../../../core/stem.js';
import { isRanking } from '../1-tokens/verbs.js';
import { isWord, type Word } from '../1-tokens/word.js';

/** "Prefer A over B": the keys of the two things that are ranked. */
export interface Preference {
  chosen: string;
  over: string;
}

/** "A takes *precedence* over B", "A *outranks* B": the one before it comes first. */
const PRECEDENCE = ['precedence', 'priority', 'preference'];
const BE = ['is', 'are', 'be', 'was', 'were'];

/** Where the two things of a ranking stand: the words from `from` to `until`, and those from `rest` on. */
interface Places {
  from: number;
  until: number;
  rest: number;
}

/**
 * "Prefer A over B", "A is preferred to B", "use A instead of B", "I would rather A than B" as a ranking of two things,
 * or null. Takes the words that only link the two out of the content.
 */
export function readPreference(words: readonly Word[], lexicon: Lexicon): Preference | null {
  const places = comparison(words, lexicon) ?? ranking(words, lexicon) ?? precedence(words, lexicon);
  if (places === null) return null;
  const first = words.slice(places.from, places.until);
  const chosen = naming(first, lexicon);
  const rest = words.slice(places.rest);
  const isPlaced = first.some(({ lower }) => lexicon.kinds.prepositions.has(lower));
  const over = naming(isPlaced ? rest : untilPlace(rest, lexicon), lexicon);
  if (chosen.length === 0 || over.length === 0) return null;
  for (const word of words.slice(0, places.rest)) {
    if (isContent(word) && isWord(word, 'rather', 'than', 'instead', 'better', 'more', 'would')) word.use = 'function';
  }
  const keys = { chosen: keyOf(chosen, lexicon), over: keyOf(withHead(over, chosen), lexicon) };
  return keys.chosen === keys.over ? null : keys;
}

/** "rather A than B", "A rather than B", "A instead of B", "likes A better than B". */
function comparison(words: readonly Word[], lexicon: Lexicon): Places | null {
  const instead = words.findIndex((word, at) => at > 0 && isWord(word, 'instead') && isWord(words[at + 1], 'of'));
  if (instead > 0) return { from: afterVerb(words, instead, lexicon), until: instead, rest: instead + 2 };
  const than = words.findIndex((word, at) => at > 1 && isWord(word, 'than') && word.role !== 'condition');
  if (than < 0) return null;
  const before = words[than - 1];
  if (isWord(before, 'rather')) return { from: afterVerb(words, than - 1, lexicon), until: than - 1, rest: than + 1 };
  const rather = words.findIndex((word, at) => at > 0 && at < than && isWord(word, 'rather', 'sooner'));
  if (rather > 0) return { from: rather + 1, until: than, rest: than + 1 };
  if (!isWord(before, 'better', 'more')) return null;
  const verb = words.findIndex(({ lemma }, at) => at < than && lexicon.grammar.liking.has(lemma));
  return verb < 0 ? null : { from: verb + 1, until: than - 1, rest: than + 1 };
}

/** After a ranking verb what it ranks; with another one the whole act counts: "take the train rather than fly". */
function afterVerb(words: readonly Word[], until: number, lexicon: Lexicon): number {
  const verb = words.findIndex((word, at) => at < until && isRanking(word, lexicon));
  return verb < 0 ? words.findLastIndex(({ role }, at) => at < until && role === 'agent') + 1 : verb + 1;
}

/** "prefer A over B", "A is preferred to B" */
function ranking(words: readonly Word[], lexicon: Lexicon): Places | null {
  const verb = words.findIndex((word) => isRanking(word, lexicon));
  const between = words.findIndex(
    (word, at) => verb >= 0 && at > verb && word.role !== 'condition' && separates(words, word, at),
  );
  if (between < 1) return null;
  const isPassive = verb > 0 && isWord(words[verb - 1], ...BE);
  return isPassive
    ? { from: 0, until: verb, rest: between + 1 }
    : { from: verb + 1, until: between, rest: between + 1 };
}

function separates(words: readonly Word[], word: Word, at: number): boolean {
  if (isWord(word, 'over', 'above')) return true;
  if (!isWord(word, 'to')) return false;
  return !isWord(words[at - 1], 'prefer', 'prefers', 'choose', 'chooses', 'favour', 'favor');
}

/** "A takes precedence over B", "A outranks B", "A is more important than B" */
function precedence(words: readonly Word[], lexicon: Lexicon): Places | null {
  const over = words.findIndex(
    (word, at) => at > 1 && isWord(word, 'over') && PRECEDENCE.includes(words[at - 1]?.lower ?? ''),
  );
  if (over > 0) return { from: 0, until: over - 2, rest: over + 1 };
  const verb = words.findIndex(({ lemma }, at) => at > 0 && lexicon.grammar.outranking.has(lemma));
  if (verb > 0) return { from: 0, until: verb, rest: verb + 1 };
  const than = words.findIndex((word) => isWord(word, 'than'));
  const isMore = isWord(words[than - 1], 'important') && isWord(words[than - 2], 'more');
  return isMore && than > 3 ? { from: 0, until: than - 3, rest: than + 1 } : null;
}

function isContent({ use, role }: Word): boolean {
  return use === 'content' && role !== 'condition';
}

export function naming(words: readonly Word[], lexicon: Lexicon): Word[] {
  return words.filter((word) => isContent(word) && isNaming(word, lexicon));
}

function isNaming(word: Word, lexicon: Lexicon): boolean {
  return (
    word.kind !== 'mark' &&
    !lexicon.functionWords.has(word.lower) &&
    word.lemma !== 'use' &&
    !isWord(word, 'rather', 'instead', 'than')
  );
}

/** "inheritance in the library": what follows says where, not what. */
export function untilPlace(words: readonly Word[], { kinds }: Lexicon): readonly Word[] {
  const at = words.findIndex(
    ({ lower, kind }, index) => index > 0 && (kind === 'mark' || (kinds.prepositions.has(lower) && lower !== 'of')),
  );
  return at < 0 ? words : words.slice(0, at);
}

/** "small forms over big ones": big forms. */
export function withHead(words: readonly Word[], chosen: readonly Word[]): readonly Word[] {
  const head = chosen.at(-1);
  return words.map((word) => (word.lemma === 'one' && head !== undefined ? head : word));
}

export function keyOf(words: readonly Word[], lexicon: Lexicon): string {
  return [...new Set(words.map((word) => word.canonical ?? stem(word.lemma, lexicon)))].sort().join(' ');
}
