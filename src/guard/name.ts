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
  if (documents.ownThings.has(verb) && !documents.objects.has(/^ ([a-z]+)/.exec(after)?.[1] ?? '')) return true;
  return (
    COMPOUND.test(after) ||
    isSubject(after, { documents }) ||
    RELATIVE.test(after) ||
    FILE.test(statement.slice(0, start).trimEnd()) ||
    isBracketed(statement, start)
  );
}

/** "Push to `main` *deploys the* app": what stands behind is a verb with an object of its own. */
export function isSubject(
  after: string,
  { documents: { ordering, orderingOrNaming, objects } }: Pick<Lexicon, 'documents'>,
): boolean {
  const words = withoutBrackets(after.slice(0, SUBJECT_MAX)).split(' ').slice(1);
  const end = words.findIndex((word) => CLAUSE.test(word));
  return words.slice(0, end < 0 ? words.length : end).some((word, at) => {
    const [, stem = ''] = THIRD_PERSON.exec(word) ?? [];
    const next = words[at + 1] ?? '';
    const isVerb = [stem, `${stem}e`].some((verb) => ordering.has(verb) && !orderingOrNaming.has(verb));
    return (at > 0 || after.startsWith(' (')) && isVerb && (objects.has(next) || OBJECT.test(next));
  });
}

function withoutBrackets(text: string): string {
  return text.replace(/ ?\([^()]*\)/g, '');
}

/** Characters in which the verb of a subject stands. */
const SUBJECT_MAX = 200;
const THIRD_PERSON = /^(?:[a-z]+-)?([a-z]+?)e?s$/;
const OBJECT = /^[A-Z`"]/;
/** What begins another clause, or ends this one. */
const CLAUSE = /^(?:and|because|if|or|so|that|unless|until|when|where|which|while|who)$|[,;:.!?—–]$/;

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
export function isBracketed(text: string, at: number): boolean {
  return text.lastIndexOf('(', at) > text.lastIndexOf(')', at);
}
