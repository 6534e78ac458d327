import type { Lexicon } from '../core/lexicon.js';
import type { Norm } from '../core/norm.js';

/**
 * Whether a sentence that stands among decisions says what was decided, rather than what was or happens to be so, what follows
 * from it, or what somebody thinks.
 */
export function isResolution(statement: string, norms: readonly Norm[], lexicon: Lexicon): boolean {
  if (statement.endsWith('?') || TARGET.test(statement) || isTelling(statement, lexicon)) return false;
  if (isComment(statement, lexicon) && !isApplied(norms, lexicon)) return false;
  return norms.length === 0 || norms.some((norm) => isLaidDown(norm, statement, lexicon));
}

/** Where a link leads to: "[x]: …". */
const TARGET = /^\[[^\]]*\]: /;

/** Whether a sentence comments on the one before: "this means …", "for example, …". */
export function isComment(statement: string, { documents: { commenting } }: Lexicon): boolean {
  const opening = statement.slice(0, OPENING_MAX).toLowerCase();
  return commenting.some((words) => opening.startsWith(words) && !/[a-z']/.test(opening.charAt(words.length)));
}

const OPENING_MAX = 40;

/** "This applies to …": says more of a rule, rather than what follows from it. */
function isApplied(norms: readonly Norm[], { documents: { applying } }: Lexicon): boolean {
  return norms.some(({ predicate }) => predicate !== null && applying.has(predicate));
}

/** "Runs the tests": what something does that is not named. */
function isTelling(statement: string, { documents: { ordering } }: Lexicon): boolean {
  const [, verb = ''] = THIRD_PERSON.exec(statement) ?? [];
  return ordering.has(verb.toLowerCase()) || ordering.has(`${verb.toLowerCase()}e`);
}

const THIRD_PERSON = /^([a-z]+?)e?s(?= [\w`"'(])/i;

function isLaidDown(norm: Norm, statement: string, lexicon: Lexicon): boolean {
  const { isOpinion, isOfOneTime, isUsual } = norm;
  if ([isOpinion, isOfOneTime, isUsual].some((one) => one === true)) return false;
  return !isOver(norm, statement) && !MAYBE.test(modalOf(norm, statement)) && !isEffect(norm, statement, lexicon);
}

/** What was so or was done; not "a file, named so", which tells what it is to be. */
function isOver({ isPast, tense, tokens }: Norm, statement: string): boolean {
  const verb = tokens.find(({ role }) => role === 'verb');
  const isApposed = verb !== undefined && APPOSED.test(statement.slice(0, verb.start));
  const isDone = verb !== undefined || isPast === true;
  return tense === 'perfect' || (isDone && !isApposed && (isPast === true || tense === 'past'));
}

const APPOSED = /[,(–—] ?$/;

function modalOf({ spans }: Norm, statement: string): string {
  const span = spans.find(({ slot }) => slot === 'modality');
  return span === undefined ? '' : statement.slice(span.start, span.end);
}

/** What might be is not decided. */
const MAYBE = /^(?:could|might|would)\b/i;

function isEffect({ predicate, tokens, persons }: Norm, statement: string, { documents }: Lexicon): boolean {
  const verbs = [predicate ?? '', ...tokens.filter(({ role }) => role === 'verb').map(({ stem }) => stem)];
  const isAny = (of: ReadonlySet<string>) => verbs.some((verb) => of.has(verb));
  if (isAny(documents.effects)) return true;
  return (
    (ACT.test(statement) && isAny(documents.effectsOfActs)) || (persons !== undefined && isAny(documents.effectsOnUs))
  );
}

/** "Using it …" */
const ACT = /^[A-Z][a-z]+ing\b/;

/** "Use X …", whatever the reading makes of it. */
export function isOrdering(statement: string, { documents: { ordering } }: Lexicon): boolean {
  const [, first = '', next = ''] = ORDER.exec(statement) ?? [];
  return ordering.has(first.toLowerCase()) && !COPULA.test(next) && !statement.endsWith(':');
}

const ORDER = /^(?:please |always )?([a-z]+) ([\w`"'(]+)/i;
const COPULA = /^(?:is|are|was|of)$/i;

/** A rule without a verb: "Python 3.10 required", "No global state". */
export function isClosed(statement: string, lexicon: Lexicon): boolean {
  const words =
    statement
      .replace(/\([^()]*\)/g, '')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const isEnded = lexicon.documents.closing.has(words.at(-1) ?? '');
  const [front = ''] = statement.split(/[—–;:.]/, 1);
  const isNone = /^(?:no|zero) /i.test(front) && !FINITE.test(front);
  return isEnded || isNone || EACH.test(statement);
}

const FINITE = /\b(?:is|are|was|were|has|have|had|will|can|needs?|exists?)\b/i;

/** "One file per decision" */
const EACH = /^(?:one|at most|at least|max|maximum|\d+) (?:\S+ ){1,3}(?:per|for each|for every) /i;

/** What is told as a rule among rules: "we use …", "tests live in …", "it never …", "… will not be accepted". */
export function isPractice(statement: string, norms: readonly Norm[], lexicon: Lexicon): boolean {
  return norms.some((norm) => isPractised(norm, statement, lexicon));
}

function isPractised(norm: Norm, statement: string, lexicon: Lexicon): boolean {
  const { predicate, persons, modality, isFuture, subjectKind } = norm;
  if (!isLaidDown(norm, statement, lexicon)) return false;
  const { absolute, placing, practising } = lexicon.documents;
  const verb = predicate ?? '';
  if (persons?.includes(0) === true && norm.tense === 'present' && practising.has(verb)) return true;
  if (isFuture === true && modality === 'is_not') return true;
  const words = statement.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.some((word) => absolute.has(word)) || (subjectKind === 'PRESENT' && placing.has(verb));
}
