import type { Lexicon } from '../../../core/lexicon.js';
import { isPastForm } from '../1-tokens/verbs.js';
import { isAmong, isOfKind, isWord, type Word } from '../1-tokens/word.js';

/** Words that one phrase goes on for at most, … */
const PHRASE_MAX = 8;
/** … words among which the phrase that belongs to a verb is looked for, … */
const REACH = 16;
/** … and words of a clause that are left behind. */
const LEFT_MAX = 12;

/** A word of what is left behind, and whether who does it is who leaves. */
export interface Left {
  word: Word;
  isDeparture: boolean;
}

/**
 * What a change leaves behind: "replaced *WordPress* with Astro", "took over from *Priya*", "*LaunchDarkly* was dropped". Only of
 * what is told as done, and denied by nothing.
 */
export function readLeft(words: readonly Word[], lexicon: Lexicon): Left[] {
  if (words.some((word) => isAmong(word, lexicon.grammar.undone) || word.use === 'modality')) return [];
  const found = new Map<Word, Left>();
  words.forEach((word, at) => {
    if (word.kind !== 'word' || word.role === 'condition' || !isPastForm(word.lower, lexicon)) return;
    const isDeparture = after(words, at, lexicon.departing) > 0 && !isPassive(words, at, lexicon);
    for (const left of leftBy(words, at, lexicon)) found.set(left, { word: left, isDeparture });
  });
  return [...found.values()].slice(0, LEFT_MAX);
}

/** What one verb says is left: its object, its subject in the passive, or what comes behind "from". */
function leftBy(words: readonly Word[], at: number, lexicon: Lexicon): Word[] {
  const [object, from] = [after(words, at, lexicon.leaving), after(words, at, lexicon.leavingFrom)];
  const away = from > 0 ? source(words, from, lexicon) : [];
  if (object === 0 || !isDone(words, at, lexicon)) return away;
  const direct = isPassive(words, at, lexicon) ? before(words, at, lexicon) : phrase(words.slice(object), lexicon);
  return [...direct, ...away];
}

/** Where what comes after a verb of a list begins, behind its particle: "gave *up* smoking"; 0 where it is none. */
function after(words: readonly Word[], at: number, verbs: ReadonlySet<string>): number {
  const [verb, particle] = words.slice(at, at + 2);
  if (verbs.has(`${verb?.lemma} ${particle?.lower}`)) return at + 2;
  return verb !== undefined && verbs.has(verb.lemma) ? at + 1 : 0;
}

const PERFECT = ['had', 'has', 'have'];
/** "Old files *are* deleted" tells of no change. */
const PASSIVE = ['been', 'was', 'were'];
const HABIT = ['are', 'is'];

/** Told by the verb of a clause: behind who does it or "has", not of "the *left* lane". */
function isDone(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const previous = lastBefore(words, at, lexicon);
  if (previous === undefined || previous.kind === 'mark' || isWord(previous, ...HABIT)) return false;
  if (isWord(previous, ...PERFECT, ...PASSIVE, 'and')) return true;
  return !isOfKind(previous, lexicon, 'articles', 'determiners', 'prepositions') && !previous.lower.endsWith("'s");
}

function isPassive(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  return isWord(lastBefore(words, at, lexicon), ...PASSIVE);
}

/** The word before one, adverbs passed over. */
function lastBefore(words: readonly Word[], at: number, lexicon: Lexicon): Word | undefined {
  for (let index = at - 1; index >= Math.max(0, at - PHRASE_MAX); index -= 1) {
    const word = words[index];
    if (word !== undefined && !lexicon.kinds.adverbs.has(word.lower)) return word;
  }
  return undefined;
}

/** The subject of a passive: what stands before its auxiliary, up to what belongs to it ("the route *to Oslo*"). */
function before(words: readonly Word[], at: number, lexicon: Lexicon): Word[] {
  const earlier = words.slice(Math.max(0, at - REACH), at);
  return phrase(earlier.slice(earlier.findLastIndex((word) => opensClause(word, lexicon)) + 1), lexicon);
}

function opensClause(word: Word, lexicon: Lexicon): boolean {
  return word.kind === 'mark' || word.opens !== null || isOfKind(word, lexicon, 'relatives', 'conjunctions');
}

/** The phrase that these words begin with, to the next preposition, mark or verb. */
function phrase(words: readonly Word[], lexicon: Lexicon): Word[] {
  const ahead = words.slice(0, PHRASE_MAX);
  const end = ahead.findIndex((word, index) => endsPhrase(word, lexicon) || (index > 0 && isAmong(word, TIMES)));
  return contentOf(end < 0 ? ahead : ahead.slice(0, end), lexicon);
}

/** What tells when, behind a phrase: "quit the choir *last* May". */
const TIMES: ReadonlySet<string> = new Set(['again', 'ago', 'last', 'next', 'overnight', 'this', 'today', 'yesterday']);

function endsPhrase(word: Word, lexicon: Lexicon): boolean {
  // "Mr. Abernathy"
  if (word.kind === 'mark') return word.lower !== '.';
  if (word.opens !== null || word.role === 'condition') return true;
  return isOfKind(word, lexicon, 'prepositions', 'relatives', 'conjunctions', 'auxiliaries') || word.use === 'time';
}

const AWAY = ['from', 'off'];

/** "moved *from Jenkins* to Buildkite", "took it *off Jira*", "moved *away from Jira*", "stepped *out of* the council" */
function source(words: readonly Word[], at: number, lexicon: Lexicon): Word[] {
  const ahead = words.slice(at, at + REACH);
  const from = ahead.findIndex((word, index) => {
    return isWord(word, ...AWAY) || (isWord(word, 'out') && isWord(ahead[index + 1], 'of'));
  });
  if (from < 0) return [];
  return phrase(ahead.slice(isWord(ahead[from], 'out') ? from + 2 : from + 1), lexicon);
}

/** Words with content; what is dropped of a price or a rate is but lowered. */
function contentOf(words: readonly Word[], { functionWords, grammar }: Lexicon): Word[] {
  const content = words.filter(
    ({ use, kind, lower, quantity, valueClass }) =>
      use === 'content' && kind !== 'mark' && quantity === null && (valueClass !== null || !functionWords.has(lower)),
  );
  return grammar.decimal.has(content.at(-1)?.lemma ?? '') ? [] : content;
}
