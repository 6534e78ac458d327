import type { Element, Pattern, Yield } from '../../../core/constructions.js';
import type { Lexicon } from '../../../core/lexicon.js';
import { wordOf } from '../1-tokens/tokenize.js';
import { changed, type Word } from '../1-tokens/word.js';
import { deedVerb, PHRASE_KINDS } from './kinds.js';

/** What the named elements of a pattern stand for. */
type Found = ReadonlyMap<string, readonly Word[]>;

/** Longer clauses are no construction of the table. */
const CLAUSE_MAX = 60;

/**
 * Puts what a construction of the table yields in the place of a clause that it covers from its first to its last word; any
 * other clause is returned as it is. Each pattern looks at a bounded number of words.
 */
export function construe(words: readonly Word[], isValued: boolean, lexicon: Lexicon): readonly Word[] {
  const end = words.at(-1)?.kind === 'mark' ? words.length - 1 : words.length;
  if (end > CLAUSE_MAX || !words.some(({ lower }) => lexicon.constructions.has(lower))) return words;
  const said = words.slice(0, end);
  const match = matchOf(said, isValued, lexicon);
  return match === null ? words : [...yielded(match, said, lexicon), ...words.slice(end)];
}

export interface Match {
  pattern: Pattern;
  found: Found;
}

/** The first construction of the table that a clause is an instance of, its last mark left out. */
export function matchOf(words: readonly Word[], isValued: boolean, lexicon: Lexicon): Match | null {
  let best: Match | null = null;
  const seen = new Set<Pattern>();
  for (const { lower } of words) {
    for (const pattern of lexicon.constructions.get(lower) ?? []) {
      if (seen.has(pattern) || pattern.isValued !== isValued || isExcluded(words, pattern)) continue;
      seen.add(pattern);
      if (best !== null && best.pattern.rank <= pattern.rank) continue;
      const found = matched(words, 0, pattern.elements, 0, NOTHING, lexicon);
      if (found !== null) best = { pattern, found };
    }
  }
  return best;
}

const NOTHING: Found = new Map();

function isExcluded(words: readonly Word[], { unless, isOfNoNumber }: Pattern): boolean {
  if (unless.size === 0 && !isOfNoNumber) return false;
  return words.some(({ lower, kind }) => unless.has(lower) || (isOfNoNumber && kind === 'number'));
}

function matched(
  words: readonly Word[],
  at: number,
  elements: readonly Element[],
  nth: number,
  found: Found,
  lexicon: Lexicon,
): Found | null {
  const element = elements[nth];
  if (element === undefined) return at === words.length ? found : null;
  for (const end of endsOf(words, at, element, lexicon)) {
    const name = end > at ? element.name : null;
    const here = name === null ? found : new Map([...found, [name, words.slice(at, end)]]);
    const rest = matched(words, end, elements, nth + 1, here, lexicon);
    if (rest !== null) return rest;
  }
  return null;
}

/** Where an element that begins at a word may end. */
function endsOf(words: readonly Word[], at: number, element: Element, lexicon: Lexicon): number[] {
  if (element.kind === 'phrase') return phraseEnds(words, at, element.phrase, lexicon);
  const ends = element.forms.flatMap((form) =>
    form.every((lower, index) => words[at + index]?.lower === lower) ? [at + form.length] : [],
  );
  return element.isOptional ? [...ends, at] : ends;
}

function phraseEnds(words: readonly Word[], at: number, name: string, lexicon: Lexicon): number[] {
  const kind = PHRASE_KINDS[name];
  if (kind === undefined) return [];
  const { least, most, admits, isOne } = kind;
  const ends: number[] = [];
  for (let end = at; end <= words.length && end - at <= most; end += 1) {
    if (end - at >= least && (isOne === undefined || isOne(words.slice(at, end), lexicon))) ends.push(end);
    const word = words[end];
    if (word === undefined || !admits(word, lexicon)) break;
  }
  return ends;
}

/** The words of what is yielded; those that were not said stand where the first word of the pattern's own stands. */
function yielded({ pattern, found }: Match, words: readonly Word[], lexicon: Lexicon): Word[] {
  const named = new Set([...found.values()].flat());
  const place = words.find((word) => !named.has(word)) ?? (words[0] as Word);
  return pattern.yields.flatMap((part) => partOf(part, found, place, lexicon));
}

function partOf(part: Yield, found: Found, place: Word, lexicon: Lexicon): readonly Word[] {
  if (part.kind === 'word') return [wordOf(part.form, place, part.form, lexicon)];
  const words = found.get(part.name) ?? [];
  if (part.form === 'as_said') return words;
  const [first] = words;
  if (first === undefined) return [];
  if (part.form === 'bare') return lexicon.kinds.articles.has(first.lower) ? words.slice(1) : words;
  const verb = deedVerb(first, lexicon) ?? first.lemma;
  const base = wordOf(verb, first, verb, lexicon);
  return [part.form === 'base' ? base : changed(base, { lower: `${verb}ed`, lemma: verb })];
}
