import type { Sentence } from '../../../core/document.js';
import type { Lexicon } from '../../../core/lexicon.js';

/**
 * Whether orders are rules where a sentence stands: the nearest heading, else the name of the document, that speaks of
 * rules or of how to do something decides. Elsewhere they are; steps, cells and headings are where something says so.
 */
export function ordersRule(
  { heading, form }: Pick<Sentence, 'heading' | 'form'>,
  path: string,
  { documents: { howTo, ruling } }: Pick<Lexicon, 'documents'>,
): boolean {
  if (form === 'cell' || form === 'heading') return false;
  for (const place of [...heading.split(' > ').reverse(), ...path.split('/').reverse()]) {
    const words = place.toLowerCase().match(/[a-z]+/g) ?? [];
    if (words.some((word) => ruling.has(word))) return true;
    if (words.some((word) => howTo.has(word))) return false;
  }
  return form !== 'step';
}
