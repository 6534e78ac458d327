import type { FrameToken } from '../../../core/norm.js';
import type { Remainder } from './remainder.js';

/** Two words that face each other. */
export interface Poles {
  stored: FrameToken;
  incoming: FrameToken;
}

/** Finds for a word one of other words that it faces. */
export type Facing = (others: readonly FrameToken[]) => (token: FrameToken) => FrameToken | undefined;

/** The words that face each other, as either side finds them: where one word faces several, the two differ in number. */
export function fromBothSides({ stored, incoming }: Remainder, facing: Facing): [there: Poles[], back: Poles[]] {
  const there = pairs(stored, facing(incoming)).map(([one, other]) => ({ stored: one, incoming: other }));
  if (there.length === 0) return [there, there];
  return [there, pairs(incoming, facing(stored)).map(([one, other]) => ({ stored: other, incoming: one }))];
}

function pairs(
  tokens: readonly FrameToken[],
  facedBy: (token: FrameToken) => FrameToken | undefined,
): [FrameToken, FrameToken][] {
  return tokens.flatMap((token): [FrameToken, FrameToken][] => {
    const other = facedBy(token);
    return other === undefined ? [] : [[token, other]];
  });
}
