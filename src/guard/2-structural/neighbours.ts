import type { FrameToken, Norm } from '../../core/norm.js';

/** "Integration tests" beside "tests": a word right before a shared one makes another subject of it. */
export function isNarrower({ tokens }: Norm, own: readonly FrameToken[]): boolean {
  return own.some((token) => {
    const next = tokens[tokens.indexOf(token) + 1];
    return (
      token.role === 'agent' &&
      next?.role === 'agent' &&
      next.isName !== true &&
      next.start - token.end <= 1 &&
      !own.includes(next)
    );
  });
}

/** "Access tokens" / "refresh tokens": words of one role at one place before a shared one. */
export function areBeside(a: Norm, onlyA: readonly FrameToken[], b: Norm, onlyB: readonly FrameToken[]): boolean {
  return onlyA.some((token) => {
    const next = after(a, token);
    return onlyB.some((other) => token.role === other.role && next !== undefined && next === after(b, other));
  });
}

function after({ tokens }: Norm, token: FrameToken): string | undefined {
  return tokens[tokens.indexOf(token) + 1]?.stem;
}
