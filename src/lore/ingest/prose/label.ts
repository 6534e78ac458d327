import type { Lexicon } from '../../../core/lexicon.js';

/** What a label says of what follows it: "Don't: commit secrets". */
export interface Label {
  isForbidding: boolean;
  /** What of it belongs to the order: "Always". */
  adverb: string | null;
  rest: string;
}

const LABEL_MAX = 30;
const MARKS = [': ', ' — ', ' – ', ' - '];

/** The label by which a sentence says whether something is to be done; null where it has none. */
export function labelOf(
  text: string,
  { documents: { forbiddenNames, orderedNames } }: Pick<Lexicon, 'documents'>,
): Label | null {
  const opening = text.slice(0, LABEL_MAX);
  const mark = MARKS.find((one) => opening.includes(one));
  if (mark === undefined) return null;
  const end = opening.indexOf(mark);
  const name = (
    text
      .slice(0, end)
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  ).join(' ');
  const rest = text.slice(end + mark.length).trimStart();
  if (rest === '') return null;
  if (forbiddenNames.has(name)) return { isForbidding: true, adverb: null, rest };
  if (!orderedNames.has(name)) return null;
  return { isForbidding: false, adverb: name.startsWith('always') ? 'Always' : null, rest };
}
