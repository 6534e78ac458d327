import { z } from 'zod';
import { grouped } from './grouped.js';

/**
 * One way to say a thing in other words. `says` are patterns over the words of a clause, `yields` is what they say:
 *
 * - `took|taken` is one of these words, `got_rid_of` several in a row, `has?` a word that may be missing;
 * - `<who:name>` is a phrase of a kind, `<link=in|on>` one of these words by a name, `<not?=not>` one that may be missing.
 *
 * `yields` repeats what was named: `<who>`, without its article `<post.bare>`, the verb of an act `<act.base>` or its
 * participle `<act.done>`. A row whose `unless` has a word of the clause, or `#number` for a number, does not apply.
 */
export const constructionsFile = z.array(
  z.strictObject({
    name: z.string(),
    says: z.array(z.string()),
    yields: z.string(),
    unless: z.array(z.string()).optional(),
    examples: z.array(z.string()),
    counter: z.array(z.string()),
  }),
);

export type Construction = z.infer<typeof constructionsFile>[number];

/** One element of a pattern. */
export type Element =
  | { kind: 'words'; forms: readonly (readonly string[])[]; isOptional: boolean; name: string | null }
  | { kind: 'phrase'; name: string; phrase: string };

/** What a construction puts at a place. */
export type Yield =
  | { kind: 'word'; form: string }
  | { kind: 'named'; name: string; form: 'as_said' | 'bare' | 'base' | 'done' };

/** A pattern with what it yields. Rows stand in the order of the table. */
export interface Pattern {
  name: string;
  rank: number;
  elements: readonly Element[];
  yields: readonly Yield[];
  unless: ReadonlySet<string>;
  /** A clause with a number is no instance of it. */
  isOfNoNumber: boolean;
  /** It asks for a number or a date, which are known only once values are joined. */
  isValued: boolean;
}

/** Patterns by the rarest word that they can't do without. */
export type Constructions = ReadonlyMap<string, readonly Pattern[]>;

/** Kinds of phrase that values are needed for. */
export const VALUED: ReadonlySet<string> = new Set(['amount', 'count', 'date', 'duration']);

/** How often each word is required by the table: the rarest one leads to a pattern. */
export function compileConstructions(rows: readonly Construction[]): Constructions {
  const patterns = rows.flatMap((row, at) => row.says.map((says) => patternOf(row, says, at)));
  const uses = new Map<string, number>();
  for (const form of patterns.flatMap(({ elements }) => elements.flatMap(firstForms)))
    uses.set(form, (uses.get(form) ?? 0) + 1);
  return grouped(patterns.flatMap((pattern) => rarest(pattern, uses).map((form) => [form, pattern] as const)));
}

/** How the file writes any number. */
const ANY_NUMBER = '#number';

function patternOf({ name, yields, unless = [] }: Construction, says: string, rank: number): Pattern {
  const elements = says.split(' ').map(elementOf);
  return {
    name,
    rank,
    elements,
    yields: yields.split(' ').map(yieldOf),
    unless: new Set(unless.filter((word) => word !== ANY_NUMBER)),
    isOfNoNumber: unless.includes(ANY_NUMBER),
    isValued: elements.some((element) => element.kind === 'phrase' && VALUED.has(element.phrase)),
  };
}

const PHRASE = /^<(\w+):(\w+)>$/;
const NAMED = /^<(\w+)(\?)?=(.+)>$/;

function elementOf(text: string): Element {
  const [, name, phrase] = PHRASE.exec(text) ?? [];
  if (name !== undefined && phrase !== undefined) return { kind: 'phrase', name, phrase };
  const [, called, mark, forms] = NAMED.exec(text) ?? [];
  if (called !== undefined && forms !== undefined)
    return { kind: 'words', forms: formsOf(forms), isOptional: mark !== undefined, name: called };
  const isOptional = text.length > 1 && text.endsWith('?');
  return { kind: 'words', forms: formsOf(isOptional ? text.slice(0, -1) : text), isOptional, name: null };
}

function formsOf(text: string): string[][] {
  return text.split('|').map((form) => form.split('_'));
}

function yieldOf(text: string): Yield {
  const [, name, form = 'as_said'] = /^<(\w+)(?:\.(bare|base|done))?>$/.exec(text) ?? [];
  if (name === undefined) return { kind: 'word', form: text };
  return { kind: 'named', name, form: form as 'as_said' | 'bare' | 'base' | 'done' };
}

/** The words that a required element may begin with. */
function firstForms(element: Element): string[] {
  if (element.kind !== 'words' || element.isOptional) return [];
  return element.forms.flatMap(([first]) => first ?? []);
}

/** The words of the element that the fewest patterns ask for. */
function rarest({ elements, name }: Pattern, uses: ReadonlyMap<string, number>): string[] {
  const sum = (forms: readonly string[]) =>
    forms.reduce((total, form) => total + (uses.get(form) ?? 0), 0) / forms.length;
  const [best] = elements
    .map(firstForms)
    .filter((forms) => forms.length > 0)
    .sort((a, b) => sum(a) - sum(b));
  if (best === undefined) throw new Error(`construction without a word of its own: ${name}`);
  return [...new Set(best)];
}
