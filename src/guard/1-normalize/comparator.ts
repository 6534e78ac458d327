import { direction, type Modality, negate } from '../../core/modality.js';
import type { Framed } from './frame-context.js';

const FLIPPED: Record<string, string> = { '>': '<=', '<': '>=', '>=': '<', '<=': '>' };

/**
 * Folds a denied comparison into its number: "must not exceed 30 s" is "must be at most 30 s". Returns the words and
 * the modality that they then have.
 */
export function foldComparator(framed: Framed[], modality: Modality): { framed: Framed[]; modality: Modality } {
  const compared = withExceed(framed);
  const bounds = compared.filter(({ token }) => token.frame?.startsWith('#') && /^[<>]/.test(token.stem));
  const [bound] = bounds;
  if (bound === undefined || bounds.length > 1 || direction(modality) === 'for' || modality === 'may_not') {
    return { framed: compared, modality };
  }
  const [, sign = '', rest = ''] = /^([<>]=?)(.*)$/.exec(bound.token.stem) ?? [];
  const stem = `${FLIPPED[sign] ?? sign}${rest}`;
  const folded = { ...bound, token: { ...bound.token, stem } };
  return { framed: compared.map((each) => (each === bound ? folded : each)), modality: negate(modality) };
}

/** "exceeds 30 s" is "is over 30 s". */
function withExceed(framed: Framed[]): Framed[] {
  const verb = framed.find(({ isVerb }) => isVerb);
  if (verb?.word.lemma !== 'exceed') return framed;
  const isPlain = ({ token }: Framed) => token.frame?.startsWith('#') === true && /^\d/.test(token.stem);
  if (framed.filter(isPlain).length !== 1) return framed;
  const rest = framed.filter((each) => each !== verb);
  return rest.map((each) =>
    isPlain(each) ? { ...each, token: { ...each.token, stem: `>${each.token.stem}` } } : each,
  );
}
