import type { Lexicon } from '../../../core/lexicon.js';
import type { LifeEnd } from '../../../core/life-words.js';
import { withoutTitle } from '../../../core/name.js';
import type { LifeEvent, Norm } from '../../../core/norm.js';
import { matchPhrase } from '../1-tokens/phrases.js';
import { isFiniteAuxiliary, isPastForm } from '../1-tokens/verbs.js';
import { isOwner, isWord, type Word } from '../1-tokens/word.js';
import type { Mood } from '../4-verb-group/modality.js';
import { type LifeYear, yearOf } from './life-year.js';
import { nameEnd, nameOf } from './names.js';

/** A deed, or the end of a life. */
type Told = Pick<LifeEvent, 'bound' | 'isSure'>;

/** A name in a clause: "the troll *Gomm*" with where the phrase around it begins. */
interface Name {
  from: number;
  end: number;
  phrase: number;
}

/**
 * "Brother Anselm died in 667", "In 671 Brother Anselm preached at Harn", "They slew the troll Gomm in 599": what somebody
 * with a name did in one year, or that their life began or ended in it. Empty
 * where it tells of no such thing, denies it, or names more than one year.
 */
export function lifeEvents(words: readonly Word[], mood: Mood, lexicon: Lexicon): Pick<Norm, 'lifeEvents'> {
  if (mood.kind !== 'fact' || mood.modality !== 'is' || words.some(({ lower }) => lexicon.negators.has(lower)))
    return {};
  const year = yearOf(words, lexicon);
  if (year === null) return {};
  const front = openingOf(words, lexicon);
  const told = namesOf(words, lexicon).flatMap((name) => {
    const found = toldOf(words, name, front, lexicon);
    return found === null ? [] : [eventOf(words, name, found, year, lexicon)];
  });
  return told.length === 0 ? {} : { lifeEvents: told.slice(0, EVENTS_MAX) };
}

/** Most deeds of one clause. */
const EVENTS_MAX = 4;

/** Whether somebody else may have the name is left open where it is one word, in no era, of nobody described. */
function eventOf(
  words: readonly Word[],
  { from, end, phrase }: Name,
  { bound, isSure }: Told,
  { year, era, isOfEra }: LifeYear,
  lexicon: Lexicon,
): LifeEvent {
  const said = words.slice(from, end);
  const who = nameOf(said);
  const written = said.map(({ lower }) => lower);
  const short = withoutTitle(written[0] === 'the' ? written.slice(1) : written, lexicon.relations).join(' ');
  const isOfOne = isOfEra || who.includes(' ') || phrase < from - 1;
  return {
    who,
    short,
    year,
    era,
    ...(bound === undefined ? {} : { bound }),
    ...(isSure === true && isOfOne ? { isSure } : {}),
  };
}

function namesOf(words: readonly Word[], lexicon: Lexicon): Name[] {
  const names: Name[] = [];
  for (let from = 0; from < words.length; from += 1) {
    const end = nameEnd(words, from);
    if (end === from) continue;
    const isName = words.slice(from, end).some(({ lower }) => !lexicon.functionWords.has(lower));
    if (isName) names.push({ from, end, phrase: phraseStart(words, from, lexicon) });
    from = end - 1;
  }
  return names;
}

/** Most words between an article and a name. */
const TITLE_MAX = 3;

/** Where the article of a name stands: "*the* bog troll Gomm"; at the name where it has none. */
function phraseStart(words: readonly Word[], from: number, { kinds }: Lexicon): number {
  for (let at = from - 1; at >= Math.max(0, from - TITLE_MAX); at -= 1) {
    const word = words[at];
    if (word?.kind !== 'word' || kinds.prepositions.has(word.lower)) break;
    if (kinds.articles.has(word.lower) || kinds.determiners.has(word.lower)) return at;
  }
  return from;
}

function toldOf(words: readonly Word[], name: Name, front: Opening | null, lexicon: Lexicon): Told | null {
  const before = words[name.phrase - 1];
  if (isWord(before, 'by')) return byWhom(words[name.phrase - 2], lexicon);
  if (isWord(before, 'of')) return ofNoun(words[name.phrase - 2], lexicon);
  if (before !== undefined && lexicon.kinds.prepositions.has(before.lower)) return null;
  const last = words[name.end - 1];
  if (last !== undefined && isOwner(last)) return ofNoun(words[name.end], lexicon);
  const opened = front?.subject === name.phrase ? front.told : null;
  return suffered(words, name, lexicon) ?? opened ?? acted(words, name.end, lexicon);
}

/** "were sunk *by* Ull" */
function byWhom(verb: Word | undefined, lexicon: Lexicon): Told | null {
  return verb !== undefined && isPastForm(verb.lower, lexicon) ? deed(verb, lexicon) : null;
}

/** "the *death* of Orwic", "Orwic's *death*" */
function ofNoun(noun: Word | undefined, { lives }: Lexicon): Told | null {
  const bound = lives.nouns.get(noun?.lemma ?? '');
  return bound === undefined ? null : { bound, isSure: true };
}

/** "*killed* the troll Gomm", not "was killed, the troll Gomm …" */
function suffered(words: readonly Word[], { phrase }: Name, lexicon: Lexicon): Told | null {
  const [auxiliary, verb] = [words[phrase - 2], words[phrase - 1]];
  if (verb === undefined || !isPastForm(verb.lower, lexicon) || isWord(auxiliary, 'was', 'were', 'been')) return null;
  return boundBy(lexicon.lives.done.get(verb.lemma), verb, lexicon);
}

/** What opens a clause before its subject, and where that begins. */
interface Opening {
  told: Told;
  subject: number;
}

/** "*Forged* in the year 903, the sword Brightmourn …" */
function openingOf(words: readonly Word[], lexicon: Lexicon): Opening | null {
  const [verb] = words;
  if (verb === undefined || !isPastForm(verb.lower, lexicon)) return null;
  const told = boundBy(lexicon.lives.done.get(verb.lemma), verb, lexicon);
  const comma = words.findIndex((word) => isWord(word, ','));
  return told === null || comma < 0 ? null : { told, subject: comma + 1 };
}

/** What is told of a name behind it; null for no deed in the past. */
function acted(words: readonly Word[], end: number, lexicon: Lexicon): Told | null {
  const at = verbAfter(words, end, lexicon);
  const verb = words[at];
  if (verb === undefined || verb.kind !== 'word') return null;
  const saying = matchPhrase(words, at, lexicon.lives.sayings);
  if (saying !== null) return { bound: saying.entry, isSure: true };
  if (isWord(verb, 'was', 'were', 'been')) return been(words[at + 1], lexicon);
  if (isFiniteAuxiliary(verb) || !isPastForm(verb.lower, lexicon)) return null;
  return boundBy(lexicon.lives.becoming.get(verb.lemma), verb, lexicon) ?? deed(verb, lexicon);
}

/** "was *slain*", "was *founded*", "was *king*"; what else was done to somebody says nothing of their life. */
function been(word: Word | undefined, lexicon: Lexicon): Told | null {
  if (word?.kind !== 'word') return null;
  if (!isPastForm(word.lower, lexicon)) return {};
  return boundBy(lexicon.lives.done.get(word.lemma), word, lexicon);
}

function deed({ lemma }: Word, { lives }: Lexicon): Told {
  return lives.lifeless.has(lemma) ? {} : { isSure: true };
}

function boundBy(bound: LifeEnd | undefined, { lemma }: Word, { lives }: Lexicon): Told | null {
  if (bound === undefined) return null;
  return lives.notFinal.has(lemma) ? { bound } : { bound, isSure: true };
}

/** Most words of what stands between commas behind a name: "Ull, *the kraken*, perished". */
const ASIDE_MAX = 6;

/** Where the verb of a name stands: behind an apposition, a pronoun that takes the name up, and adverbs. */
function verbAfter(words: readonly Word[], end: number, { kinds }: Lexicon): number {
  const aside = isWord(words[end], ',') ? words.slice(end + 1, end + ASIDE_MAX + 2) : [];
  const length = aside.findIndex((word) => isWord(word, ','));
  let at = length < 0 ? end : end + length + 2;
  if (isWord(words[at], 'who', 'that')) at += 1;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    const isAdverb = kinds.adverbs.has(word.lower) || (word.lower.endsWith('ly') && word.kind === 'word');
    if (!isAdverb && !isWord(word, 'had')) break;
    at += 1;
  }
  return at;
}
