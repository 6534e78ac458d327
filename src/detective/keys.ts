import type { StoryClaim } from '../core/story-claim.js';
import { measureIn } from './measures.js';
import { versionsIn } from './versions.js';

/** Clauses of a claim that it is listed by. */
const CLAUSES_MAX = 8;

/**
 * Keys under which claims meet that share few words, beside those by which the guard finds them: the kind of what they
 * measure, the product of which they name a version, and the kind of product that they pick.
 */
export function storyKeys({ reading }: Pick<StoryClaim, 'reading'>): string[] {
  const keys = reading.norms.slice(0, CLAUSES_MAX).flatMap((norm) => {
    const measure = measureIn(norm);
    const products = versionsIn(norm).map(({ product }) => `p${product}`);
    const picked = norm.tokens.flatMap(({ filler }) =>
      filler?.kind === 'value' && filler.slot === 'one' && filler.class.startsWith('product:')
        ? [`c${filler.class}`]
        : [],
    );
    return [...products, ...picked, ...(measure === null ? [] : [`m${measure.class}`])];
  });
  return [...new Set(keys)];
}
