import { isWord, type Word } from './word.js';

const SMALL = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = new Map(
  ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'].map((word, at) => [
    word,
    20 + 10 * at,
  ]),
);
const NUMERALS = new Map([...SMALL.map((word, at) => [word, at] as const), ...TENS]);
const LARGE = new Map([
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
]);

/** The number that a word names by itself ("seven", "thirty"), or null. */
export function numeral(lower: string): number | null {
  return NUMERALS.get(lower) ?? null;
}

/** A number that begins at a word, in digits or words ("30", "thirty-five", "two hundred", "a dozen"); null where none does. */
export function amountAt(words: readonly Word[], at: number): { amount: number; end: number } | null {
  const first = words[at];
  if (first === undefined) return null;
  const large = LARGE.get(words[at + 1]?.lower ?? '');
  if (large !== undefined && isWord(first, 'a')) return { amount: large, end: at + 2 };
  const base = first.kind === 'number' ? digits(first.lower) : first.kind === 'word' ? numeral(first.lower) : null;
  if (base === null) return null;
  const ones = words[at + 1]?.lower === '-' && TENS.has(first.lower) ? numeral(words[at + 2]?.lower ?? '') : null;
  const [small, next] = ones === null ? [base, at + 1] : [base + ones, at + 3];
  const factor = LARGE.get(words[next]?.lower ?? '');
  return factor === undefined ? { amount: small, end: next } : { amount: small * factor, end: next + 1 };
}

function digits(lower: string): number | null {
  return /^-?\d[\d,_]*(?:\.\d+)?$/.test(lower) ? Number(lower.replace(/[,_]/g, '')) : null;
}
