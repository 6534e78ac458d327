import { measureIn } from './measures.js';
import type { StoryClaim } from './story.js';
import { versionsIn } from './versions.js';

/** Clauses of a claim that it is listed by. */
const CLAUSES_MAX = 8;

/**
 * Keys under which claims meet that share few words, beside those by which the guard finds them: the kind of what they
 * measure, and the product of which they name a version.
 */
export function storyKeys({ reading }: Pick<StoryClaim, 'reading'>): string[] {
  const keys = reading.norms.slice(0, CLAUSES_MAX).flatMap((norm) => {
    const measure = measureIn(norm);
    const products = versionsIn(norm).map(({ product }) => `p${product}`);
    return measure === null ? products : [`m${measure.class}`, ...products];
  });
  return [...new Set(keys)];
}
