import { exchangeClass } from '../../../core/filler.js';
import { direction } from '../../../core/modality.js';
import type { Norm } from '../../../core/norm.js';
import { perNorm } from './per-norm.js';
import { isMadeOf, isManner } from './whole-slot.js';

/**
 * Whether clauses that share one word may yet be of one thing: of the kind that one of them denies, made of or written in something else, in another manner, or beside what
 * is said to be the only one.
 */
export function areLinked(a: Norm, b: Norm): boolean {
  if (a.exclusive !== b.exclusive) return true;
  const theirs = linksOf(b);
  return theirs.size > 0 && [...linksOf(a)].some((link) => theirs.has(link));
}

const linksOf = perNorm((norm): ReadonlySet<string> => {
  const links = new Set<string>();
  const isDenial = direction(norm.modality) === 'against';
  for (const token of norm.tokens) {
    if (isDenial) links.add(`kind ${token.stem}`);
    if (isMadeOf(token)) links.add(`made ${exchangeClass(token)}`);
    if (isManner(token)) links.add(`manner ${exchangeClass(token)}`);
    for (const kind of token.hypernyms ?? []) links.add(`kind ${kind}`);
  }
  return links;
});
