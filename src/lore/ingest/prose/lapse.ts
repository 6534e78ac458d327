import { BETWEEN_HEADINGS, type Sentence } from '../../../core/document.js';
import type { Lexicon } from '../../../core/lexicon.js';

/**
 * Tells which sentences stand in a document, or under a heading, whose status says that it holds no more: "Superseded by …".
 * @param front the status that the front matter gives, or null
 */
export function lapsedIn(
  sentences: readonly Sentence[],
  front: string | null,
  lexicon: Pick<Lexicon, 'documents'>,
): (sentence: Pick<Sentence, 'heading' | 'form' | 'text'>) => boolean {
  if (front !== null && isLapse(front, lexicon)) return () => true;
  const places = new Set(sentences.flatMap((one) => placeOfLapse(one, lexicon) ?? []));
  if (places.size === 0) return () => false;
  return (sentence) => places.has(EVERYWHERE) || pathsOf(sentence).some((path) => places.has(path));
}

const STATUS = /^status$/i;
const LABEL = /^status\s*:\s*/i;
const EVERYWHERE = '';
/** The heading under which nothing holds any more, by what this sentence says; null where it says nothing of it. */
function placeOfLapse({ heading, text, form, leadIn }: Sentence, lexicon: Pick<Lexicon, 'documents'>): string | null {
  if (form === 'heading') return null;
  const label = LABEL.exec(text);
  const isLabelled = label !== null || (form === 'row' && STATUS.test(leadIn ?? ''));
  const above = heading.lastIndexOf(BETWEEN_HEADINGS);
  const isUnder = STATUS.test(above < 0 ? heading : heading.slice(above + BETWEEN_HEADINGS.length));
  if (!isLabelled && !isUnder) return null;
  const status = text.slice(label?.[0].length ?? 0);
  return isLapse(status, lexicon) ? (isUnder ? heading.slice(0, Math.max(above, 0)) : heading) : null;
}

/** The headings that a sentence stands under, each with those around it; of a heading, itself too. */
function pathsOf({ heading, form, text }: Pick<Sentence, 'heading' | 'form' | 'text'>): string[] {
  const path = [...(heading === '' ? [] : heading.split(BETWEEN_HEADINGS)), ...(form === 'heading' ? [text] : [])];
  return path.map((_, at) => path.slice(0, at + 1).join(BETWEEN_HEADINGS));
}

const STATUS_MAX = 200;

/** "Superseded", "Accepted, superseded by …"; not "superseded in part by …". */
function isLapse(status: string, { documents: { lapsed, partial } }: Pick<Lexicon, 'documents'>): boolean {
  const words =
    status
      .slice(0, STATUS_MAX)
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  if (words.some((word) => partial.has(word))) return false;
  return words.some((word, at) => lapsed.has(word) && (at === 0 || words[at + 1] === 'by'));
}
