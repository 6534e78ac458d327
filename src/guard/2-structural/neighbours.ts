import { type FrameToken, isValue, type Norm } from '../../core/norm.js';

/** "Integration tests" beside "tests": a word right before a shared one makes another subject of it. */
export function isNarrower({ tokens }: Norm, own: readonly FrameToken[]): boolean {
  return own.some((token) => {
    const next = tokens[tokens.indexOf(token) + 1];
    if (token.role !== 'agent' || next?.role !== 'agent' || isClassifier(token, next)) return false;
    return next.start - token.end <= 1 && !own.includes(next);
  });
}

/** "the *river* Oth" beside "the Oth": a common noun right before a name, which is the same without it. */
function isClassifier(token: FrameToken, next: FrameToken): boolean {
  return next.written !== undefined && token.written === undefined && !isValue(token) && next.start > token.end;
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
