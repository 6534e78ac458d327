import type { StoryWords } from '../core/story-words.js';
import type { Tie } from './pairs.js';
import type { StoryClaim } from './story.js';

/** What two claims are to each other on whose words the guard has nothing sure to say. */
export function beside(_one: StoryClaim, _other: StoryClaim, _words: StoryWords): Tie | null {
  return null;
}
