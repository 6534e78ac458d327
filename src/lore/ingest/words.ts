import type { Lexicon } from '../../core/lexicon.js';
import { stem } from '../../core/stem.js';

/** The stems of the words of a passage that say something, and how often each comes. */
export function passageStems(text: string, lexicon: Lexicon): Map<string, number> {
  const hits = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (lexicon.functionWords.has(word)) continue;
    const key = stem(word, lexicon);
    hits.set(key, (hits.get(key) ?? 0) + 1);
  }
  return hits;
}

export function countPassageWords(text: string): number {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu)?.length ?? 0;
}
