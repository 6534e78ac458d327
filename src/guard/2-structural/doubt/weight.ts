import type { FrameToken } from '../../../core/norm.js';

/** Words that say little by themselves: "has support for", "gives access to". */
const LIGHT = new Set(
  'be between contain do get give have hold include includ keep lik like prefer longer make need provide require run set support take us use want'.split(
    ' ',
  ),
);

export function isLight(stem: string): boolean {
  return LIGHT.has(stem);
}

/** Two verbs of which neither is a light one: what they say are different things. */
export function areOtherActs(a: readonly FrameToken[], b: readonly FrameToken[]): boolean {
  return a.some(isAct) && b.some(isAct);
}

/** Whether it says what is done, and is no light verb. */
export function isAct({ role, stem }: FrameToken): boolean {
  return role === 'verb' && !isLight(stem);
}
