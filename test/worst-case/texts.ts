import { seeded } from '../helpers/seeded.js';
import { lexiconClasses } from './lexicon-classes.js';
import { AROUND, BRACKETS, CHARACTERS, CLAUSES, UNITS } from './units.js';

/** A family of texts that a stranger might send to keep the server busy. */
export interface WorstText {
  group: 'unit' | 'clause' | 'nested' | 'character' | 'around' | 'class' | 'word' | 'random';
  name: string;
  /** A text of at most so many UTF-16 units, and of nearly as many. */
  make(length: number): string;
}

const RANDOM_SEEDS = 120;
/** Classes whose words each make a text of their own: those that open, join or bend a clause. */
const JOINING =
  /^(?:function-words|prepositions|conditions|negation|modality|asides|framing|bounds|units\.per|slots\.(?:markers|lists|light))/;

/** All families, the same in each run. */
export function worstTexts(): WorstText[] {
  const classes = lexiconClasses();
  const words = new Set([...classes].flatMap(([name, texts]) => (JOINING.test(name) ? texts : [])));
  return [
    ...Object.entries(UNITS).map(([name, unit]) => repeated('unit', name, () => unit)),
    ...Object.entries(CLAUSES).map(([name, clause]) => repeated('clause', name, clause)),
    ...Object.entries(AROUND).map(([name, parts]) => around(name, parts)),
    ...BRACKETS.map(nested),
    ...CHARACTERS.map((one) => repeated('character', shown(one), () => one)),
    ...[...classes].map(([name, texts]) => repeated('class', name, (n) => `${texts[n % texts.length]} `)),
    ...[...classes].map(([name, texts]) =>
      repeated('class', `${name}, by comma`, (n) => `${texts[n % texts.length]}, `),
    ),
    ...[...words].map((word) => repeated('word', word, () => `${word} `)),
    ...Array.from({ length: RANDOM_SEEDS }, (_, seed) => random(seed)),
  ];
}

/** Every unit, clause and growing text, and a share of the rest: what a run of all tests has time for. */
export function someTexts(): WorstText[] {
  const all = worstTexts();
  const isWhole = ({ group }: WorstText) => ['unit', 'clause', 'around'].includes(group);
  const rest = all.filter((text) => !isWhole(text));
  return [...all.filter(isWhole), ...rest.filter((_, at) => at % SHARE === 0)];
}

const SHARE = 10;

/** The texts that once held a server up for longest, one of each cause. */
export function knownTexts(): WorstText[] {
  return worstTexts().filter(({ name }) => KNOWN.has(name));
}

const KNOWN = new Set([
  ...['number', 'numbers, hyphenated', 'fraction', 'negative', 'exponent', 'numbered list', 'range', 'percent'],
  ...['spelled number', 'money', 'bound', 'size', 'year', 'setting', 'the X must Y,', 'opposites'],
  ...['X must use one of many values', 'numbers that differ', 'name of a setting', 'change without an end', '( … )'],
]);

/** What people write, sentence by sentence: what any other text is held against. */
export function usualProse(): WorstText {
  return repeated(
    'clause',
    'usual prose',
    (n) => `The gate ${n} is kept by the warden, and the lamps are lit at dusk. `,
  );
}

/** `part(0)`, `part(1)`, … as far as there is room. */
function repeated(group: WorstText['group'], name: string, part: (n: number) => string): WorstText {
  return { group, name, make: (length) => filled(length, part) };
}

function filled(length: number, part: (n: number) => string): string {
  const parts: string[] = [];
  let room = length;
  for (let n = 0; ; n++) {
    const next = part(n);
    room -= next.length;
    if (room < 0) return parts.join('');
    parts.push(next);
  }
}

function around(name: string, [before, unit, after]: readonly [string, string, string]): WorstText {
  const make = (length: number) => before + filled(length - before.length - after.length, () => unit) + after;
  return { group: 'around', name, make };
}

function nested([open, close]: readonly [string, string]): WorstText {
  const depth = (length: number) => Math.floor((length - 1) / (open.length + close.length));
  const make = (length: number) => `${open.repeat(depth(length))}a${close.repeat(depth(length))}`;
  return { group: 'nested', name: `${open} … ${close}`, make };
}

/** A phrase of two to six units, repeated; and for each other seed units in any order, to the end. */
function random(seed: number): WorstText {
  const units = Object.values(UNITS);
  const make = (length: number) => {
    const next = seeded(seed);
    const any = () => units[Math.floor(next() * units.length)] ?? '';
    if (seed % 2 === 1) return filled(length, any);
    const phrase = Array.from({ length: 2 + Math.floor(next() * 5) }, any).join('');
    return filled(length, () => phrase);
  };
  return { group: 'random', name: `seed ${seed}`, make };
}

function shown(character: string): string {
  return [...character].map((one) => `U+${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`).join(' ');
}
