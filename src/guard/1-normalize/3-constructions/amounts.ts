import type { Lexicon } from '../../../core/lexicon.js';
import { COUNT, exactly, type Quantity, round } from '../../../core/quantity.js';
import { rateOf, type UnitWord } from '../../../core/units.js';
import type { VersionDigits } from '../../../core/version.js';
import { amountAt } from '../1-tokens/numerals.js';
import { matchPhrase } from '../1-tokens/phrases.js';
import { isAmong, isWord, type Word } from '../1-tokens/word.js';
import { versionAt } from './versions.js';

/** A number in the text with what it measures or counts. */
export interface Amount {
  amount: number;
  /** The unit after it, which belongs to its words. */
  unit: UnitWord | null;
  /** The noun that it counts, which stays a word of its own. */
  noun: UnitWord | null;
  /** Set where it is or may be a version. */
  version?: VersionDigits | null;
  /** Index after its last word. */
  end: number;
}

const DIGIT = /\d/;
const FORM = /^(-?)([$€£]?)(\d[\d,_]*(?:\.\d+)?) ?(\p{L}+|%)?$/u;

/** The amount that begins at a word: "30s", "two hundred metres", "half an hour", "1k requests per second", "$5". */
export function amountOf(words: readonly Word[], at: number, lexicon: Lexicon): Amount | null {
  const word = words[at];
  if (word === undefined || word.kind === 'mark' || word.kind === 'name') return null;
  if (isWord(word, 'half'))
    return isWord(words[at + 1], 'a', 'an') ? unitAfter(words, at + 2, 0.5, lexicon, true) : null;
  const share = at > 0 ? shareOf(words, at, lexicon) : null;
  if (share !== null) return share;
  const span = isOne(words, at, lexicon) ? spanOf(words, at, lexicon) : null;
  if (span !== null) return span;
  if (isMinus(words, at)) return negated(numberAt(words, at + 1, lexicon));
  const [, sign = '', currency = '', digits = '', suffix] =
    (DIGIT.test(word.lower) ? FORM.exec(word.lower) : null) ?? [];
  const amount = Number(`${sign}${digits.replace(/[,_]/g, '')}`);
  if (currency !== '') return money(currency, amount, suffix, at, lexicon);
  if (suffix !== undefined) return suffixed(words, at, amount, suffix, lexicon);
  return numberAt(words, at, lexicon);
}

/** "minus 3 dB", but not "5 minus 3" */
function isMinus(words: readonly Word[], at: number): boolean {
  return isWord(words[at], 'minus') && words[at + 1]?.kind === 'number' && words[at - 1]?.kind !== 'number';
}

function negated(found: Amount | null): Amount | null {
  return found === null ? null : { ...found, amount: -found.amount, version: null };
}

/** A number that no letter ends, and its unit. */
function numberAt(words: readonly Word[], at: number, lexicon: Lexicon): Amount | null {
  const number = amountAt(words, at);
  const found = number === null ? null : unitAfter(words, number.end, number.amount, lexicon, false);
  if (found === null || found.unit !== null || found.noun !== null || found.end > at + 1) return found;
  return { ...found, version: versionAt(words, at, lexicon) };
}

/** Parts of a whole, in percent. */
const SHARES = new Map([
  ['half', 50],
  ['third', 100 / 3],
  ['quarter', 25],
  ['fifth', 20],
  ['tenth', 10],
]);

/** "gets *a quarter* of the traffic": so many percent. */
function shareOf(words: readonly Word[], at: number, lexicon: Lexicon): Amount | null {
  const amount =
    isWord(words[at], 'a', 'one') && isWord(words[at + 2], 'of') ? SHARES.get(words[at + 1]?.lower ?? '') : null;
  const unit = lexicon.units.get('%')?.alone;
  return amount == null || unit === undefined ? null : { amount: round(amount), unit, noun: null, end: at + 2 };
}

function isOne(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  return isWord(words[at], 'a', 'an') && isAmong(words[at - 1], lexicon.grammar.lasting_one);
}

/** "lasts an hour": one of a unit of time. */
function spanOf(words: readonly Word[], at: number, lexicon: Lexicon): Amount | null {
  const found = isWord(words[at + 1], 'second') ? null : unitAfter(words, at + 1, 1, lexicon, true);
  return found?.unit?.dimension === 'duration' ? found : null;
}

/** In base units: "1 min" is 60 s. */
export function measured({ amount, unit, noun, version }: Amount): Quantity {
  if (unit !== null) return exactly(round(amount * unit.factor + unit.offset), unit.unit, unit.dimension);
  const bare = exactly(round(amount), noun?.unit ?? null, noun?.dimension ?? null);
  return version == null || noun !== null ? bare : { ...bare, version };
}

/** Names of currencies whose sign stands for no other one. */
const CURRENCIES = new Map([
  ['eur', '€'],
  ['euro', '€'],
  ['euros', '€'],
  ['gbp', '£'],
  ['usd', '$'],
]);

function moneyIn(unit: string): UnitWord {
  return { dimension: 'money', unit, factor: 1, offset: 0 };
}

function money(currency: string, amount: number, suffix: string | undefined, at: number, lexicon: Lexicon) {
  const factor = suffix === undefined ? 1 : lexicon.multipliers.get(suffix);
  return factor === undefined ? null : { amount: amount * factor, unit: moneyIn(currency), noun: null, end: at + 1 };
}

/** "30s", "2k requests" */
function suffixed(words: readonly Word[], at: number, amount: number, suffix: string, lexicon: Lexicon) {
  const unit = lexicon.units.get(suffix)?.alone;
  if (unit !== undefined) return asRate(words, { amount, unit, noun: null, end: at + 1 }, lexicon);
  const noun = lexicon.counts.get(suffix)?.alone;
  if (noun !== undefined) return countRate(words, noun, amount, at + 1, lexicon);
  const factor = lexicon.multipliers.get(suffix);
  return factor === undefined ? null : unitAfter(words, at + 1, amount * factor, lexicon, false);
}

/** The amount with the unit that begins at `at`, which may be joined by a hyphen: "two-week". */
function unitAfter(
  words: readonly Word[],
  at: number,
  amount: number,
  lexicon: Lexicon,
  needsUnit: boolean,
): Amount | null {
  const isHyphen = isWord(words[at], '-') && words[at]?.start === words[at - 1]?.end;
  const currency = CURRENCIES.get(words[at]?.lower ?? '');
  if (currency !== undefined) return { amount, unit: moneyIn(currency), noun: null, end: at + 1 };
  const unit = matchPhrase(words, isHyphen ? at + 1 : at, lexicon.units);
  if (unit !== null) return asRate(words, { amount, unit: unit.entry, noun: null, end: unit.end }, lexicon);
  if (needsUnit) return null;
  const noun = matchPhrase(words, at, lexicon.counts);
  const rate = noun === null ? null : countRate(words, noun.entry, amount, noun.end, lexicon);
  return rate ?? { amount, unit: null, noun: noun?.entry ?? null, end: at };
}

function countRate(words: readonly Word[], noun: UnitWord, amount: number, end: number, lexicon: Lexicon) {
  const rate = asRate(words, { amount, unit: noun, noun: null, end }, lexicon);
  return rate.end > end ? rate : null;
}

/** "10 MB per second", "100 requests per 5 minutes", "3 GB/day": what is left of a time span makes a rate of it. */
function asRate(words: readonly Word[], found: Amount & { unit: UnitWord }, lexicon: Lexicon): Amount {
  const { unit, end } = found;
  if (!lexicon.per.has(words[end]?.lower ?? '') || unit.dimension === 'duration' || unit.dimension.includes('/'))
    return found;
  const each = isWord(words[end], 'per', 'every') ? amountAt(words, end + 1) : null;
  const span = matchPhrase(words, each?.end ?? end + 1, lexicon.units);
  if (span?.entry.dimension !== 'duration') return found;
  return { ...found, unit: rateOf(unit, span.entry, each?.amount), end: span.end };
}

/** Whether a number is bare: without a unit, though it may count something. */
export function isBare({ dimension }: Quantity): boolean {
  return dimension === null || dimension === COUNT;
}
