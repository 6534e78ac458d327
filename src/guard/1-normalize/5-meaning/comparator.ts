import { isOnlyFiller } from '../../../core/filler.js';
import { direction, type Modality, negate } from '../../../core/modality.js';
import { bounded, complement, isExact, type Quantity, spelled } from '../../../core/quantity.js';
import type { Word } from '../1-tokens/word.js';
import type { Mood } from '../4-verb-group/modality.js';
import type { Framed } from './frame-context.js';

/**
 * Folds a denied comparison into its number: "must not exceed 30 s" is "must be at most 30 s". Returns the words and
 * the modality that they then have. "Files over 5 MB need no review" denies something else of them.
 */
export function foldComparator(
  framed: Framed[],
  { modality, kind }: Mood,
  words: readonly Word[],
): { framed: Framed[]; modality: Modality } {
  const compared = withExceed(framed);
  const [bound, ...others] = compared.filter((each) => hasOneEnd(selectedQuantity(each)));
  const quantity = bound === undefined ? null : selectedQuantity(bound);
  if (bound === undefined || quantity === null || others.length > 0) return { framed: compared, modality };
  if (direction(modality) === 'for' || modality === 'may_not') return { framed: compared, modality };
  const negator = words.find(({ use }) => use === 'negation');
  if (kind !== 'predicate' && negator !== undefined && bound.word.end <= negator.start)
    return { framed: compared, modality };
  const folded = withQuantity(bound, complement(quantity));
  return { framed: compared.map((each) => (each === bound ? folded : each)), modality: negate(modality) };
}

/** "exceeds 30 s" is "is over 30 s". */
function withExceed(framed: Framed[]): Framed[] {
  const verb = framed.find(({ isVerb }) => isVerb);
  if (verb?.word.lemma !== 'exceed') return framed;
  const [exact, ...others] = framed.filter((each) => isOne(selectedQuantity(each)));
  const quantity = exact === undefined ? null : selectedQuantity(exact);
  if (exact === undefined || quantity === null || others.length > 0) return framed;
  const rest = framed.filter((each) => each !== verb);
  return rest.map((each) => (each === exact ? withQuantity(each, bounded(quantity, '>')) : each));
}

/** The quantity of a word that may be exchanged decisively. */
function selectedQuantity({ token }: Framed): Quantity | null {
  return isOnlyFiller(token) ? (token.quantity ?? null) : null;
}

function isOne(quantity: Quantity | null): boolean {
  return quantity !== null && isExact(quantity);
}

function hasOneEnd(quantity: Quantity | null): boolean {
  return quantity !== null && (quantity.min === null) !== (quantity.max === null);
}

function withQuantity(framed: Framed, quantity: Quantity): Framed {
  return { ...framed, token: { ...framed.token, stem: spelled(quantity), quantity } };
}
