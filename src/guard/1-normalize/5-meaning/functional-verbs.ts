import type { Lexicon, RoleSlot } from '../../../core/lexicon.js';
import { isWord, readAs, type Word } from '../1-tokens/word.js';
import type { Mood } from '../4-verb-group/modality.js';
import type { Structure } from '../4-verb-group/structure.js';

/** What fills a role in more words is described rather than named. */
const FILLER_MAX = 5;

/**
 * "The ticket is assigned to Bao", "Nadia reports to Chen", "Tokens are signed with RS256": a verb with a role that one
 * thing fills at a time names a slot, and what fills the role is its value, as in "The assignee of the ticket is Bao".
 */
export function foldFunctionalVerb(
  words: readonly Word[],
  mood: Mood,
  structure: Structure,
  lexicon: Lexicon,
): Structure {
  const { verb, voice } = structure;
  if (verb === null || voice === 'copula' || !isFree(mood) || !hasSubject(words, verb)) return structure;
  const role = roleAt(words, verb, lexicon.roles[voice], lexicon);
  if (role === null) return structure;
  const end = fillerEnd(words, role.from, lexicon);
  if (!isFiller(words.slice(role.from, end), role.slot, voice, lexicon) || isJoined(words, end)) return structure;
  name(words, { verb, from: role.from, end, slot: role.slot.slot });
  return { verb: null, bodyStart: role.from, voice: 'copula', slot: role.slot.sign };
}

/** The verb becomes the name of the slot, which belongs to all else that is said. */
function name(
  words: readonly Word[],
  { verb, from, end, slot }: { verb: number; from: number; end: number; slot: string },
) {
  const isAfterComma = isWord(words[end], ',');
  words.forEach((word, at) => {
    if (word.role !== 'condition') word.role = at >= from && at < end ? 'rest' : 'agent';
    if (at >= end && isAfterComma && word.use === 'content') word.use = 'function';
    if (at === verb) readAs(word, slot);
    const isLink = at > verb && at < from && word.use === 'content' && !isWord(word, 'only', 'exclusively');
    if (isLink) word.use = 'function';
  });
}

/** A fact or a duty; who may be assigned to one may be to another. */
function isFree({ kind, modality }: Mood): boolean {
  return kind === 'fact' || (kind === 'auxiliary' && modality !== 'may');
}

/** The role that a verb has with the preposition after it, or by itself, and where what fills it begins. */
function roleAt(
  words: readonly Word[],
  verb: number,
  roles: ReadonlyMap<string, RoleSlot>,
  { kinds }: Lexicon,
): { slot: RoleSlot; from: number } | null {
  const lemma = words[verb]?.lemma ?? '';
  let link = verb + 1;
  while (kinds.adverbs.has(words[link]?.lower ?? '') || isWord(words[link], 'only', 'exclusively', 'directly'))
    link += 1;
  const linked = roles.get(`${lemma} ${words[link]?.lower ?? ''}`);
  if (linked !== undefined) return { slot: linked, from: link + 1 };
  const plain = roles.get(lemma);
  return plain === undefined ? null : { slot: plain, from: link };
}

/** What it is said of stands before the verb; "we" do many things. */
function hasSubject(words: readonly Word[], verb: number): boolean {
  const subject = words.slice(0, verb).filter(({ use, role }) => use === 'content' && role !== 'condition');
  return (
    subject.length > 0 && !subject.some((word) => isWord(word, 'a', 'an', 'some', 'we', 'i', 'they', 'you', 'there'))
  );
}

/** To the next mark, condition or preposition other than "of". */
function fillerEnd(words: readonly Word[], from: number, { kinds }: Lexicon): number {
  const end = words.findIndex(
    ({ kind, lower, role, use, opens }, at) =>
      at >= from &&
      ((kind === 'mark' && lower !== '-') ||
        role === 'condition' ||
        use === 'time' ||
        use === 'scope' ||
        opens !== null ||
        (kinds.prepositions.has(lower) && lower !== 'of')),
  );
  return end < 0 ? words.length : end;
}

/** One thing, by name or noun. Of values of a class the rules for these say whether there may be more where the role leaves it open. */
function isFiller(filler: readonly Word[], { sign }: RoleSlot, voice: 'active' | 'passive', lexicon: Lexicon): boolean {
  const isTold = isWord(filler[0], 'the', 'our') || filler.every(({ capital, kind }) => capital || kind !== 'word');
  if (sign === 'doubt' && ((!isTold && voice === 'passive') || filler.some(({ valueClass }) => valueClass !== null)))
    return false;
  if (filler.length === 0 || filler.length > FILLER_MAX) return false;
  if (lexicon.grammar.indefinite.has(filler[0]?.lower ?? '')) return false;
  return filler.every((word) => !isWord(word, 'and', 'or', 'either', 'both') && word.use !== 'modality');
}

/** "stored in S3, Glacier", "in S3 / Glacier" */
function isJoined(words: readonly Word[], end: number): boolean {
  if (isWord(words[end], '/', '+', '&', 'and', 'or')) return true;
  return (
    isWord(words[end], ',') &&
    (words[end + 1]?.capital === true || words.slice(end).some((word) => isWord(word, 'and', 'or')))
  );
}
