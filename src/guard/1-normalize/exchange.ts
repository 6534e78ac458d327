import type { Lexicon } from '../../core/lexicon.js';
import type { FrameToken } from '../../core/norm.js';
import { isInflectedVerb, stem } from '../../core/stem.js';
import type { FrameContext } from './frame-context.js';
import { valueSign } from './slot-sign.js';
import { isWord, type Word } from './word.js';

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
      frame: `${isBody ? valueSign(word, word.valueClass, context) : '?'}${word.valueClass}`,
    };
  }
  const pair = context.lexicon.oppositions.get(token.stem) ?? prefixed(word.lower, context.lexicon);
  if (pair === null) return {};
  const isDecisive = token.role === 'verb' || (isBody && (context.isChoice || isManner(word, context)));
  const sign = !isDecisive ? '!' : pair.kind === 'complementary' ? '±' : '~';
  return { frame: `${sign}${pair.family}`, ...(pair.negative ? { negative: true as const } : {}) };
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
