/** Deontic modality of a rule, or the plain mood of a statement of fact. */
export const MODALITIES = ['must', 'should', 'may', 'must_not', 'should_not', 'may_not', 'is', 'is_not'] as const;
export type Modality = (typeof MODALITIES)[number];

/** Which way a modality points at its content. `may_not` is the permission to omit, so it points away. */
export type Direction = 'for' | 'against' | 'undetermined';

const NEGATION: Record<Modality, Modality> = {
  must: 'must_not',
  must_not: 'must',
  should: 'should_not',
  should_not: 'should',
  may: 'may_not',
  may_not: 'may',
  is: 'is_not',
  is_not: 'is',
};

/** Pairs that can't both hold of the same content; each is listed once, the relation is symmetric. */
const OPPOSED: readonly (readonly [Modality, Modality])[] = [
  ['must', 'must_not'],
  ['must', 'should_not'],
  ['must', 'may_not'],
  ['should', 'should_not'],
  ['should', 'must_not'],
  ['may', 'must_not'],
  ['is', 'is_not'],
];

const FOR: ReadonlySet<Modality> = new Set(['must', 'should', 'may', 'is']);
const BINDING: ReadonlySet<Modality> = new Set(['must', 'must_not', 'should', 'should_not', 'is', 'is_not']);
const FACTS: ReadonlySet<Modality> = new Set(['is', 'is_not']);

/** The modality that points the other way about the same content (the negation of the content, not of the rule). */
export function negate(modality: Modality): Modality {
  return NEGATION[modality];
}

export function direction(modality: Modality | null): Direction {
  if (modality === null) return 'undetermined';
  return FOR.has(modality) ? 'for' : 'against';
}

/** Must, should and is bind, in either direction; permissions don't. */
export function isBinding(modality: Modality | null): boolean {
  return modality !== null && BINDING.has(modality);
}

export function isFact(modality: Modality | null): boolean {
  return modality !== null && FACTS.has(modality);
}

/** Whether two modalities of one content exclude each other by the deontic table. Symmetric. */
export function opposed(a: Modality, b: Modality): boolean {
  return OPPOSED.some(([x, y]) => (x === a && y === b) || (x === b && y === a));
}

/** A rule beside a fact that breaks it ("must use TLS" / "does not use TLS"): worth a warning, never a block. */
export function normNotMet(a: Modality, b: Modality): boolean {
  if (isFact(a) === isFact(b)) return false;
  const rule = isFact(a) ? b : a;
  const fact = isFact(a) ? a : b;
  return isBinding(rule) && direction(rule) !== direction(fact);
}

/** Strength of a rule: 3 must, 2 should, 1 may, 0 for facts and unread modalities. */
export function strength(modality: Modality | null): number {
  if (modality === null || isFact(modality)) return 0;
  if (modality.startsWith('must')) return 3;
  return modality.startsWith('should') ? 2 : 1;
}
