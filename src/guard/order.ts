import type { Lexicon } from '../core/lexicon.js';
import type { Norm } from '../core/norm.js';
import { isSubject } from './name.js';
import { isBound } from './resolution.js';

/** 'Don't "improve" …', "X is tested by Y – don't mix them", whatever the reading makes of what is forbidden. */
export function isForbidding(statement: string): boolean {
  return FORBIDDEN.test(statement);
}

const FORBIDDEN = /(?:^| [—–-] )(?:do not|don['’]t|never) ["“'‘`]?[a-z]{2}/i;

/** "Use X …", "explicitly confirm …", whatever the reading makes of it. */
export function isOrdering(statement: string, lexicon: Lexicon): boolean {
  const { ordering, orderingOrNaming, notOrdered, objects, pointing } = lexicon.documents;
  const bare = withoutAdverbs(statement, lexicon);
  const [, first = '', next = ''] = ORDER.exec(bare) ?? [];
  const verb = first.toLowerCase();
  const behind = next.toLowerCase();
  // "Note: the …" is no order to note it.
  if (notOrdered.has(behind) || (pointing.has(verb) && bare.charAt(first.length) === ':')) return false;
  if (isSubject(bare.slice(first.length), lexicon)) return false;
  if (ordering.has(verb)) return true;
  const isUrged = URGED.test(statement.slice(0, statement.length - bare.length)) && orderingOrNaming.has(wordAt(bare));
  if (isUrged) return true;
  const isObject = objects.has(behind) || QUANTITY.test(next);
  return (
    isObject &&
    (orderingOrNaming.has(verb) ||
      isDerived(verb, lexicon) ||
      (isUnknownVerb(first, behind, lexicon) && bare.charAt(first.length) === ' '))
  );
}

function wordAt(text: string): string {
  return /^[a-z-]+(?![\w'’])/i.exec(text)?.[0].toLowerCase() ?? '';
}

/** What only stands before an order: "then", "please". */
const URGED = /\b(?:always|never|please|then) $/i;
const ORDER = /^([a-z-]+)(?:: ?|, (?=then )| )([^\s,;)]+)/i;
/** An object that is a number or a piece of code. */
const QUANTITY = /^(?:\d\S*|[`"].*)$/;

/** "Reinstall the …": a verb made of one that is known. */
function isDerived(verb: string, { documents: { ordering, verbPrefixes } }: Lexicon): boolean {
  return verbPrefixes.some(
    (prefix) => verb.startsWith(prefix) && ordering.has(verb.slice(prefix.length).replace(/^-/, '')),
  );
}

/** "Backport the fix": before an article stands no noun, so that a word of content is a verb. */
function isUnknownVerb(first: string, next: string, { functionWords, kinds, documents }: Lexicon): boolean {
  const verb = first.toLowerCase();
  const { fronting, linking, pointing, notBaseEndings } = documents;
  const isNone = [functionWords, fronting, linking, pointing].some((words) => words.has(verb));
  const isContent = !isNone && !notBaseEndings.some((end) => verb.endsWith(end));
  return isContent && /^[A-Z]?[a-z]{2,}$/.test(first) && kinds.articles.has(next);
}

/** "Before you push, always use …": an order behind what says when it is one. */
export function isFrontedOrder(statement: string, lexicon: Lexicon): boolean {
  const [front = ''] = /^[a-z]+/i.exec(statement) ?? [];
  const { fronting, pointing } = lexicon.documents;
  if (!fronting.has(front.toLowerCase()) || isWished(statement, lexicon)) return false;
  const commas = [...statement.slice(0, FRONT_MAX).matchAll(/, /g)];
  return commas.some(({ index }) => {
    const order = statement.slice(index + 2);
    return isOrdering(order, lexicon) && !pointing.has(verbOf(order, lexicon));
  });
}

/** Whether words like "must" stand in a sentence. */
export function isSaid(norms: readonly Norm[]): boolean {
  return norms.some(({ spans }) => spans.some(({ slot }) => slot === 'modality'));
}

/** Whether a sentence binds by a verb that is known to, or by words like "must", rather than as its first word may be a verb: "Core files". */
export function isOrderInWords(statement: string, norms: readonly Norm[], lexicon: Lexicon): boolean {
  return (
    isSaid(norms) ||
    isBound(statement, lexicon) ||
    isFrontedOrder(statement, lexicon) ||
    isOrdering(unlabelled(statement), lexicon)
  );
}

function verbOf(order: string, lexicon: Lexicon): string {
  return ORDER.exec(withoutAdverbs(order, lexicon))?.[1]?.toLowerCase() ?? '';
}

/** "If you want to …": only who wants to does; unlike "if you need to …", which a rule may begin with. */
function isWished(statement: string, { documents: { purposes } }: Lexicon): boolean {
  const text = statement.toLowerCase();
  if (text.startsWith('if you need to ')) return false;
  return purposes.some((words) => words.startsWith('if ') && text.startsWith(`${words} `));
}

/** Characters of a sentence in which what stands before an order ends. */
const FRONT_MAX = 200;

/** What follows "please", "always", "explicitly", … */
function withoutAdverbs(statement: string, { documents: { leadingOrders } }: Lexicon): string {
  let text = statement;
  for (let left = ADVERBS_MAX; left > 0; left -= 1) {
    const [word = ''] = /^[a-z]+,? /i.exec(text) ?? [];
    const adverb = word.replace(/,? $/, '').toLowerCase();
    if (!leadingOrders.has(adverb) && !ADVERB.test(adverb)) return text;
    text = text.slice(word.length);
  }
  return text;
}

const ADVERBS_MAX = 3;
const ADVERB = /^[a-z]{3,}ly$/;

/** What follows a label: "Naming: use camelCase", "Naming — use camelCase". */
export function unlabelled(statement: string): string {
  // What bears the name of a file or a command is described.
  if (/^[`/]/.test(statement)) return statement;
  const label = LABEL.exec(statement)?.[0] ?? '';
  // What a piece of code holds is no label.
  const isInCode = label.split('`').length % 2 === 0 || label.split(' ').length > LABEL_WORDS_MAX + 1;
  return isInCode ? statement : statement.slice(label.length);
}

const LABEL_WORDS_MAX = 5;
const LABEL = /^[^.:;!?—–]{1,60}(?::| [—–-]) (?=\S)/;
