import type { Lexicon } from '../../core/lexicon.js';
import { baseForm } from '../../core/stem.js';
import type { Word } from './word.js';

/** One alternative a kind of token, tried in this order. No alternative backtracks over more than one token. */
const TOKEN = new RegExp(
  [
    '(?<code>`[^`\\n]+`|#[0-9a-fA-F]{6}(?!\\w))',
    '(?<name>https?://[^\\s)\\]>"\']+|[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+|(?<![\\w/.~])(?:~|\\.{1,2})?/[\\w@%+~-][\\w.@%+*~/-]*|[A-Za-z]+/\\d+(?:\\.\\d+)*)',
    '(?<number>\\d{1,2}:\\d{2}(?::\\d{2})?(?![\\d:])|\\d{4}-\\d{2}(?:-\\d{2}(?:T[\\d:.]+Z?)?)?(?![\\w-])|[$€£]?\\d+(?:[,_]\\d+)*(?:\\.\\d+)*(?:\\.[x*])?(?:%|[\\p{L}]+)?|v\\d+(?:\\.\\d+)*(?:\\.[x*])?)',
    "(?<word>(?:(?:non|un|anti|pre|post|multi|sub|co|re)-)?[\\p{L}_][\\p{L}\\p{M}\\p{N}_]*(?:(?:-\\p{Ll}+)?-\\d+|-(?:back|down|in|off|on|out|over|through|up)s?(?![\\w-])|['’.][\\p{L}\\p{N}_]+)*[+#]{0,2})",
    "(?<owning>(?<=[\\w`])['’]s(?!\\w))",
    '(?<mark>[^\\s])',
  ].join('|'),
  'giu',
);

/** Splits a text into words with their offsets, opens contractions, and finds base forms. Never throws. */
export function tokenize(text: string, lexicon: Lexicon): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const { owning } = match.groups ?? {};
    const owner = words.at(-1);
    if (owning === undefined || owner === undefined) words.push(...tokensOf(match, text, lexicon));
    else Object.assign(owner, { text: owner.text + owning, end: owner.end + owning.length });
  }
  return words;
}

function tokensOf({ 0: whole, index: start, groups = {} }: RegExpMatchArray, text: string, lexicon: Lexicon): Word[] {
  const { code, name, number, word } = groups;
  if (code !== undefined) return codeTokens(code, start ?? 0, text, lexicon);
  if (word !== undefined) return openContraction(word, start ?? 0, lexicon);
  const kind = name !== undefined ? 'name' : number !== undefined ? 'number' : 'mark';
  return [make(whole, start ?? 0, kind, whole, lexicon)];
}

function codeTokens(code: string, start: number, text: string, lexicon: Lexicon): Word[] {
  if (isStatement(text, code, start)) return assignment(code, start, lexicon);
  return [make(code, start, 'code', code.startsWith('#') ? code : code.slice(1, -1).trim(), lexicon)];
}

const SET_MAX = 8;
const ASSIGNMENT = /^`[\w.-]+\s*[:=]\s*[\w.%-]+`$/;

/** "`port = 80`", "proxy: `port: 80`", "set `port: 80`": code that says something by itself. */
function isStatement(text: string, code: string, start: number): boolean {
  const isWhole = /^[.;]?\s*$/.test(text.slice(start + code.length)) && /(?:^|:)\s*$/.test(text.slice(0, start));
  const isSet = /\bset\s+$/i.test(text.slice(Math.max(0, start - SET_MAX), start));
  return (isWhole || isSet) && ASSIGNMENT.test(code);
}

/** The name stays code, whatever follows the sign is read as in plain text. */
function assignment(code: string, start: number, lexicon: Lexicon): Word[] {
  const at = code.search(/[\s:=]/);
  const name = make(code.slice(1, at), start + 1, 'code', code.slice(1, at), lexicon);
  const sign = code.slice(at, -1).search(/\S/) + at;
  const value = tokenize(code.slice(sign + 1, -1), lexicon);
  const from = start + sign + 1;
  const moved = value.map((word) => ({ ...word, start: word.start + from, end: word.end + from }));
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
  if (parts !== undefined) return parts.map((part) => ({ ...make(text, start, 'word', part, lexicon), text: part }));
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

/** A word that a lexicon puts in the place of what stands in the text. */
export function wordOf(text: string, start: number, form: string, lexicon: Lexicon): Word {
  return { ...make(text, start, 'word', form, lexicon), capital: false };
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
  };
}
