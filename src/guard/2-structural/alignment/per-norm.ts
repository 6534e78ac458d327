import { exchangeClass } from '../../../core/filler.js';
import type { FrameToken, Norm } from '../../../core/norm.js';
import { oncePer } from '../../../core/once-per.js';

/** Remembers what is asked of a norm again for each pair that it is in. */
export function perNorm<T>(find: (norm: Norm) => T): (norm: Norm) => T {
  return oncePer(find);
}

const placesOfTokens = perNorm(({ tokens }) => new Map(tokens.map((token, at) => [token, at])));

/** The word after one of a clause. */
export function nextTo(norm: Norm, token: FrameToken): FrameToken | undefined {
  return norm.tokens[(placesOfTokens(norm).get(token) ?? -1) + 1];
}

const followers = perNorm(({ tokens }) => {
  const first = new Map<number, FrameToken>();
  for (const token of tokens) if (!first.has(token.start)) first.set(token.start, token);
  const starts = [...first.keys()].sort((a, b) => a - b);
  return new Map(starts.map((start, at) => [start, first.get(starts[at + 1] ?? -1)]));
});

/** The word that begins next in the text, wherever it stands in the frame. */
export function nextInText(norm: Norm, { start }: FrameToken): FrameToken | undefined {
  return followers(norm).get(start);
}

const classes = perNorm(({ tokens }) => {
  const counts = new Map<string | undefined, number>();
  for (const token of tokens) counts.set(exchangeClass(token), (counts.get(exchangeClass(token)) ?? 0) + 1);
  return counts;
});

/** Whether a clause has no other word of the class or family of this one: it is no list, "on Mondays and Fridays". */
export function isOnlyOfClass(token: FrameToken, norm: Norm): boolean {
  return classes(norm).get(exchangeClass(token)) === 1;
}

/** Up to so many words a walk is faster than a set. */
const FEW = 8;

/** Tells whether a word is one of these. */
export function among(tokens: readonly FrameToken[]): (token: FrameToken) => boolean {
  if (tokens.length <= FEW) return (token) => tokens.includes(token);
  const set = new Set(tokens);
  return (token) => set.has(token);
}
