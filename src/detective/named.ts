import { type FrameToken, isInCondition, type Norm, type Reading } from '../core/norm.js';
import type { StoryClaim } from '../core/story-claim.js';

/**
 * The reading of a claim as somebody would say it within the scope of another one, where that scope is all by which the
 * subject of the first one is longer: "the auth rate limit", told of "the rate limit" by the team auth. Null where it is
 * another subject: then what the longer one names besides tells the two apart.
 */
export function asSaidWithin({ reading, statement }: StoryClaim, other: StoryClaim): Reading | null {
  const [norm, ...more] = reading.norms;
  const [theirs] = other.reading.norms;
  if (norm === undefined || theirs === undefined || more.length > 0 || other.reading.norms.length > 1) return null;
  const names = [other.scope.team, other.scope.env].flatMap((name) => (name === null ? [] : [name.toLowerCase()]));
  const isName = (token: FrameToken) => !isInCondition(token) && names.includes(asWritten(statement, token));
  const named = norm.tokens.filter(isName);
  if (named.length !== 1 || theirs.subject === null || !isLongerBy(norm, theirs, named)) return null;
  const tokens = norm.tokens.filter((token) => !named.includes(token));
  return { ...reading, norms: [{ ...norm, subject: theirs.subject, tokens }] };
}

/** "Auth's" is "auth". */
function asWritten(statement: string, { start, end }: FrameToken): string {
  return statement
    .slice(start, end)
    .toLowerCase()
    .replace(/['’]s$/, '');
}

function isLongerBy({ subject }: Norm, theirs: Norm, named: readonly FrameToken[]): boolean {
  const words = (subject ?? '').split(' ');
  const known = (theirs.subject ?? '').split(' ');
  return words.length === known.length + named.length && known.every((word) => words.includes(word));
}
