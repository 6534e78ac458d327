import type { StoryWords } from '../core/story-words.js';
import { type Clauses, contentOf, stemsOf } from './clauses.js';
import { bearingOf } from './said.js';

/**
 * Whether the newer one tells of the only place of something for which the older one tells another: "the status is written
 * at the top" / "each file keeps its status in the header and nowhere else".
 */
export function isExclusiveOf({ newer, x, y }: Clauses, words: StoryWords): boolean {
  if (x.modality !== 'is' || y.modality !== 'is' || y.exclusive !== true || !bearingOf(newer, words).isOnly)
    return false;
  const [thing, ...place] = contentOf(y).filter(({ role }) => role !== 'agent');
  if (thing === undefined || thing.lead !== undefined || place.length === 0) return false;
  const elsewhere = contentOf(x).filter(({ lead }) => lead !== undefined);
  const verb = x.tokens.findIndex(({ role }) => role === 'verb');
  if (x.tokens[verb - 1]?.stem !== thing.stem || elsewhere.length === 0) return false;
  const told = stemsOf(place);
  return elsewhere.every(({ stem }) => !told.has(stem));
}
