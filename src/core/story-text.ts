import { type CalendarDefinition, type DateWord, dateWords, wordsOf } from './calendar-definition.js';

/** What a date names. Which of its parts go together is for the calendar to say. */
export interface DateParts {
  era?: string;
  year?: number;
  month?: number;
  day?: number;
  event?: number;
}

const CANONICAL = /^([a-z0-9_]+)((?:\.(?:year|month|day|event)_\d{1,15})+)$/;
const UNITS = ['year', 'month', 'day', 'event'] as const;
type UnitName = (typeof UNITS)[number];

/** `third_age.year_340.month_3`, or null. */
export function canonicalParts(text: string): DateParts | null {
  const match = CANONICAL.exec(text);
  if (match === null) return null;
  const named = [...(match[2] ?? '').matchAll(/\.(\w+)_(\d+)/g)].map(([, unit, n]) => [unit, Number(n)] as const);
  const order = named.map(([unit]) => unit).join(' ');
  if (!['year', 'year month', 'year month day', 'event'].includes(order)) return null;
  return { era: match[1] ?? '', ...Object.fromEntries(named) };
}

/** The canonical form of what a date names. */
export function canonicalText({ era, year, month, day, event }: DateParts): string {
  const part = (name: UnitName, n: number | undefined) => (n === undefined ? '' : `.${name}_${n}`);
  return `${era}${part('year', year)}${part('month', month)}${part('day', day)}${part('event', event)}`;
}

/** A name of the calendar, as the words of which it consists, and what it adds to a date. */
interface Name {
  words: readonly string[];
  parts: DateParts;
}

/** A word or name of a date: a part of it, a number, or the name of a unit. */
type Token =
  | { kind: 'parts'; parts: DateParts }
  | { kind: 'number'; value: number; isOrdinal: boolean }
  | { kind: 'unit'; unit: UnitName };

/** Reads dates as people write them: "340 TA", "the 340th year of the Third Age", "12 Frostmonth 340 TA". */
export class DateReader {
  readonly #names: readonly Name[];

  constructor({ eras, units }: CalendarDefinition) {
    const all: Name[] = [];
    const add = (parts: DateParts, ...names: readonly string[]) => {
      for (const name of names) all.push({ words: wordsOf(name), parts });
    };
    for (const { slug, name, abbreviations } of eras ?? []) add({ era: slug }, slug, name, ...(abbreviations ?? []));
    for (const [index, month] of (units?.months ?? []).entries()) {
      add({ month: index + 1 }, month.name, ...(month.abbreviations ?? []));
    }
    for (const { name, month, day } of units?.days ?? []) add({ month, day }, name);
    this.#names = all.sort((a, b) => b.words.length - a.words.length);
  }

  /** The parts of a date, or null where a word has no place in one. */
  read(text: string): DateParts | null {
    const tokens = this.#tokens(dateWords(text));
    return tokens === null || tokens.length === 0 ? null : resolved(withUnits(tokens));
  }

  #tokens(words: readonly DateWord[]): Token[] | null {
    const tokens: Token[] = [];
    for (let at = 0; at < words.length; ) {
      const name = this.#names.find((known) => known.words.every((word, offset) => words[at + offset]?.text === word));
      const token = name === undefined ? tokenOf(words[at]) : { kind: 'parts' as const, parts: name.parts };
      if (token === null) return null;
      tokens.push(token);
      at += name?.words.length ?? 1;
    }
    return tokens;
  }
}

/** Writes dates as people do: "340 TA", "12 Frostmonth 340 TA", "Third Age". */
export class DateWriter {
  readonly #reader: DateReader;
  readonly #eras: ReadonlyMap<string, { name: string; short: string }>;
  readonly #months: readonly string[];

  constructor({ eras, units }: CalendarDefinition, reader: DateReader) {
    this.#reader = reader;
    this.#eras = new Map(
      (eras ?? []).map(({ slug, name, abbreviations }) => [slug, { name, short: abbreviations?.at(-1) ?? name }]),
    );
    this.#months = units?.months?.map(({ name }) => name) ?? [];
  }

  /** A form that reads as these parts: the canonical one where no other does. */
  write(parts: DateParts & { era: string }): string {
    const { era, year, month, day, event } = parts;
    const { name = era, short = era } = this.#eras.get(era) ?? {};
    const monthName = month === undefined ? undefined : this.#months[month - 1];
    const words = year === undefined ? [name] : [day, monthName, year, short];
    const text = words.filter((word) => word !== undefined).join(' ');
    const read = event === undefined ? this.#reader.read(text) : null;
    return read !== null && canonicalText(read) === canonicalText(parts) ? text : canonicalText(parts);
  }
}

function tokenOf(word: DateWord | undefined): Token | null {
  if (word === undefined) return null;
  const { text, isOrdinal } = word;
  if (/^\d{1,15}$/.test(text)) return { kind: 'number', value: Number(text), isOrdinal };
  const unit = UNITS.find((name) => name === text);
  return unit === undefined ? null : { kind: 'unit', unit };
}

/** "year 340" and "340th year" are one part. */
function withUnits(tokens: readonly Token[]): Token[] {
  const folded: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const [token, next] = [tokens[at], tokens[at + 1]];
    const pair = next === undefined || token === undefined ? null : (unitPart(token, next) ?? ordinalPart(token, next));
    if (pair !== null) at += 1;
    const one = pair ?? token;
    if (one !== undefined) folded.push(one);
  }
  return folded;
}

function unitPart(unit: Token, number: Token): Token | null {
  if (unit.kind !== 'unit' || number.kind !== 'number') return null;
  return { kind: 'parts', parts: { [unit.unit]: number.value } };
}

function ordinalPart(number: Token, unit: Token): Token | null {
  return number.kind === 'number' && number.isOrdinal ? unitPart(unit, number) : null;
}

/** The parts that are named, and those that bare numbers stand for. */
function resolved(tokens: readonly Token[]): DateParts | null {
  const parts: DateParts = {};
  for (const token of tokens) {
    if (token.kind === 'unit' || (token.kind === 'parts' && !merge(parts, token.parts))) return null;
  }
  const numbers = tokens.flatMap((token, at) => (token.kind === 'number' ? [{ at, value: token.value }] : []));
  const era = tokens.findIndex((token) => token.kind === 'parts' && token.parts.era !== undefined);
  return withNumbers(parts, numbers, era);
}

/** The year is the number beside the era, or the last one; beside a month the other is a day. */
function withNumbers(
  parts: DateParts,
  numbers: readonly { at: number; value: number }[],
  era: number,
): DateParts | null {
  const beside = numbers.filter(({ at }) => era >= 0 && Math.abs(at - era) === 1);
  const year = parts.year === undefined ? (beside[0] ?? numbers.at(-1)) : undefined;
  const [day, ...others] = numbers.filter((number) => number !== year);
  if (beside.length > 1 || others.length > 0) return null;
  if (year !== undefined && !merge(parts, { year: year.value })) return null;
  if (day === undefined) return parts;
  return parts.month !== undefined && merge(parts, { day: day.value }) ? parts : null;
}

/** Adds parts that are not there yet; false where one is. */
function merge(parts: DateParts, more: DateParts): boolean {
  if (Object.keys(more).some((name) => name in parts)) return false;
  Object.assign(parts, more);
  return true;
}
