import type { Lexicon } from '../../core/lexicon.js';
import type { FrameToken } from '../../core/norm.js';
import { isInflectedVerb, stem } from '../../core/stem.js';
import type { FrameContext } from './frame-context.js';
import { isWord, type Word } from './word.js';

/** Dates are grounded enough to differ decisively under any verb. */
const DATES = new Set(['year', 'date', 'day']);
/** Things happen on several of these. */
const RECURRING = new Set(['weekday', 'month']);
/** Beside quantities, classes of which a thing has one; of all others, names and places, most verbs take several. */
const MEASURED = new Set(['cadence', 'number', 'time']);

/**
 * What a word may be exchanged for: a value of its class, or the other word of a pair of opposites. In the subject and
 * in conditions such words are part of what is spoken of, so there they are never decisive.
 */
export function exchangeOf(
  word: Word,
  token: FrameToken,
  context: FrameContext,
): Pick<FrameToken, 'frame' | 'negative'> {
  const isBody = token.role === undefined || token.role === 'verb';
  if (word.valueClass !== null) {
    return {
      frame: `${isBody && !isBoundedForm(word) ? valueSign(word, word.valueClass, context) : '?'}${word.valueClass}`,
    };
  }
  const pair = context.lexicon.oppositions.get(token.stem) ?? prefixed(word.lower, context.lexicon);
  if (pair === null) return {};
  const isDecisive = token.role === 'verb' || (isBody && (context.isChoice || isManner(word, context)));
  const sign = !isDecisive ? '!' : pair.kind === 'complementary' ? '±' : '~';
  return { frame: `${sign}${pair.family}`, ...(pair.negative ? { negative: true as const } : {}) };
}

/** "at least 3.2.1": ordered, but no number that could be compared. */
function isBoundedForm({ quantity, canonical }: Word): boolean {
  return quantity === null && /^[<>]/.test(canonical ?? '');
}

/** "The *supported* versions are …" */
function isOneOfMany({ role, lower, lemma }: Word, lexicon: Lexicon): boolean {
  return role === 'agent' && lower.endsWith('ed') && lexicon.manyVerbs.has(lemma);
}

/** Nouns that say how something is done. */
const MANNERS = ['direction', 'fashion', 'manner', 'mode', 'order', 'sequence', 'way'];

/** "in *ascending* order"; "is sorted *ascending*": the last word, right after a participle. */
function isManner(word: Word, { structure, words }: FrameContext): boolean {
  const at = words.indexOf(word);
  if (isWord(words[at + 1], ...MANNERS) && words.slice(Math.max(0, at - 3), at).some((before) => isWord(before, 'in')))
    return true;
  if (structure.voice !== 'passive' || structure.verb === null || words[structure.verb + 1] !== word) return false;
  const next = words[structure.verb + 2];
  return next === undefined || next.kind === 'mark';
}

/** Whether a value stands in a slot that takes one value (#), many (*), or that nothing is known of (?). */
function valueSign(word: Word, valueClass: string, context: FrameContext): '#' | '*' | '?' {
  const { structure, words, isChoice, lexicon } = context;
  const verb = structure.verb === null ? undefined : words[structure.verb];
  if (DATES.has(valueClass)) return '#';
  if (verb !== undefined && lexicon.manyVerbs.has(verb.lemma)) return '*';
  if (words.some((subject) => isOneOfMany(subject, lexicon)) && !isExtreme(words)) return '*';
  if (RECURRING.has(valueClass)) return recurring(word, context);
  if (isChoice) return '#';
  if (isOneOpened(word, valueClass, context)) return '*';
  if (structure.voice === 'passive' && verb !== undefined && word.start < verb.start) return '*';
  return word.quantity !== null || MEASURED.has(valueClass) ? '#' : '?';
}

/** "Open port 443": a command about one of several, where the number only says which. */
function isOneOpened(word: Word, valueClass: string, { words, lexicon }: FrameContext): boolean {
  const before = words[words.indexOf(word) - 1];
  if (valueClass !== 'number' || before === undefined || !lexicon.slotHeads.has(before.lemma)) return false;
  return words.every(({ role }) => role !== 'agent');
}

/** "The *minimum* supported version": of many there is one such. */
function isExtreme(words: readonly Word[]): boolean {
  return words.some(
    (word) =>
      word.role === 'agent' && isWord(word, 'minimum', 'maximum', 'lowest', 'highest', 'oldest', 'newest', 'latest'),
  );
}

/** "is on Monday", "the one round of the week is on Monday": one day; else one of several. */
function recurring(word: Word, { structure, words }: FrameContext): '#' | '*' {
  if (structure.voice === 'copula') return '#';
  if (word.text.endsWith('s') || !isWord(words[0], 'the', 'our', 'my', 'your')) return '*';
  const isOnly = words.some(
    (other) => other.role === 'agent' && isWord(other, 'one', 'only', 'weekly', 'sole', 'single'),
  );
  return isOnly ? '#' : '*';
}

/** "non-empty" is the opposite of "empty", whatever the word; likewise "unprotected". */
function prefixed(lower: string, lexicon: Lexicon) {
  const base = lower.startsWith('non-') ? lower.slice(4) : unParticiple(lower, lexicon);
  if (base === null) return null;
  return { family: stem(base, lexicon), kind: 'complementary' as const, negative: true };
}

/** "unprotected" → "protected", where that is a form of a known verb. */
function unParticiple(lower: string, lexicon: Lexicon): string | null {
  if (!lower.startsWith('un') || !lower.endsWith('ed')) return null;
  return isInflectedVerb(lower.slice(2), lexicon) ? lower.slice(2) : null;
}
