import type { Lexicon } from '../../../core/lexicon.js';
import type { Opposite } from '../../../core/lexicon-words.js';
import type { FrameToken } from '../../../core/norm.js';
import { oncePer } from '../../../core/once-per.js';
import { isInflectedVerb, stem } from '../../../core/stem.js';
import { endsAsPlural, isPastForm } from '../1-tokens/verbs.js';
import { isAmong, isWord, type Word } from '../1-tokens/word.js';
import {
  type FrameContext,
  isBeforeNoun,
  isOfThere,
  isSpokenOf,
  placeOf,
  verbOf,
  wordBefore,
} from './frame-context.js';
import { isAvailable, slotTakes } from './slot-sign.js';

/**
 * What a word may be exchanged for: a value of its class, or the other word of a pair of opposites. In the subject and
 * in conditions such words are part of what is spoken of, so there they are never decisive.
 */
export function exchangeOf(word: Word, token: FrameToken, context: FrameContext): Pick<FrameToken, 'filler'> {
  if (word.opens !== null) return {};
  const isBody = token.role === undefined || token.role === 'verb';
  if (word.valueClass === null) return oppositeOf(word, token, context);
  const slot = isBody ? slotTakes(word, word.valueClass, context) : 'open';
  const wider = context.lexicon.widerClass.get(word.valueClass) ?? word.valueClass;
  return { filler: { kind: 'value', class: isSideBySide(context) ? word.valueClass : wider, slot } };
}

function oppositeOf(word: Word, { role, stem: own }: FrameToken, context: FrameContext): Pick<FrameToken, 'filler'> {
  const pair = context.lexicon.oppositions.get(own) ?? prefixed(word.lower, context.lexicon);
  if (pair === null) return {};
  const isVerb =
    role === 'verb' && !(pair.isReversal && tellsWhatIsDone(context)) && !isDoneToAny(context) && !isOfThere(context);
  const isOneOfSome =
    isSpokenOf(word, context) ||
    isAvailable(word, context) ||
    runsThereToo(context) ||
    isBesides(word, context) ||
    isOfThere(context) ||
    isOfAny(word, context);
  const isChosen = context.isChoice && !isOneOfSome;
  const isDecisive = isVerb || (role === undefined && (isChosen || isManner(word, context)));
  const { family, negative } = pair;
  const opposition = isDecisive || pair.opposition === 'converse' ? pair.opposition : 'compatible';
  return { filler: { kind: 'pole', family, negative, opposition } };
}

/** "The tests run on old machines": and on new ones. "Run the tests on old machines" picks. */
function runsThereToo(context: FrameContext): boolean {
  return context.isFact && context.structure.voice === 'active' && verbOf(context)?.lemma === 'run';
}

/** "has a scar *on his left arm*", "was shot *in the left arm*": and elsewhere too; but "is *in the upper drawer*". */
function isBesides(word: Word, context: FrameContext): boolean {
  const { structure, isFact } = context;
  if (!isFact || structure.verb !== null || !isBeforeNoun(word, context)) return false;
  return (lastLinks(context)[placeOf(word, context)] ?? -1) > firstNoun(context);
}

/** For each word, where the last preposition of what is said stands before it; -1 without one. */
const lastLinks = oncePer(({ words, structure: { bodyStart }, lexicon }: FrameContext) => {
  let last = -1;
  return words.map(({ lower }, at) => {
    const before = last;
    if (at >= bodyStart && lexicon.kinds.prepositions.has(lower)) last = at;
    return before;
  });
});

/** Where the first word of content of what is said stands; infinite without one. */
const firstNoun = oncePer(({ words, structure: { bodyStart }, lexicon }: FrameContext) => {
  const at = words.findIndex(
    ({ use, lower }, index) => index >= bodyStart && use === 'content' && !lexicon.functionWords.has(lower),
  );
  return at < 0 ? Number.POSITIVE_INFINITY : at;
});

/** "approved *a* request", "accepted invitations": others may have been rejected. */
function isDoneToAny({ words, structure, isFact, lexicon }: FrameContext): boolean {
  const { verb, voice } = structure;
  if (!isFact || verb === null || voice !== 'active') return false;
  const [done, object] = [words[verb], words[verb + 1]];
  if (isAmong(object, lexicon.grammar.any)) return true;
  const isBare = object?.kind === 'word' && endsAsPlural(object.lower) && !object.capital;
  return isBare && done !== undefined && isPastForm(done.lower, lexicon);
}

/** "stayed in *a* cheap hotel": and in an expensive one. "Is a cheap hotel" tells what it is. */
function isOfAny(word: Word, context: FrameContext): boolean {
  const { structure, isFact } = context;
  if (!isFact || structure.voice !== 'active' || !isBeforeNoun(word, context)) return false;
  return isAmong(wordBefore(word, context), context.lexicon.grammar.any);
}

/** "The backend uses Redis", "Use Redis": and Postgres beside it. "Keep sessions in Redis" picks one of all stores. */
const isSideBySide = oncePer(({ isFact, structure, words, lexicon }: FrameContext): boolean => {
  if (structure.verb === null || !isAmong(words[structure.verb], lexicon.grammar.has_parts)) return false;
  return isFact || words.filter(({ use }) => use === 'content').length <= 2;
});

/**
 * "The script opens the port", "Headers are added by the proxy", "the port was opened": so it may close or remove them too. "We pin versions"
 * is a habit, "The gate is open" a state.
 */
const tellsWhatIsDone = oncePer(({ isFact, structure, words }: FrameContext): boolean => {
  if (!isFact || isWord(words[0], 'we', 'i')) return false;
  return structure.voice === 'active' || words.some((word) => isWord(word, 'by', 'was', 'were'));
});

/** Nouns that say how something is done. */
/** "in a case-insensitive manner": words from "in" to the one that says how, a hyphen counted. */
const MANNER_MAX = 4;
/** "in *ascending* order"; "is sorted *ascending*": the last word, right after a participle. */
function isManner(word: Word, context: FrameContext): boolean {
  const { structure, words } = context;
  const at = placeOf(word, context);
  if (
    isAmong(words[at + 1], context.lexicon.grammar.manners) &&
    words.slice(Math.max(0, at - MANNER_MAX), at).some((before) => isWord(before, 'in'))
  )
    return true;
  if (structure.voice !== 'passive' || structure.verb === null || words[structure.verb + 1] !== word) return false;
  const next = words[structure.verb + 2];
  return next === undefined || next.kind === 'mark';
}

/** "non-empty" is the opposite of "empty", whatever the word; likewise "unprotected", "nonpublic", "unmergeable". */
function prefixed(lower: string, lexicon: Lexicon): Opposite | null {
  const base = lower.startsWith('non-') ? lower.slice(4) : unprefixed(lower, lexicon);
  if (base === null) return null;
  const plain = stem(base, lexicon);
  const known = lexicon.oppositions.get(plain) ?? {
    family: plain,
    opposition: 'complementary' as const,
    isReversal: false,
    negative: false,
  };
  return { ...known, negative: !known.negative };
}

/** What "un" stands before as a negation: "hashed", "mergeable", but not "united", "underlined". */
const UN_WORD = /^(?!der|ifi|it)\p{L}{3,}(ed|[ai]ble)$/u;

/** "unprotected" → "protected", a participle; "nonpublic" → "public", where that has an opposite. */
function unprefixed(lower: string, lexicon: Lexicon): string | null {
  if (!lower.startsWith('un') && !lower.startsWith('non')) return null;
  const [, prefix, base = ''] = /^(un|non)(\p{L}{3,})$/u.exec(lower) ?? [];
  if (prefix === undefined) return null;
  if (prefix === 'non') return lexicon.oppositions.has(stem(base, lexicon)) ? base : null;
  const isParticiple = isInflectedVerb(base, lexicon) && !/(s|ing)$/.test(base);
  return isParticiple || UN_WORD.test(base) ? base : null;
}
