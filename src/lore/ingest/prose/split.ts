import type { TextSpan } from '../../../core/document.js';
import { trimmed } from '../lines.js';

/** After these a full stop ends no sentence. */
const ABBREVIATIONS = new Set([
  'e.g',
  'i.e',
  'etc',
  'vs',
  'cf',
  'approx',
  'resp',
  'incl',
  'st',
  'dr',
  'mr',
  'mrs',
  'ms',
]);
const ABBREVIATION_MAX = 7;

/** The sentences of a text: each ends with its mark, or with the text. Linear in its length. */
export function sentencesOf(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  let start = 0;
  let isCode = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '`') isCode = !isCode;
    if (isCode || !isEnd(text, at)) continue;
    const end = afterClosing(text, at + 1);
    if (!beginsSentence(text, end)) continue;
    add(found, text, { start, end });
    start = end;
  }
  add(found, text, { start, end: text.length });
  return found;
}

function add(found: TextSpan[], text: string, span: TextSpan): void {
  const sentence = trimmed(text, span);
  if (sentence.start < sentence.end) found.push(sentence);
}

function isEnd(text: string, at: number): boolean {
  const mark = text[at];
  if (mark === '!' || mark === '?' || mark === '。') return true;
  return mark === '.' && !ABBREVIATIONS.has(wordBefore(text, at));
}

function wordBefore(text: string, end: number): string {
  const before = text.slice(Math.max(0, end - ABBREVIATION_MAX), end);
  return before.slice(Math.max(before.lastIndexOf(' '), before.lastIndexOf('(')) + 1).toLowerCase();
}

/** Quotation marks and brackets after the mark belong to the sentence. */
function afterClosing(text: string, from: number): number {
  let at = from;
  while (at < text.length && ')]"”’\''.includes(text[at] ?? '')) at += 1;
  return at;
}

/** Whether white space and something that a sentence may begin with follow. */
function beginsSentence(text: string, at: number): boolean {
  if (at >= text.length) return true;
  if (text[at - 1] === '。') return true;
  if (!/\s/.test(text[at] ?? '')) return false;
  let next = at;
  while (next < text.length && /[\s("“‘'[]/.test(text[next] ?? '')) next += 1;
  return next >= text.length || BEGINNING.test(String.fromCodePoint(text.codePointAt(next) ?? 0));
}

/** A picture may stand before a sentence: "✅ Use `const`. ❌ Use `var`." */
const BEGINNING = /[\p{Lu}\p{Lo}\p{N}`\p{Extended_Pictographic}✓✗✘]/u;
