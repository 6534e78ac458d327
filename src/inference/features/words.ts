/** Words of a text, as training/nli/FEATURES.md 1 defines them. "Character" is a code point throughout. */

/** A word in lower case, and whether it was written with a capital A-Z. */
export interface Word {
  word: string;
  isCapital: boolean;
}

const WORDS_MAX = 128;
const SYMBOLS = '%$<>=+&?!,';

/** Code points from 0x80 on that never belong to a word. */
const GAPS: readonly (readonly [number, number])[] = [
  ...([
    [0x80, 0xbf],
    [0xd7, 0xd7],
    [0xf7, 0xf7],
    [0x2000, 0x2bff],
    [0x2e00, 0x2e7f],
    [0x3000, 0x303f],
  ] as const),
  ...([
    [0xd800, 0xf8ff],
    [0xfe00, 0xfe6f],
    [0xfff0, 0xffff],
    [0x1f000, 0x1faff],
  ] as const),
];
const IDEOGRAPHS: typeof GAPS = [
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0x20000, 0x2fa1f],
];

const CONTRACTIONS: Readonly<Record<string, string[]>> = {
  "won't": ['will', 'not'],
  "can't": ['can', 'not'],
  "shan't": ['shall', 'not'],
  cannot: ['can', 'not'],
};
const ENDINGS: readonly (readonly [string, string[]])[] = [
  ...([
    ["'re", ['are']],
    ["'ve", ['have']],
    ["'ll", ['will']],
  ] as [string, string[]][]),
  ...([
    ["'d", ['would']],
    ["'m", ['am']],
    ["'s", []],
  ] as [string, string[]][]),
];

export function words(text: string): Word[] {
  const characters = normalized(text);
  const found: Word[] = [];
  for (let at = 0; at < characters.length && found.length < WORDS_MAX; ) {
    const character = characters[at] ?? '';
    const isWord = isWordCharacter(character);
    const end = isWord ? endOfWord(characters, at) : at + 1;
    if (isWord) found.push(...wordsOf(characters.slice(at, end).join('')));
    else if (isSymbol(character) || isIdeograph(character)) found.push({ word: character, isCapital: false });
    at = end;
  }
  return found.slice(0, WORDS_MAX);
}

function endOfWord(characters: readonly string[], start: number): number {
  let end = start + 1;
  while (end < characters.length && (isWordCharacter(characters[end] ?? '') || joins(characters, end))) end += 1;
  return end;
}

/** A run of characters may be two words: don't. */
function wordsOf(run: string): Word[] {
  const first = run.charAt(0);
  const isCapital = first >= 'A' && first <= 'Z';
  return expand(run.replaceAll(',', '').toLowerCase()).map((word) => ({ word, isCapital }));
}

export function isSymbol(word: string): boolean {
  return word.length === 1 && SYMBOLS.includes(word);
}

export function isDigit(character: string): boolean {
  return character >= '0' && character <= '9' && character.length === 1;
}

export function isLetter(character: string): boolean {
  const isOne = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
  return isOne && character.length === 1;
}

function normalized(text: string): string[] {
  return [
    ...text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[\u2018\u2019\u201b\u2032]/g, "'"),
  ];
}

function isWordCharacter(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return isLetter(character) || isDigit(character);
  return !isWithin(code, GAPS) && !isWithin(code, IDEOGRAPHS);
}

function isIdeograph(character: string): boolean {
  return isWithin(character.codePointAt(0) ?? 0, IDEOGRAPHS);
}

function isWithin(code: number, ranges: typeof GAPS): boolean {
  return ranges.some(([low, high]) => code >= low && code <= high);
}

/** Whether a character that is none of a word stands inside one: 3.5, 12:30, 1,000, don't. */
function joins(characters: readonly string[], at: number): boolean {
  const [before, character, after] = [characters[at - 1] ?? '', characters[at] ?? '', characters[at + 1]];
  if (after === undefined) return false;
  if (character === '.' || character === ':') return isDigit(before) && isDigit(after);
  if (character === "'") return isLetter(before) && isLetter(after);
  return character === ',' && isDigit(before) && groupsThousands(characters, at);
}

function groupsThousands(characters: readonly string[], comma: number): boolean {
  const group = characters.slice(comma + 1, comma + 4);
  return group.length === 3 && group.every(isDigit) && !isDigit(characters[comma + 4] ?? '');
}

/** Contractions are written out, possessive endings dropped. */
function expand(word: string): string[] {
  const contraction = Object.hasOwn(CONTRACTIONS, word) ? CONTRACTIONS[word] : undefined;
  if (contraction !== undefined) return contraction;
  if (!word.includes("'")) return [word];
  if (word.endsWith("n't") && word.length > 3) return [word.slice(0, -3), 'not'];
  const ending = ENDINGS.find(([end]) => word.endsWith(end) && word.length > end.length);
  if (ending === undefined) return [word.replaceAll("'", '')];
  return [word.slice(0, -ending[0].length).replaceAll("'", ''), ...ending[1]];
}
