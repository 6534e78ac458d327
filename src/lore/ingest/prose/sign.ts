import type { Sentence } from '../../../core/document.js';

type Sign = Sentence['sign'];

const DENYING = ['❌', '✗', '✘', '✖', '❎', '🚫', '⛔', '👎', '🙅'];
const DENYING_NAMES = ['x', 'no_entry', 'no_entry_sign', 'no_good', 'thumbsdown', '-1', 'heavy_multiplication_x'];
const AFFIRMING = ['✅', '✔', '✓', '☑', '👍'];
const AFFIRMING_NAMES = ['white_check_mark', 'heavy_check_mark', 'ballot_box_with_check', 'thumbsup', '+1'];

const SIGNS = new Map<string, Sign>([
  ...[...DENYING, ...DENYING_NAMES.map((name) => `:${name}:`)].map((sign): [string, Sign] => [sign, 'denied']),
  ...[...AFFIRMING, ...AFFIRMING_NAMES.map((name) => `:${name}:`)].map((sign): [string, Sign] => [sign, 'affirmed']),
]);

/** A picture, a part of one, or its name as it is written on code hosts. */
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}✓✗✘]|\uFE0F|\u200D|:[a-z][a-z0-9_]{0,40}:|:[+-]1:/uy;

/** The pictures that a sentence begins and ends with: how many UTF-16 code units they take, and what they say. */
export interface Signs {
  before: number;
  behind: number;
  sign: Sign;
}

/**
 * The pictures around a sentence: "✅ Use `const`", "Use `var` ❌". What stands before it tells more than what stands behind; there
 * only what says whether it is to be done is none of the words, unlike "Node 20™".
 */
export function signsOf(text: string): Signs {
  const before = picturesAt(text, 0);
  const last = text.lastIndexOf(' ') + 1;
  const ending = last > before.end ? picturesAt(text, last) : NO_PICTURES;
  const isBehind = ending.end === text.length && ending.sign !== null;
  const behind = isBehind ? text.length - text.slice(0, last).trimEnd().length : 0;
  return { before: before.end, behind, sign: before.sign ?? (isBehind ? ending.sign : null) };
}

interface Pictures {
  end: number;
  sign: Sign;
}

const NO_PICTURES: Pictures = { end: 0, sign: null };

/** The pictures from a place on, with the white space behind them. */
function picturesAt(text: string, start: number): Pictures {
  let [end, sign]: [number, Sign] = [start, null];
  for (;;) {
    PICTURE.lastIndex = end;
    const picture = PICTURE.exec(text)?.[0];
    if (picture === undefined) return { end, sign };
    sign ??= SIGNS.get(picture) ?? null;
    end += picture.length;
    while (/\s/.test(text[end] ?? '')) end += 1;
  }
}
