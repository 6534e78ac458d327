import type { ProjectContext } from '../../../core/context.js';
import type { Lexicon } from '../../../core/lexicon.js';
import type { Adjunct } from '../../../core/norm.js';
import { dayAt } from '../1-tokens/dates.js';
import { isPastForm } from '../1-tokens/verbs.js';
import { isWord, type Word } from '../1-tokens/word.js';
import { canStand, finiteVerb } from './finite.js';

/** A sentence, and what stands around it of when and by whom it was told. */
export interface Noted {
  words: readonly Word[];
  notes: readonly Adjunct[];
}

/** Whether a day has begun: what is told was told by then. */
export type HasBegun = (date: string) => boolean;

/** Wherever on earth it is noted: a day begins almost a day before it does in UTC. What the calendar can't read is of no time to come. */
export function begunBy(now: number, { calendar }: Pick<ProjectContext, 'calendar'>): HasBegun {
  return (date) => {
    const day = calendar.parse(date, now);
    return day === null || day.start - (day.end - day.start) <= now;
  };
}

/** Longer notes say something of their own. */
const NOTE_MAX = 16;

/** A part of a sentence that may be a note, `[from, until)`, and what it stands between. */
interface Place {
  from: number;
  until: number;
  /** Index of the first and after the last word that go with it: brackets, a colon, a dash. */
  outer: readonly [number, number];
  /** Only where it says itself that something was told: ", *decided* on 2026-11-20". */
  needsTelling: boolean;
}

/**
 * Sets apart when and by whom a sentence was told: "2026-11-20: …", "[2026-11-20 10:32] …", "… (decided on 2026-11-20)",
 * "… — Ana, 2026-11-20". A day to come, and the day of a deed ("2026-11-20: the server crashed"), are no such note: they are when it
 * is so.
 */
export function withoutNotes(sentence: readonly Word[], lexicon: Lexicon, hasBegun: HasBegun): Noted {
  const first = withoutNote(sentence, opening(sentence, lexicon), lexicon, hasBegun);
  const second = withoutNote(first.words, closing(first.words), lexicon, hasBegun);
  return { words: second.words, notes: [...first.notes, ...second.notes] };
}

function withoutNote(words: readonly Word[], place: Place | null, lexicon: Lexicon, hasBegun: HasBegun): Noted {
  const date = place === null ? null : dateOf(words.slice(place.from, place.until), lexicon);
  if (place === null || date === null || !hasBegun(date)) return { words, notes: [] };
  const [from, until] = place.outer;
  const rest = [...words.slice(0, from), ...words.slice(until)];
  const isSaid = words.slice(place.from, place.until).some((word) => isTelling(word, lexicon));
  const isNote = isSaid || (!place.needsTelling && !tellsDeed(rest, lexicon));
  if (!isNote || !canStand(rest, lexicon)) return { words, notes: [] };
  const [start, end] = [words[from]?.start ?? 0, words[until - 1]?.end ?? 0];
  return { words: rest, notes: [{ kind: 'note', start, end, date }] };
}

const CLOSES: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

/** "[2026-11-20] …", "2026-11-20: …", "2026-11-20 – …", "2026-11-20, Ana: …", "2026-11-20T10:32Z …" */
function opening(words: readonly Word[], lexicon: Lexicon): Place | null {
  const close = CLOSES[words[0]?.lower ?? ''];
  if (close !== undefined) {
    const until = words.findIndex((word, at) => at <= NOTE_MAX && isWord(word, close));
    const after = isWord(words[until + 1], ':', '-', '–', '—') ? until + 2 : until + 1;
    return until < 0 ? null : { from: 1, until, outer: [0, after], needsTelling: false };
  }
  const day = dayAt(words, 0, lexicon);
  if (day === null) return null;
  if (/t/.test(words[0]?.lower ?? '') && words[0]?.kind === 'number' && words[day.end]?.kind === 'word')
    return { from: 0, until: day.end, outer: [0, day.end], needsTelling: false };
  const mark = words.findIndex((word, at) => at >= day.end && at <= NOTE_MAX && isBreak(word, words[at - 1]));
  return mark < 0 ? null : { from: 0, until: mark, outer: [0, mark + 1], needsTelling: false };
}

/** A colon or a dash, but not the hyphen within a word. */
function isBreak(word: Word, before: Word | undefined): boolean {
  return isWord(word, ':', '–', '—', '|') || (isWord(word, '-') && word.start > (before?.end ?? 0));
}

/** "… (decided on 2026-11-20).", "… [2026-11-20]", "… — Ana, 2026-11-20", "…, agreed on 2026-11-20", "… as decided on 2026-11-20" */
function closing(words: readonly Word[]): Place | null {
  const last = words.at(-1);
  const end = last?.kind === 'mark' && isWord(last, '.', '!', ';') ? words.length - 1 : words.length;
  const earliest = Math.max(end - NOTE_MAX, 1);
  const close = words[end - 1];
  if (isWord(close, ')', ']')) {
    const from = lastIndex(words, end, earliest, (word) => CLOSES[word.lower] === close?.lower);
    return from < 0 ? null : { from: from + 1, until: end - 1, outer: [from, end], needsTelling: false };
  }
  const dash = lastIndex(words, end, earliest, (word, at) => isBreak(word, words[at - 1]) && !isWord(word, ':'));
  if (dash > 0) return { from: dash + 1, until: end, outer: [dash, end], needsTelling: false };
  const link = lastIndex(words, end, earliest, (word, at) => isLink(word, words[at + 1]));
  return link < 0 ? null : { from: link + 1, until: end, outer: [link, end], needsTelling: true };
}

/** ", decided …", "as decided …" */
function isLink(word: Word, next: Word | undefined): boolean {
  return isWord(word, ',', 'as') && next?.kind === 'word' && next.lower !== next.lemma && !next.capital;
}

function lastIndex(
  words: readonly Word[],
  end: number,
  earliest: number,
  is: (word: Word, at: number) => boolean,
): number {
  for (let at = end - 1; at >= earliest; at -= 1) if (is(words[at] as Word, at)) return at;
  return -1;
}

/** The one day of a note that says nothing else but who told it, how and where; null where it does. */
function dateOf(note: readonly Word[], lexicon: Lexicon): string | null {
  let date: string | null = null;
  for (let at = 0; at < note.length; ) {
    const day = dayAt(note, at, lexicon);
    if (day !== null && date !== null) return null;
    if (day === null && !isOfNote(note[at] as Word, lexicon)) return null;
    date = day?.date ?? date;
    at = day?.end ?? at + 1;
  }
  return date;
}

/** "decided", "by", "Ana", "@ana", "meeting"; but not "from", "until", "since" and "valid", which say when it holds. */
function isOfNote(word: Word, lexicon: Lexicon): boolean {
  const { adjuncts, asides, grammar } = lexicon;
  if (word.kind === 'mark') return !isWord(word, '?', '!', '=', '<', '>');
  if (word.kind !== 'word') return false;
  if (grammar.in_notes.has(word.lower) || isTelling(word, lexicon)) return true;
  if (asides.labels.has(word.lower) || asides.grounds.has(word.lemma) || adjuncts.texts.has(word.lemma)) return true;
  return word.capital && !lexicon.kinds.prepositions.has(word.lower) && !lexicon.values.has(word.lower);
}

/** "decided", "agreed", "updated": that something was told or laid down. */
function isTelling({ lower, lemma }: Word, { adjuncts, asides, grammar }: Lexicon): boolean {
  return grammar.laid_down.has(lower) || asides.labels.has(lower) || (lower !== lemma && adjuncts.telling.has(lemma));
}

/** "The server *crashed*": its day is the one of the deed; that something was decided may have been noted on any. */
function tellsDeed(words: readonly Word[], lexicon: Lexicon): boolean {
  const verb = words[finiteVerb(words, lexicon)];
  if (verb === undefined || lexicon.adjuncts.telling.has(verb.lemma)) return false;
  return isWord(verb, 'was', 'were', 'had', 'did') || (verb.lower !== verb.lemma && isPastForm(verb.lower, lexicon));
}
