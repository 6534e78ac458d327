import type { QuotedSpan } from './judge.js';

/** What a quotation may be wrapped in that does not belong to it. */
const WRAPPING = new Set([...'"“”‘’«»„`\'…. ,;:!?\n\t']);

/** Where a text stands word for word in a statement; null where it does not, or says nothing. */
export function quotedIn(statement: string, quote: string): QuotedSpan | null {
  for (const words of [quote.trim(), unwrapped(quote)]) {
    const start = isNamed(words) ? statement.indexOf(words) : -1;
    if (start >= 0) return { start, end: start + words.length };
  }
  return null;
}

/** Whether a quotation quotes anything. */
export function isNamed(quote: string): boolean {
  return /[\p{L}\p{N}\p{S}]/u.test(quote);
}

/** The text without quotation marks, dots and blanks around it, in one pass from either end. */
function unwrapped(quote: string): string {
  let start = 0;
  let end = quote.length;
  while (start < end && WRAPPING.has(quote[start] ?? '')) start += 1;
  while (end > start && WRAPPING.has(quote[end - 1] ?? '')) end -= 1;
  return quote.slice(start, end);
}
