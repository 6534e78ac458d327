import type { TextSpan } from '../../../core/document.js';
import { ERASED } from '../../../core/erasure.js';
import { plainText } from './plain-text.js';
import { foldedText } from './statement.js';

/** A passage, as far as it may hold words that are erased. */
export interface Erasable {
  /** Offset of its text in that of the document. */
  starts: number;
  text: string;
  heading: string | null;
}

/** Quotes that a passage may stand in. */
const QUOTES = 100;

/**
 * A passage without these statements, and without what stands at a span of the document if that is what ends one of them:
 * the item of a list whose lead-in begins it. What is left keeps its places.
 */
export function withoutStatements<P extends Erasable>(
  passage: P,
  statements: readonly string[],
  spans: readonly TextSpan[],
): P {
  const folded = statements.map(foldedText);
  const parts = spans.flatMap((span) => partOf(passage, span, folded) ?? []);
  const items = parts.map(({ start, end }) => plainText(passage.text, { start, end }, QUOTES).text);
  const found = [...statements, ...items].flatMap((needle) => occurrences(passage.text, needle));
  const heading = passage.heading !== null && folded.includes(foldedText(passage.heading)) ? ERASED : passage.heading;
  return { ...passage, heading, text: blanked(passage.text, [...parts, ...found]) };
}

/** The text with these parts blanked, whatever is in them; what follows stays where it is. */
export function blanked(text: string, parts: readonly TextSpan[]): string {
  return parts.reduce((left, { start, end }) => {
    const length = Math.max(0, Math.min(end, left.length) - Math.max(0, start));
    const from = Math.max(0, start);
    return left.slice(0, from) + ERASED.slice(0, length).padEnd(length) + left.slice(from + length);
  }, text);
}

function partOf({ starts, text }: Erasable, { start, end }: TextSpan, folded: readonly string[]): TextSpan | null {
  const part = { start: start - starts, end: Math.min(end - starts, text.length) };
  if (part.start < 0 || part.end <= part.start) return null;
  const said = foldedText(plainText(text, part, QUOTES).text);
  return said !== '' && folded.some((one) => one.endsWith(said)) ? part : null;
}

/** Where a text says something, whatever marks of Markdown stand in it. */
function occurrences(text: string, needle: string): TextSpan[] {
  const { text: plain, at } = plainText(text, { start: 0, end: text.length }, QUOTES);
  const [hay, wanted] = [plain.toLowerCase(), needle.toLowerCase()];
  const found: TextSpan[] = [];
  if (wanted.trim() === '' || hay.length !== plain.length) return found;
  for (let from = hay.indexOf(wanted); from >= 0; from = hay.indexOf(wanted, from + wanted.length)) {
    found.push({ start: at[from] ?? 0, end: (at[from + wanted.length - 1] ?? 0) + 1 });
  }
  return found;
}
