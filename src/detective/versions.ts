import { type FrameToken, isInCondition, type Norm } from '../core/norm.js';
import type { StoryWords } from '../core/story-words.js';

/** A product and its version, as a text names them side by side: "Postgres 14". */
export interface NamedVersion {
  product: string;
  version: number;
}

export function versionsIn({ tokens }: Norm): NamedVersion[] {
  // By their places in the text: a reading may put "of Postgres 17" elsewhere in the clause.
  const byStart = new Map(tokens.map((token) => [token.start, token]));
  return tokens.flatMap((token) => {
    const version = isProduct(token) ? numberOf(byStart.get(token.end + 1)) : null;
    return version === null ? [] : [{ product: token.stem, version }];
  });
}

function isProduct({ filler }: FrameToken): boolean {
  return filler?.kind === 'value' && filler.class.startsWith('product:');
}

function numberOf(token: FrameToken | undefined): number | null {
  const { min = null, max = null, unit = null } = token?.quantity ?? {};
  return min !== null && min === max && unit === null ? min : null;
}

/**
 * Whether one clause says which version of a product is in use, and the other tells of the work that goes to a later one:
 * "Postgres 14 is our database" / "the Postgres 17 migration".
 */
export function areOfOtherVersions(x: Norm, y: Norm, words: StoryWords): boolean {
  if (!isOfState(x, words) || isMoving(x, words) || !isMoving(y, words)) return false;
  const later = versionsIn(y);
  return versionsIn(x).some(({ product, version }) =>
    later.some((other) => other.product === product && other.version > version),
  );
}

function isOfState({ modality, phase, isFuture, tokens }: Norm, { standing }: StoryWords): boolean {
  if (modality !== 'is' || phase === 'over' || isFuture === true) return false;
  return !tokens.some((token) => isInCondition(token) && !standing.has(token.stem));
}

/** What somebody only has in mind leaves nothing behind: "we may upgrade". */
function isMoving(norm: Norm, { moving, planning }: StoryWords): boolean {
  const { predicate, tokens, isChange, isFuture, modality } = norm;
  if (modality !== 'is' || isFuture === true || (predicate !== null && planning.has(predicate))) return false;
  return (
    isChange === true || (predicate !== null && moving.has(predicate)) || tokens.some(({ stem }) => moving.has(stem))
  );
}
