import type { Sentence } from '../../../core/document.js';
import type { Lexicon } from '../../../core/lexicon.js';

/** The first item of a list that its lead-in begins: "Services must" and "Log in JSON." make "Services must log in JSON." */
export function led(leadIn: string, item: string): string {
  const isWord = /^[A-Z][a-z']*(?=[\s,.;:]|$)/.test(item);
  return `${leadIn} ${isWord ? item.charAt(0).toLowerCase() + item.slice(1) : item}`;
}

/** An item of what is not to be, as a sentence: "Commit secrets" under "Never", "hard-coded secrets" under "Avoid". */
export function forbidden(item: string, isOrder: boolean): string {
  return led(isOrder ? 'Do not' : 'Avoid', item);
}

/** An item that only the order before its list makes one: "Prefer in this order: ids". */
export function ordered(leadIn: string, item: string): string {
  return `${leadIn}: ${item}`;
}

const FRONT_MAX = 80;

/**
 * Parts of a sentence that may order by themselves what it does as a whole: "Before you push, make sure …", "This is fragile:
 * do not …", "…, so please …".
 */
export function partsOf(text: string, { documents: { fronting } }: Pick<Lexicon, 'documents'>): string[] {
  const found: string[] = [];
  for (const mark of [': ', '; ', ', so ', ' – ', ' — ']) {
    const at = text.indexOf(mark);
    if (at > 0 && !isBracketed(text, at) && !isInCode(text, at) && !CODE.test(text.slice(0, at)))
      found.push(text.slice(at + mark.length).trim());
  }
  const comma = text.indexOf(', ');
  const isFronted = fronting.has(/^[a-z]+/i.exec(text)?.[0].toLowerCase() ?? '');
  if (comma > 0 && comma < FRONT_MAX && isFronted && !isBracketed(text, comma))
    found.push(text.slice(comma + 2).trim());
  return found;
}

/** A file or a command alone: what stands behind it says what it does. */
const CODE = /^(?:`[^`]*`|\/[\w-]+)$/;

/** Whether a place stands between brackets. */
function isBracketed(text: string, at: number): boolean {
  return text.lastIndexOf('(', at) > text.lastIndexOf(')', at);
}

/** Whether a place stands inside a piece of code. */
function isInCode(text: string, at: number): boolean {
  return text.slice(0, at).split('`').length % 2 === 0;
}

const BECAUSE = ' because ';

/** What a sentence gives as its reason, or null. */
export function reasonIn(text: string): string | null {
  const at = text.toLowerCase().indexOf(BECAUSE);
  if (at < 0) return null;
  const reason = text
    .slice(at + 1)
    .replace(/[.;!]$/, '')
    .trim();
  return reason.length > BECAUSE.length ? reason : null;
}

/** What makes two sentences the same: case, space and marks don't. */
export function foldedText(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ') || text.trim();
}

const SOURCE_HEADING_MAX = 1000;

/** Where a sentence stands, as answers show it: `docs/api.md#Security > TLS:12`. */
export function citation(path: string, { heading, line }: Pick<Sentence, 'heading' | 'line'>): string {
  return `${path}#${heading.slice(0, SOURCE_HEADING_MAX)}:${line}`;
}
