import type { Lexicon } from '../../../core/lexicon.js';
import { isOwner, isWord, type Word } from '../1-tokens/word.js';
import { isOnly } from '../3-constructions/exclusive.js';
import type { Structure } from '../4-verb-group/structure.js';
import type { Framed } from './frame-context.js';

/** Of longer ones no word is singled out. */
const FOCUS_MAX = 8;

/**
 * Marks what "only" singles out, where its place tells: "only *editors* may publish", "is kept only *in the vault*", "takes *cash*
 * only". Between subject and verb it says nothing of its place: "we only ship *to the EU*" counts where one phrase comes after the verb.
 */
export function markFocus(framed: Framed[], words: readonly Word[], structure: Structure, lexicon: Lexicon): Framed[] {
  const at = words.findIndex(isOnly);
  // "is an only child" tells what somebody is.
  if (at < 0 || isWord(words[at - 1], 'a', 'an')) return framed;
  const focus = focusOf(words, at, structure, lexicon);
  if (focus.length > FOCUS_MAX) return framed;
  const starts = new Set(focus.map(({ start }) => start));
  return framed.map((each) =>
    starts.has(each.word.start) && !each.isVerb ? { ...each, token: { ...each.token, isFocus: true } } : each,
  );
}

function focusOf(words: readonly Word[], at: number, structure: Structure, lexicon: Lexicon): readonly Word[] {
  const { verb, bodyStart, voice } = structure;
  const isTitle =
    isWord(words[at - 1], 'the', 'our') || (words[at - 1] !== undefined && isOwner(words[at - 1] as Word));
  // "Odo is the only exporter", "the only exporter is Odo"
  if (voice === 'copula' && isTitle) return at < bodyStart ? words.slice(bodyStart) : words.slice(0, bodyStart);
  if (at >= bodyStart) {
    const after = phraseAfter(words, at + 1, lexicon);
    return after.some(isContent) ? after : phraseBefore(words, at, bodyStart, lexicon);
  }
  const subject = words.slice(at + 1, verb ?? bodyStart).filter(isContent);
  return subject.length === 0 ? onePhrase(words, bodyStart, lexicon) : subject;
}

/** From a place on to the next preposition, behind that with which the phrase begins. */
function phraseAfter(words: readonly Word[], from: number, lexicon: Lexicon): readonly Word[] {
  let end = from;
  let hasContent = false;
  for (let word = words[end]; word !== undefined && !isEnd(word); word = words[end]) {
    if (hasContent && isPreposition(word, lexicon)) break;
    hasContent ||= isContent(word);
    end += 1;
  }
  return words.slice(from, end);
}

function phraseBefore(words: readonly Word[], until: number, least: number, lexicon: Lexicon): readonly Word[] {
  let start = until;
  while (start > least && !isEnd(words[start - 1]) && !isPreposition(words[start - 1], lexicon)) start -= 1;
  return words.slice(start, until);
}

/** What comes after the verb, where it is one phrase. */
function onePhrase(words: readonly Word[], from: number, lexicon: Lexicon): readonly Word[] {
  const phrase = phraseAfter(words, from, lexicon);
  return words.slice(from + phrase.length).some(isContent) ? [] : phrase;
}

function isPreposition(word: Word | undefined, { kinds }: Lexicon): boolean {
  return word !== undefined && word.lower !== 'of' && kinds.prepositions.has(word.lower);
}

function isEnd(word: Word | undefined): boolean {
  return word === undefined || (word.kind === 'mark' && word.lower !== '#') || word.opens !== null;
}

function isContent({ use }: Word): boolean {
  return use === 'content';
}
