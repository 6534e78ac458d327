import { isDigit } from './words.js';

/** Stems and numbers of words, as training/nli/FEATURES.md 3 and 4 define them. */

const DOUBLE_ENDINGS = ['sses', 'shes', 'ches', 'xes', 'zes'];

/** The word without its inflection. `irregular` maps inflected words to their base forms. */
export function stemOf(written: string, irregular: ReadonlyMap<string, string>): string {
  const word = irregular.get(written) ?? written;
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word;
  return softened(withoutEnding(withoutPlural(word)));
}

/** "3", "1000.5", or the word itself where it is no plain number ("v1.2"); null when it has no digit. */
export function numberOf(word: string, spelled: ReadonlyMap<string, string>): string | null {
  const known = spelled.get(word);
  if (known !== undefined) return known;
  if (![...word].some(isDigit)) return null;
  const parts = word.split('.');
  if (!/^[0-9.]+$/.test(word) || parts.length > 2) return word;
  const whole = (parts[0] ?? '').replace(/^0+/, '') || '0';
  const fraction = withoutTrailingZeros(parts[1] ?? '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** No pattern: one that looks for zeros up to the end starts anew at each of them. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (DOUBLE_ENDINGS.some((ending) => word.endsWith(ending))) return word.slice(0, -2);
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

function withoutEnding(word: string): string {
  if (word.endsWith('ing') && word.length > 4 && hasVowel(word.slice(0, -3))) return undoubled(word.slice(0, -3));
  const isPast = word.endsWith('ed') && !word.endsWith('eed') && word.length > 3;
  if (isPast && hasVowel(word.slice(0, -2))) return undoubled(word.slice(0, -2));
  return word.endsWith('ly') && word.length > 5 ? word.slice(0, -2) : word;
}

function softened(word: string): string {
  const short = word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word;
  return short.length > 2 && short.endsWith('y') ? `${short.slice(0, -1)}i` : short;
}

function hasVowel(word: string): boolean {
  return /[aeiouy]/.test(word);
}

function undoubled(word: string): string {
  const isDoubled = word.length > 2 && word.at(-1) === word.at(-2) && !/[aeioulsz]$/.test(word);
  return isDoubled ? word.slice(0, -1) : word;
}
