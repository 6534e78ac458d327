import type { Lexicon } from '../../../core/lexicon.js';
import { type Bound, bounded, type Quantity, spelled } from '../../../core/quantity.js';
import type { UnitWord } from '../../../core/units.js';
import { areVersionsApart } from '../../../core/version.js';
import { matchPhrase } from '../1-tokens/phrases.js';
import { isAmong, isWord, joined, type Word } from '../1-tokens/word.js';
import { type Amount, amountOf, isBare, measured } from './amounts.js';
import { versionAt } from './versions.js';

/** Words that took the place of those before `end`. */
export interface Found {
  words: Word[];
  end: number;
}

/** "between 8 and 12", "from 5 to 10 s", "3 to 5 days", "10–20": an interval is one value. */
export function rangeAt(words: readonly Word[], at: number, low: Amount, lexicon: Lexicon): Found | null {
  if (isOfChange(words, at, lexicon)) return null;
  const link = linkEnd(words, low.end, isWord(words[at], 'between'));
  const high = link === null ? null : amountOf(words, link, lexicon);
  if (high === null) return null;
  const unit = high.unit ?? low.unit;
  const [least, most] = [low, high].map((end) => measured({ ...end, unit: end.unit ?? unit, noun: high.noun }));
  if (least === undefined || most === undefined || least.unit !== most.unit || !isRising(least, most)) return null;
  const quantity = { ...least, max: most.max, ...versionsOf(least, most) };
  return { words: [valueWord(words.slice(at, high.end), quantity, unit)], end: high.end };
}

/** "was raised from 30 to 60 s": what was, and what is; nothing between them. */
function isOfChange(words: readonly Word[], at: number, { grammar }: Lexicon): boolean {
  const from = isWord(words[at], 'from') ? at : at - 1;
  return isWord(words[from], 'from') && grammar.changing.has(words[from - 1]?.lemma ?? '');
}

/** The digits of both ends, each of which may be a version. */
function versionsOf({ version: low }: Quantity, { version: high }: Quantity): Pick<Quantity, 'version'> {
  if (low?.min === undefined || high?.max === undefined) return {};
  return { version: { isSure: low.isSure || high.isSure, min: low.min, max: high.max } };
}

/** Index after "to", "–" or, in "between 1 and 2", "and"; a hyphen links numbers that touch it on both sides. */
function linkEnd(words: readonly Word[], at: number, isBetween: boolean): number | null {
  if (isWord(words[at], ...(isBetween ? ['and'] : ['to', '–', '—']))) return at + 1;
  const isTouching = words[at]?.start === words[at - 1]?.end && words[at]?.end === words[at + 1]?.start;
  return isWord(words[at], '-') && isTouching && words[at + 1]?.kind === 'number' ? at + 1 : null;
}

/** Numbers from here on may be years. */
const YEARS = 1000;

function isRising(least: Quantity, most: Quantity): boolean {
  return (
    least.min !== null && most.max !== null && isLess(least, most) && (most.dimension !== null || most.max < YEARS)
  );
}

/** "between 3.9 and 3.13" rises where these are versions. */
function isLess(least: Quantity, most: Quantity): boolean {
  if (least.version?.isSure === true && most.version !== undefined)
    return areVersionsApart(least, bounded(most, '>=')) === true;
  return (least.min ?? 0) < (most.max ?? 0);
}

/** "at least 8 days", ">= 8": a bound of a quantity is one value with it. */
export function boundAt(words: readonly Word[], at: number, lexicon: Lexicon): Found | null {
  const match = matchPhrase(words, at, lexicon.bounds);
  if (match === null || isArrow(words, at)) return null;
  const number = amountOf(words, match.end, lexicon);
  if (number === null || isDated(words, at, match.end, measured(number))) return null;
  const quantity = bounded(measured(number), match.entry);
  return { words: [valueWord(words.slice(at, number.end), quantity, number.unit)], end: number.end };
}

/** "a -> 5", "x => 5" */
function isArrow(words: readonly Word[], at: number): boolean {
  return isWord(words[at], '>') && isWord(words[at - 1], '-', '=') && words[at - 1]?.end === words[at]?.start;
}

/** "no later than 2027" */
function isDated(words: readonly Word[], at: number, end: number, { min, dimension }: Quantity): boolean {
  const isTemporal = words.slice(at, end).some((word) => isWord(word, 'later', 'earlier', 'sooner', 'within'));
  return isTemporal && dimension === null && min !== null && min >= YEARS;
}

/** "16 years or older", "8 characters or more", "5+ reviews", "30 s at most": a bound that follows its number. */
export function boundAfter(words: readonly Word[], at: number, number: Amount, lexicon: Lexicon): Found | null {
  const nounEnd = matchPhrase(words, number.end, lexicon.counts)?.end ?? number.end;
  const bound = sign(words, nounEnd, lexicon) ?? plus(words, number.end);
  if (bound === null) return null;
  const quantity = bounded(measured(withNoun(words, number, bound, lexicon)), bound.sign);
  const noun = words.slice(number.end, bound.from);
  return { words: [valueWord(words.slice(at, number.end), quantity, number.unit), ...noun], end: bound.end };
}

interface After {
  sign: Bound;
  from: number;
  end: number;
}

function sign(words: readonly Word[], at: number, lexicon: Lexicon): After | null {
  const next = words[at + 1];
  if (isWord(words[at], 'or', 'and') && (isAmong(next, lexicon.grammar.more) || isAmong(next, lexicon.grammar.less)))
    return { sign: isAmong(next, lexicon.grammar.more) ? '>=' : '<=', from: at, end: at + 2 };
  if (!isWord(words[at], 'at', 'max', 'maximum', 'min', 'minimum')) return null;
  const match = matchPhrase(words, at, lexicon.bounds);
  if (match === null || words[match.end]?.kind === 'number') return null;
  return { sign: match.entry, from: at, end: match.end };
}

/** "8+ characters" */
function plus(words: readonly Word[], at: number): After | null {
  const isTouching = words[at]?.start === words[at - 1]?.end;
  return isWord(words[at], '+') && isTouching && words[at + 1]?.kind === 'word'
    ? { sign: '>=', from: at, end: at + 1 }
    : null;
}

function withNoun(words: readonly Word[], number: Amount, { end }: After, lexicon: Lexicon): Amount {
  if (number.unit !== null || number.noun !== null) return number;
  return { ...number, noun: matchPhrase(words, end, lexicon.counts)?.entry ?? null };
}

/** A number with its unit, in base units, so that "1 min" equals "60 s"; or one of several words: "two hundred". */
export function measureAt(words: readonly Word[], at: number, number: Amount, lexicon: Lexicon): Found | null {
  if (number.unit === null && number.end === at + 1 && !isMultiplied(words[at], lexicon)) return null;
  return { words: [valueWord(words.slice(at, number.end), measured(number), number.unit)], end: number.end };
}

/** "2k" */
function isMultiplied(word: Word | undefined, lexicon: Lexicon): boolean {
  return word?.kind === 'number' && lexicon.multipliers.has(word.lower.replace(/^-?[$€£]?[\d.,_]+/, ''));
}

/** What a bare number counts, where a known noun follows. */
export function counted(words: readonly Word[], at: number, amount: number, lexicon: Lexicon): Quantity {
  const noun = matchPhrase(words, at + 1, lexicon.counts)?.entry ?? null;
  return measured({ amount, unit: null, noun, version: versionAt(words, at, lexicon), end: at + 1 });
}

function valueWord(words: readonly Word[], quantity: Quantity, unit: UnitWord | null): Word {
  const canonical = spelled(quantity);
  const change = { valueClass: classOf(quantity, unit?.window), canonical, lemma: canonical, quantity };
  return joined(words, { ...change, kind: 'number', use: 'content' });
}

/**
 * Rates of different things are not of one class. Neither is what is counted over times of different length: "100 requests
 * per minute" and "1000 per hour" may be limits side by side. But km/h and m/s are one thing.
 */
function classOf(quantity: Quantity, window = 1): string {
  if (isBare(quantity) || quantity.dimension === null) return 'number';
  if (!quantity.dimension.includes('/')) return quantity.dimension;
  const isCounted = window !== 1 && /^(?:count|percent|size)\//.test(quantity.dimension);
  return `rate:${quantity.unit}${isCounted ? ` over ${window}` : ''}`;
}
