import { RULE_LIMITS } from '../../core/ontology.js';
import { RuleRefused } from './refused.js';

export interface Token {
  kind: 'name' | 'quoted_name' | 'text' | 'number' | 'parameter' | 'sign' | 'end';
  /** Of a name or a sign as it is written; of a text its value. */
  text: string;
  /** Where it begins and ends in the rule. */
  at: number;
  end: number;
}

const SIGNS_OF_TWO = new Set(['<>', '<=', '>=', '..', '=~', '+=', '!=']);
const NAME_START = /^[\p{L}_]$/u;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/**
 * The tokens of a rule, in time linear in its length.
 * @throws RuleRefused
 */
export function tokensOf(text: string): Token[] {
  if (text.length > RULE_LIMITS.characters)
    throw new RuleRefused(`A rule has at most ${RULE_LIMITS.characters} characters.`, RULE_LIMITS.characters);
  const tokens: Token[] = [];
  let at = skipped(text, 0);
  while (at < text.length) {
    const token = tokenAt(text, at);
    tokens.push(token);
    at = skipped(text, token.end);
  }
  tokens.push({ kind: 'end', text: '', at: text.length, end: text.length });
  return tokens;
}

/** After white space and comments. */
function skipped(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    if (isSpace(text.charAt(at))) at += 1;
    else if (text.startsWith('//', at)) at = endOr(text.indexOf('\n', at), text.length);
    else if (text.startsWith('/*', at)) at = endOfComment(text, at);
    else break;
  }
  return at;
}

function endOfComment(text: string, at: number): number {
  const end = text.indexOf('*/', at + 2);
  if (end < 0) throw new RuleRefused('This comment does not end: "*/" is missing.', at);
  return end + 2;
}

function endOr(index: number, otherwise: number): number {
  return index < 0 ? otherwise : index;
}

function tokenAt(text: string, at: number): Token {
  const first = text.charAt(at);
  if (isNameStart(first)) return nameAt(text, at);
  if (isDigit(first)) return numberAt(text, at);
  if (first === '"' || first === "'") return textAt(text, at, first);
  if (first === '`') return quotedAt(text, at);
  if (first === '$') return parameterAt(text, at);
  const two = text.slice(at, at + 2);
  const sign = SIGNS_OF_TWO.has(two) ? two : String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { kind: 'sign', text: sign, at, end: at + sign.length };
}

function nameAt(text: string, at: number): Token {
  const end = endOfName(text, at);
  return { kind: 'name', text: text.slice(at, end), at, end };
}

function endOfName(text: string, at: number): number {
  let end = at;
  while (end < text.length && (isNameStart(text.charAt(end)) || isDigit(text.charAt(end)))) end += 1;
  return end;
}

function numberAt(text: string, at: number): Token {
  let end = endOfDigits(text, at);
  if (text.charAt(end) === '.' && isDigit(text.charAt(end + 1))) end = endOfDigits(text, end + 1);
  if (isNameStart(text.charAt(end))) throw new RuleRefused('A number ends with its digits.', end);
  return { kind: 'number', text: text.slice(at, end), at, end };
}

function endOfDigits(text: string, at: number): number {
  let end = at;
  while (isDigit(text.charAt(end))) end += 1;
  return end;
}

function textAt(text: string, at: number, quote: string): Token {
  let value = '';
  let end = at + 1;
  while (text.charAt(end) !== quote) {
    if (end >= text.length) throw new RuleRefused(`This text does not end: ${quote} is missing.`, at);
    const isEscaped = text.charAt(end) === '\\';
    const one = text.charAt(isEscaped ? end + 1 : end);
    if (one === '\0') throw new RuleRefused('A text has no character U+0000.', end);
    value += isEscaped ? (ESCAPES[one] ?? one) : one;
    end += isEscaped ? 2 : 1;
  }
  return { kind: 'text', text: value, at, end: end + 1 };
}

function quotedAt(text: string, at: number): Token {
  const end = text.indexOf('`', at + 1);
  if (end < 0) throw new RuleRefused('This name does not end: ` is missing.', at);
  const name = text.slice(at + 1, end);
  if (name === '' || name.includes('\0')) throw new RuleRefused('A name has at least one character.', at);
  return { kind: 'quoted_name', text: name, at, end: end + 1 };
}

function parameterAt(text: string, at: number): Token {
  const end = endOfName(text, at + 1);
  if (end === at + 1) throw new RuleRefused('A parameter is $ and its name.', at);
  return { kind: 'parameter', text: text.slice(at + 1, end), at, end };
}

function isSpace(character: string): boolean {
  return character.trim() === '';
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

function isNameStart(character: string): boolean {
  return NAME_START.test(character);
}
