import type { Lexicon } from '../../core/lexicon.js';
import { wordOf } from './tokenize.js';
import { isWord, type Word } from './word.js';

/** What one does to a thing that one gives up, as one tells of it afterwards. */
const GIVEN_UP = [
  'abandoned',
  'abolished',
  'decommissioned',
  'discontinued',
  'ditched',
  'dropped',
  'phased out',
  'retired',
  'scrapped',
  'sunset',
];
/** Told by those who gave it up: "we moved away from X". */
const LEFT = ['did away with', 'done away with', 'gave up', 'given up', 'got rid of', 'moved away from', 'moved off'];
/** These end other things too ("the village was abandoned", "the price was dropped"), so they count only beside a choice. */
const VAGUE = ['abandoned', 'dropped'];
const THING_MAX = 5;

/**
 * What was given up is no longer used: "We phased out X", "X has been discontinued" as "We no longer use X", "We ditched
 * X in favour of Y" as "We switched from X to Y". Beside a date it is an event, which stays as it is.
 */
export function foldEnded(words: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const end = words.at(-1)?.kind === 'mark' ? words.length - 1 : words.length;
  const said = words.slice(0, end);
  const isPlain = said.every(({ kind, lower }) => kind !== 'number' && kind !== 'mark' && lower !== 'if');
  const first = said[0];
  if (first === undefined || !isPlain) return words;
  const forms = told(said, lexicon) ?? undergone(said);
  if (forms === null) return words;
  const as = (form: string) => ({ ...wordOf(form, first.start, form, lexicon), end: first.end });
  return [
    ...forms.flatMap((part) => (typeof part === 'string' ? part.split(' ').map(as) : [part])),
    ...words.slice(end),
  ];
}

/** "We (have) ditched X (in favour of Y)" */
function told(words: readonly Word[], lexicon: Lexicon): (Word | string)[] | null {
  if (!isWord(words[0], 'we', 'they')) return null;
  const act = phraseAt(words, isWord(words[1], 'have') ? 2 : 1, [...GIVEN_UP, ...LEFT]);
  if (act === null) return null;
  const rest = words.slice(act.end);
  const favour = rest.findIndex((word, index) => isWord(word, 'in') && isWord(rest[index + 1], 'favour', 'favor'));
  const to = favour < 0 ? rest.findIndex((word) => isWord(word, 'for')) : favour;
  const thing = to < 0 ? rest : rest.slice(0, to);
  if (!isThing(thing, lexicon)) return null;
  const next = rest.slice(favour < 0 ? to + 1 : to + 3);
  if (to >= 0) return isThing(next, lexicon) ? ['we switched from', ...thing, 'to', ...next] : null;
  return VAGUE.includes(act.text) ? null : ['we no longer use', ...thing];
}

/** "X was retired", "X has not been discontinued" */
function undergone(words: readonly Word[]): (Word | string)[] | null {
  const be = words.findIndex((word) => isWord(word, 'was', 'were', 'been'));
  const has = words.findIndex((word) => isWord(word, 'has', 'have'));
  const act = be < 0 ? null : phraseAt(words, isWord(words[be + 1], 'not') ? be + 2 : be + 1, GIVEN_UP);
  if (act === null || act.end !== words.length || VAGUE.includes(act.text)) return null;
  const until = isWord(words[be], 'been') ? has : be;
  const thing = words.slice(0, until);
  const isDenied = words.slice(until).some((word) => isWord(word, 'not'));
  const isKind = isWord(thing[0], 'the', 'our') || isPlural(thing.at(-1));
  if (thing.length === 0 || thing.length > THING_MAX + 1 || !isKind) return null;
  return [isDenied ? 'we still use' : 'we no longer use', ...thing];
}

/** "plastic cups": of one that is named no one says that it is used. */
function isPlural(word: Word | undefined): boolean {
  return word !== undefined && word.lower !== word.lemma && word.lower.endsWith('s');
}

/** A short phrase without a preposition but "of". */
function isThing(words: readonly Word[], { kinds, conditions }: Lexicon): boolean {
  const isLoose = ({ lower }: Word) => lower !== 'of' && (kinds.prepositions.has(lower) || conditions.has(lower));
  return words.length > 0 && words.length <= THING_MAX && !words.some(isLoose);
}

function phraseAt(
  words: readonly Word[],
  at: number,
  phrases: readonly string[],
): { text: string; end: number } | null {
  const text = phrases.find((phrase) => phrase.split(' ').every((form, index) => words[at + index]?.lower === form));
  return text === undefined ? null : { text, end: at + text.split(' ').length };
}
