import type { Lexicon } from '../core/lexicon.js';
import type { Found } from './story.js';

/** What a person is asked, who has not read the claims: to be answered by yes or no. */
export function questionAbout({ asked }: Found, _lexicon: Lexicon): string {
  return `Is it still the case that “${asked.statement}”?`;
}
