import type { TextSpan } from '../core/document.js';
import type { Lexicon } from '../core/lexicon.js';

/** Whether what reads as the verb of an order is a part of a name instead: "React 19", "free-text hints", "`a.ts` — group verdicts". */
export function isName(
  statement: string,
  { start, end }: TextSpan,
  { documents }: Pick<Lexicon, 'documents'>,
): boolean {
  const [verb, from, after] = [statement.slice(start, end).toLowerCase(), statement.slice(start), statement.slice(end)];
  if (documents.reporting.has(verb)) return true;
  if (PARTICIPLE.test(verb) && !documents.ordering.has(verb)) return true;
  if (documents.products.has(verb) && PRODUCT.test(from)) return true;
  if (documents.orderingOrNaming.has(verb) && start === 0 && isShort(statement)) return true;
  return (
    COMPOUND.test(after) ||
    RELATIVE.test(after) ||
    FILE.test(statement.slice(0, start).trimEnd()) ||
    isBracketed(statement, start)
  );
}

/** "hardened settings" */
const PARTICIPLE = /\w{3}(?:ed|ing)$/;
/** "React 19", "Go (for the server)" */
const PRODUCT = /^[A-Z]\w*(?: \p{Lu}| v?\d|\.| ?[+/(]| for | as |$)/u;
/** "Free-text hints" */
const COMPOUND = /^-\p{L}/u;
/** "State that is lost" */
const RELATIVE =
  /^ (?:that|which|who) (?:are|can|cannot|did|do|does|doesn't|don't|had|has|have|is|lives?|must|was|were|will)\b/i;
/** "`queue.ts` — group verdicts" */
const FILE = /^`[^`]*`(?: (?:and|or|\/|\+) `[^`]*`)* ?(?:\([^()]*\) ?)?(?:[—–:-]|→)$/;

/** "bundle identifier": without a capital, and of few words. */
function isShort(statement: string): boolean {
  const [phrase = ''] = statement.split(/[,;.:]/, 1);
  return /^[a-z]/.test(statement) && phrase.split(' ').length <= SHORT_MAX;
}

const SHORT_MAX = 3;

/** Whether a place stands between brackets. */
function isBracketed(text: string, at: number): boolean {
  return text.lastIndexOf('(', at) > text.lastIndexOf(')', at);
}
