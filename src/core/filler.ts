/** How many fillers a slot takes: one, many at once, or nobody knows. */
export type SlotTakes = 'one' | 'many' | 'open';

/**
 * How two words of a pair lie: one of them holds, or at most one of them; `compatible` in a place where both may, as each says
 * something else; `converse` where both may in any place, as with "buy" and "sell".
 */
export type Opposition = 'complementary' | 'contrary' | 'compatible' | 'converse';

/**
 * What a word may be exchanged for: a value of its class, a name that has none, or the other word of a pair. `of` says of a group
 * what it is: "the payments *team*", "*team* Otter".
 */
export type Filler =
  | { kind: 'value'; class: string; slot: SlotTakes }
  | { kind: 'entity'; slot: SlotTakes; of?: string }
  | { kind: 'pole'; family: string; negative: boolean; opposition: Opposition };

interface Filled {
  filler?: Filler;
}

/** The name among the classes for what has none of its own. */
const ENTITY = 'entity';

/** What two words must have in common to be exchanged for each other: the class of a value, or the family of a pole. */
export function exchangeClass({ filler }: Filled): string | undefined {
  if (filler === undefined) return undefined;
  if (filler.kind === 'value') return filler.class;
  return filler.kind === 'pole' ? filler.family : ENTITY;
}

/** Whether both may be exchanged for the same. */
export function areOfOneClass(a: Filled, b: Filled): boolean {
  return exchangeClass(a) === exchangeClass(b);
}

/** Whether the word is a value of a known class, or a name in the place of one. */
export function isValue({ filler }: Filled): boolean {
  return filler !== undefined && filler.kind !== 'pole';
}

/** Whether it is a value of one of these classes, or of any in a slot that takes so many. */
export function isValueOf({ filler }: Filled, classes: ReadonlySet<string>): boolean {
  return filler?.kind === 'value' && classes.has(filler.class);
}

/** How many fillers the slot of a value takes; null where the word is none. */
export function slotOf({ filler }: Filled): SlotTakes | null {
  return filler === undefined || filler.kind === 'pole' ? null : filler.slot;
}

/** Whether the word fills a slot that takes one: another filler excludes it. */
export function isOnlyFiller(token: Filled): boolean {
  return slotOf(token) === 'one';
}

/** Whether it is a name without a class. */
export function isEntity({ filler }: Filled): boolean {
  return filler?.kind === 'entity';
}

/** "Clerk": a name that fills a slot of one although no class of it is known. */
export function isOnlyEntity({ filler }: Filled): boolean {
  return filler?.kind === 'entity' && filler.slot === 'one';
}

/** Whether the word is of a pair of opposites, wherever it stands. */
export function isOpposite({ filler }: Filled): boolean {
  return filler?.kind === 'pole';
}

/** Whether of two words that lie so at most one holds where they stand. */
export function excludes(opposition: Opposition): opposition is 'complementary' | 'contrary' {
  return opposition === 'complementary' || opposition === 'contrary';
}

/** Whether it is of a pair of which both never hold of one thing, although the place may say otherwise. */
export function isOpposed({ filler }: Filled): boolean {
  return filler?.kind === 'pole' && filler.opposition !== 'converse';
}

/** Whether its opposite would deny it where it stands. */
export function isPole({ filler }: Filled): boolean {
  return filler?.kind === 'pole' && excludes(filler.opposition);
}

/** Whether it is of a pair that leaves no third. */
export function isComplementary({ filler }: Filled): boolean {
  return filler?.kind === 'pole' && filler.opposition === 'complementary';
}

/** Whether it is of that pair, of which one must hold. */
export function isComplementaryOf(token: Filled, family: string): boolean {
  return isComplementary(token) && exchangeClass(token) === family;
}

/** "disabled" of "enabled": the negative word of its pair. */
export function isNegative({ filler }: Filled): boolean {
  return filler?.kind === 'pole' && filler.negative;
}

/** The same in a slot that takes so many; poles stay as they are. */
export function inSlot<T extends Filled>(token: T, slot: SlotTakes): T {
  const { filler } = token;
  return filler === undefined || filler.kind === 'pole' ? token : { ...token, filler: { ...filler, slot } };
}
