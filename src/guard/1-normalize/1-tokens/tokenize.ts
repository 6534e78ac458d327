import type { Lexicon } from '../../../core/lexicon.js';
import { baseForm } from '../../../core/stem.js';
import { composed } from './composed.js';
import { withGivenNames } from './given-names.js';
import { changed, type Word } from './word.js';

type Kind = 'code' | 'name' | 'number' | 'word' | 'owning' | 'mark';

/**
 * The kinds of token, tried in this order where the last token ended. None reads on for longer than its own token and
 * finds nothing: an address, which only its "@" tells, is looked for where its first character can stand, and nowhere
 * within.
 */
const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['code', /`[^`\n]+`|#[0-9a-fA-F]{6}(?!\w)/iuy],
  ['name', /https?:\/\/[^\s)\]>"']+/iuy],
  ['name', /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/iuy],
  ['name', /(?<![\w/.~])(?:~|\.{1,2})?\/[\w@%+~-][\w.@%+*~/-]*/iuy],
  ['name', /[A-Za-z]+\/\d+(?:\.\d+)*/iuy],
  ['number', /\d{1,2}:\d{2}(?::\d{2})?(?!\d|:\S)/iuy],
  ['number', /\d{4}-\d{2}(?:-\d{2}(?:T[\d:.]+Z?)?)?(?![\w-])/iuy],
  ['number', /[$€£]?\d+(?:[,_]\d+)*(?:\.\d+)*(?:\.[x*])?(?:%|[\p{L}]+)?|v\d+(?:\.\d+)*(?:\.[x*])?/iuy],
  ['word', /tl;dr(?!\w)/iuy],
  [
    'word',
    /(?:(?:non|un|anti|pre|post|multi|sub|co|re)-)?[\p{L}_][\p{L}\p{M}\p{N}_]*(?:(?:-\p{Ll}+)?-\d+|-(?:back|down|in|off|on|out|over|through|up)s?(?![\w-])|['’.][\p{L}\p{N}_]+)*[+#]{0,2}/iuy,
  ],
  ['owning', /(?<=[\w`])['’]s(?!\w)/iuy],
  ['mark', /\S/iuy],
];

interface Token {
  kind: Kind;
  whole: string;
  start: number;
}

/** Splits a text into words with their offsets, opens contractions, and finds base forms. Never throws. */
export function tokenize(text: string, lexicon: Lexicon): Word[] {
  const { text: read, written } = composed(text);
  const words = withGivenNames(tokens(read, lexicon), lexicon);
  return withMentions(read === text ? words : words.map((word) => changed(word, written(word.start, word.end))));
}

const OPENING = new Set(['"', '“', '„']);
const CLOSING = new Set(['"', '”', '“']);

/** Marks the words inside quotation marks: they are mentioned, so that a modal verb among them obliges nobody. A text that opens with them is quoted whole. */
function withMentions(words: Word[]): Word[] {
  if (!words.some(({ kind, lower }) => kind === 'mark' && OPENING.has(lower))) return words;
  let isInside = false;
  return words.map((word, at) => {
    if (word.kind !== 'mark') return isInside ? changed(word, { isMentioned: true }) : word;
    if (isInside ? CLOSING.has(word.lower) : at > 0 && OPENING.has(word.lower)) isInside = !isInside;
    return word;
  });
}

function tokens(text: string, lexicon: Lexicon): Word[] {
  const words: Word[] = [];
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at);
    const owner = words.at(-1);
    if (token?.kind === 'owning' && owner !== undefined) {
      Object.assign(owner, { text: owner.text + token.whole, end: owner.end + token.whole.length });
    } else if (token !== null) words.push(...wordsOf(token, text, lexicon));
    at += token?.whole.length ?? 1;
  }
  return words;
}

/** The token that begins here, or null for a space. */
function tokenAt(text: string, start: number): Token | null {
  if (text[start] === ' ') return null;
  if (SIGNS.has(text[start] ?? '') && isSign(text, start)) {
    const number = tokenAt(text, start + 1);
    if (number?.kind === 'number' && SIGNED.test(number.whole))
      return { ...number, whole: `${text[start]}${number.whole}`, start };
  }
  for (const [kind, pattern] of KINDS) {
    pattern.lastIndex = start;
    const whole = pattern.exec(text)?.[0];
    if (whole !== undefined) return { kind, whole: kind === 'name' ? withoutStop(whole) : whole, start };
  }
  return null;
}

const SIGNS = new Set(['-', '−', '–']);
const SIGN = /^[−–]/;
const SIGNED = /^[$€£]?[\d.,_]+[^\d.,_:-]*$/;
const BEFORE_SIGN = new Set(['(', '[', '{', '=', ':', '<', '>', '≤', '≥']);

/** "is -5", "= -1", but not "5-10", "5 - 3" or "Q1 -3": a sign touches the number after it, and nothing before it. */
function isSign(text: string, at: number): boolean {
  const [before = ' ', next = ''] = [text[at - 1], text[at + 1]];
  if (!/[\d$€£]/.test(next)) return false;
  if (BEFORE_SIGN.has(before)) return true;
  let last = at - 1;
  while (isSpace(text[last])) last -= 1;
  return isSpace(before) && !/\d/.test(text[last] ?? '');
}

/** "Agents may write to /etc." ends with a full stop, the path does not. */
function withoutStop(name: string): string {
  let end = name.length;
  while (end > 2 && STOPS.has(name[end - 1] ?? '')) end -= 1;
  return name.slice(0, end);
}

const STOPS = new Set(['.', ',', ';', ':', '!', '?']);

function wordsOf({ kind, whole, start }: Token, text: string, lexicon: Lexicon): Word[] {
  if (kind === 'code') return codeTokens(whole, start, text, lexicon);
  if (kind === 'word') return openContraction(whole, start, lexicon);
  if (kind === 'number') return [make(whole, start, kind, whole.replace(SIGN, '-'), lexicon)];
  return [make(whole, start, kind === 'owning' ? 'mark' : kind, whole, lexicon)];
}

function codeTokens(code: string, start: number, text: string, lexicon: Lexicon): Word[] {
  if (isStatement(text, code, start)) return assignment(code, start, lexicon);
  return [make(code, start, 'code', code.startsWith('#') ? code : code.slice(1, -1).trim(), lexicon)];
}

const SET_MAX = 8;
const ASSIGNMENT = /^`[\w.-]+\s*[:=]\s*[\w.%-]+`$/;

/** "`port = 80`", "proxy: `port: 80`", "set `port: 80`": code that says something by itself. */
function isStatement(text: string, code: string, start: number): boolean {
  if (!ASSIGNMENT.test(code)) return false;
  const isSet = /\bset\s+$/i.test(text.slice(Math.max(0, start - SET_MAX), start));
  return isSet || (opensLine(text, start) && endsLine(text, start + code.length));
}

/** Whether nothing but space stands between a colon, or the beginning of the text, and here. */
function opensLine(text: string, start: number): boolean {
  let at = start - 1;
  while (at >= 0 && isSpace(text[at])) at -= 1;
  return at < 0 || text[at] === ':';
}

/** Whether nothing but a mark and space follows. */
function endsLine(text: string, end: number): boolean {
  let at = text[end] === '.' || text[end] === ';' ? end + 1 : end;
  while (isSpace(text[at])) at += 1;
  return at === text.length;
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}

/** The name stays code, whatever follows the sign is read as in plain text. */
function assignment(code: string, start: number, lexicon: Lexicon): Word[] {
  const at = code.search(/[\s:=]/);
  const name = make(code.slice(1, at), start + 1, 'code', code.slice(1, at), lexicon);
  const sign = code.slice(at, -1).search(/\S/) + at;
  const value = tokenize(code.slice(sign + 1, -1), lexicon);
  const from = start + sign + 1;
  const moved = value.map((word) => changed(word, { start: word.start + from, end: word.end + from }));
  return [name, make('=', start + sign, 'mark', '=', lexicon), ...moved];
}

/** "sign-off", "roll-outs": nouns that are verbs with a particle, which adds nothing to them; but a check-in is no check-out. */
const PARTICLE = /-(?:back|down|in|off|on|out|over|through|up)s?$/;
const TELLING = /^(?:check|clock|log|opt|phase|sign)-(?:in|out)s?$/;

/** Without the hyphen where that is a word of its own: "opt-in", "write-through". */
function closed(lower: string, { values, verbs }: Lexicon): string {
  if (!lower.includes('-') || !PARTICLE.test(lower)) return lower;
  const joined = lower.replace('-', '');
  return verbs.has(joined) || values.has(joined) ? joined : lower;
}

function openContraction(text: string, start: number, lexicon: Lexicon): Word[] {
  const lower = text.toLowerCase().replaceAll('’', "'");
  const parts = lexicon.contractions.get(lower) ?? contracted(lower);
  if (parts !== undefined)
    return parts.map((part) => changed(make(text, start, 'word', part, lexicon), { text: part }));
  if (text === 'US') return [make(text, start, 'word', 'usa', lexicon)];
  return [make(text, start, 'word', closed(withoutOwner(lower), lexicon), lexicon)];
}

/** "ledger's", "users'" */
function withoutOwner(lower: string): string {
  return lower.includes("'") ? lower.replace(/'s?$/, '') : lower;
}

function contracted(lower: string): readonly string[] | undefined {
  if (!lower.includes("'")) return undefined;
  if (lower.endsWith("n't")) return [lower.slice(0, -3), 'not'];
  const [, base, tail] = /^(\p{L}+)'(re|ve|ll|m|d)$/u.exec(lower) ?? [];
  if (base === undefined || tail === undefined) return undefined;
  return [base, { re: 'are', ve: 'have', ll: 'will', m: 'am', d: 'would' }[tail] ?? tail];
}

/** A word that a lexicon puts in a place of the text, in that of what stands there. */
export function wordOf(
  text: string,
  { start, end }: Pick<Word, 'start' | 'end'>,
  form: string,
  lexicon: Lexicon,
): Word {
  const word = make(text, start, 'word', form, lexicon);
  return changed(word, { end, capital: false, isStandIn: word.lower !== text.toLowerCase() });
}

function make(text: string, start: number, kind: Word['kind'], form: string, lexicon: Lexicon): Word {
  const written = form.toLowerCase();
  const lower = kind === 'word' ? (lexicon.spellings.get(written) ?? written) : written;
  return {
    text,
    lower,
    lemma: kind === 'word' ? baseForm(TELLING.test(lower) ? lower : lower.replace(PARTICLE, ''), lexicon) : lower,
    start,
    end: start + text.length,
    kind,
    capital: kind === 'word' && form !== written ? true : /^\p{Lu}/u.test(text),
    use: kind === 'mark' ? 'mark' : 'content',
    role: 'rest',
    valueClass: null,
    canonical: null,
    quantity: null,
    opens: null,
    isMentioned: false,
    isStandIn: false,
  };
}
