import type { StoryClaim } from './story.js';

/** Keys under which claims meet that speak of one matter in words of their own: the classes of what they measure. */
export function storyKeys(_claim: Pick<StoryClaim, 'reading' | 'scope'>): string[] {
  return [];
}
