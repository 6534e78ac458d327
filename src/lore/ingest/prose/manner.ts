import type { Sentence } from '../../../core/document.js';
import type { Lexicon } from '../../../core/lexicon.js';

/**
 * What orders are where a sentence stands: `rules`; `steps` of a guide; `described`, where they say what an option does;
 * `recorded`, where they say what was changed; or `open`, where nothing tells.
 */
export type Manner = 'rules' | 'steps' | 'described' | 'recorded' | 'open';

/** What orders are where a sentence stands: the nearest heading, else the name of the document, that tells it decides. */
export function mannerOf(
  { heading, form }: Pick<Sentence, 'heading' | 'form'>,
  path: string,
  { documents: { howTo, ruling, describing, recording } }: Pick<Lexicon, 'documents'>,
): Manner {
  const file = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if ((file.match(/[a-z]+/g) ?? []).some((word) => recording.has(word))) return 'recorded';
  if (form === 'heading') return 'steps';
  const headings = heading.split(' > ').reverse();
  for (const place of [...headings, ...path.split('/').reverse()]) {
    const words: readonly string[] = place.toLowerCase().match(/[a-z]+/g) ?? [];
    if (words.some((word) => ruling.has(word))) return 'rules';
    if (headings.includes(place) && (words.some((word) => describing.has(word)) || isCode(place))) return 'described';
    if (words.some((word) => howTo.has(word))) return 'steps';
  }
  return form === 'step' || form === 'cell' ? 'steps' : 'open';
}

/** A heading that is a piece of code: a function, an option. */
function isCode(heading: string): boolean {
  const opening = heading.indexOf('(');
  return heading.startsWith('`') || (/\w$/.test(heading.slice(0, Math.max(opening, 0))) && heading.endsWith(')'));
}
