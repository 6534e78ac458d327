import type { Lexicon } from '../../../core/lexicon.js';
import { isAuxiliary, isLexicalVerb } from '../1-tokens/verbs.js';
import { isWord, type Word } from '../1-tokens/word.js';

const NONE: ReadonlySet<number> = new Set();

/**
 * Where the finite verbs of relative clauses stand that are part of the subject: "rows that *fail* are kept", "the image we *ship* runs
 * as root". None where no verb of the main clause comes after them.
 */
export function embedded(words: readonly Word[], lexicon: Lexicon): ReadonlySet<number> {
  const found = new Set<number>();
  let opener: number | null = null;
  for (const [at, word] of words.entries()) {
    if (at === 0 || word.role === 'condition') continue;
    if (endsSubject(word, found)) return NONE;
    if (isRelative(words, at) || isContact(words, at, lexicon)) {
      opener = at;
    } else if (opensVerb(words, at, opener, lexicon)) {
      if (opener === null) return found;
      found.add(at);
      opener = null;
    }
  }
  return NONE;
}

/** A main verb behind these may be another one of the relative clause: "the rows we load *and* check". */
function endsSubject(word: Word, found: ReadonlySet<number>): boolean {
  return (
    isWord(word, ';', ':', '—', '–') || (found.size > 0 && isWord(word, 'and', 'or', 'but', 'if', 'because', 'so'))
  );
}

function isRelative(words: readonly Word[], at: number): boolean {
  return isWord(words[at], 'that', 'which', 'who', 'whom') && isNominal(words[at - 1]);
}

/** "the image *we* ship": a pronoun right after a noun, where nothing but the noun stands before it. "In the image we ship …" says where. */
function isContact(words: readonly Word[], at: number, { kinds, grammar }: Lexicon): boolean {
  const [first] = words;
  if (first === undefined || kinds.prepositions.has(first.lower) || grammar.opens_subordinate.has(first.lower))
    return false;
  return isWord(words[at], 'i', 'we', 'you', 'they', 'he', 'she') && isNominal(words[at - 1]);
}

function isNominal(word: Word | undefined): boolean {
  return word !== undefined && word.kind !== 'mark' && word.use === 'content' && word.role !== 'condition';
}

function opensVerb(words: readonly Word[], at: number, opener: number | null, lexicon: Lexicon): boolean {
  const word = words[at] as Word;
  if (word.kind !== 'word') return false;
  if (isAuxiliary(word, lexicon)) return !isAuxiliary(words[at - 1] as Word, lexicon);
  return isLexicalVerb(words, word, at, lexicon) || (opener === at - 1 && lexicon.verbs.has(word.lemma));
}
