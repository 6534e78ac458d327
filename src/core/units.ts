import { convert, type Unit } from 'convert';
import { z } from 'zod';
import { COUNT } from './quantity.js';

const words = z.array(z.string().min(1));
const wordsBySymbol = z.record(z.string(), words);

/** Words by unit. What the units are to each other is the matter of the package `convert`, but for those in `own`. */
export const unitsFile = z.strictObject({
  /** The unit that all numbers of a dimension are converted to → the dimension. */
  bases: z.record(z.string(), z.string()),
  /** Nouns that are counted → their spellings. */
  counts: wordsBySymbol,
  /** Dimension → unit → its names. */
  measures: z.record(z.string(), wordsBySymbol),
  /** Letters after a number that multiply it. */
  multipliers: z.record(z.string(), z.number()),
  /** Units that the package does not have, or rounds too much → how many of another unit they are. */
  own: z.record(z.string(), z.record(z.string(), z.number())),
  /** What may stand between the two units of a rate. */
  per: words,
  /** Rates with a name of their own, as numerator/denominator. */
  rates: wordsBySymbol,
});
export type UnitsFile = z.infer<typeof unitsFile>;

/** How to convert to the base unit: amount × factor + offset. */
export interface UnitWord {
  dimension: string;
  /** Symbol of the base unit. */
  unit: string;
  factor: number;
  /** Other than 0 for scales with another zero: degrees Fahrenheit. */
  offset: number;
  /** Of a rate, how long the time is that it is counted over, in seconds. */
  window?: number;
}

/** Every unit and rate by each of its names, with its conversion worked out. Throws on a unit that nothing defines. */
export function unitWords(file: UnitsFile): [string, UnitWord][] {
  const bySymbol = new Map(Object.keys(file.counts).map((noun) => [noun, counted(noun)]));
  const measured = Object.entries(file.measures).flatMap(([dimension, units]) =>
    Object.entries(units).flatMap(([symbol, names]) => {
      const unit = measure(symbol, dimension, file);
      bySymbol.set(symbol, unit);
      return names.map((name): [string, UnitWord] => [name, unit]);
    }),
  );
  const named = Object.entries(file.rates).flatMap(([rate, names]) => {
    const unit = namedRate(rate, bySymbol);
    return names.map((name): [string, UnitWord] => [name, unit]);
  });
  return [...measured, ...named];
}

/** Nouns that are counted, by each of their spellings. */
export function countWords(file: UnitsFile): [string, UnitWord][] {
  return Object.entries(file.counts).flatMap(([noun, names]) =>
    names.map((name): [string, UnitWord] => [name, counted(noun)]),
  );
}

/** So many of one unit for each of another: "10 MB per minute". */
export function rateOf(numerator: UnitWord, denominator: UnitWord, each = 1): UnitWord {
  const window = denominator.factor * each;
  return {
    dimension: `${numerator.dimension}/${denominator.dimension}`,
    unit: `${numerator.unit}/${denominator.unit}`,
    factor: numerator.factor / window,
    offset: 0,
    window,
  };
}

function counted(noun: string): UnitWord {
  return { dimension: COUNT, unit: noun, factor: 1, offset: 0 };
}

function namedRate(rate: string, bySymbol: ReadonlyMap<string, UnitWord>): UnitWord {
  const [numerator, denominator] = rate.split('/').map((symbol) => bySymbol.get(symbol));
  if (numerator === undefined || denominator === undefined) throw new RangeError(`unknown unit in the rate ${rate}`);
  return rateOf(numerator, denominator);
}

function measure(symbol: string, dimension: string, file: UnitsFile): UnitWord {
  const [unit] = Object.entries(file.bases).find(([, measured]) => measured === dimension) ?? [];
  if (unit === undefined) throw new RangeError(`no base unit for ${dimension}`);
  const offset = converted(0, symbol, unit, file);
  return { dimension, unit, offset, factor: converted(1, symbol, unit, file) - offset };
}

function converted(amount: number, symbol: string, base: string, file: UnitsFile): number {
  if (symbol === base) return amount;
  const [own] = Object.entries(file.own[symbol] ?? {});
  if (own !== undefined) return converted(amount * own[1], own[0], base, file);
  return convert(amount, symbol as Unit).to(base as Unit);
}
