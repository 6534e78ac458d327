import type { Lexicon } from '../core/lexicon.js';
import type { Norm } from '../core/norm.js';
import { isFragment } from './fragment.js';

/**
 * Whether a sentence that stands among decisions says what was decided, rather than what was or happens to be so, what follows
 * from it, or what somebody thinks.
 */
export function isResolution(statement: string, norms: readonly Norm[], lexicon: Lexicon): boolean {
  if (statement.endsWith('?') || [TARGET, SUPPOSED].some((form) => form.test(statement))) return false;
  if (isTelling(statement, lexicon)) return false;
  if (isComment(statement, lexicon) && !isApplied(statement, norms, lexicon)) return false;
  return norms.length === 0 || norms.some((norm) => isLaidDown(norm, statement, lexicon));
}

/** Where a link leads to: "[x]: …". */
const TARGET = /^\[[^\]]*\]: /;

/** "If it were …", "it would …": what is only supposed. */
const SUPPOSED = /\bwould\b|^if [^,]{1,200} were\b/i;

/** Whether a sentence comments on the one before: "this means …", "for example, …". */
export function isComment(statement: string, { documents: { commenting } }: Lexicon): boolean {
  const opening = statement.slice(0, OPENING_MAX).toLowerCase();
  if (TO_BE.test(opening)) return false;
  return commenting.some((words) => opening.startsWith(words) && !/[a-z']/.test(opening.charAt(words.length)));
}

const OPENING_MAX = 40;
/** "There will be one module", unlike "there is …" */
const TO_BE = /^there (?:shall|will) be\b/;

/** "The main trade-off is that we must …", "later ones are listed in the plan": no rule, whatever its words. */
export function isRemark(statement: string, { documents: { costs } }: Lexicon): boolean {
  const text = statement.toLowerCase();
  return costs.has(explained(text)) || REFERRING.test(text);
}

const EXPLAINING = / is (?:that|the|to)\b/;
const ARTICLES = ['the', 'a', 'an', 'one', 'another', 'our'];

/** The noun of which it is told what it is: "trade-off", of "one trade-off of the new layout is that …"; empty where there is none. */
function explained(text: string): string {
  const [phrase = ''] = text.slice(0, Math.max(0, text.search(EXPLAINING))).split(/ (?:here$|of )/, 1);
  const [article = '', ...words] = phrase.split(' ');
  return ARTICLES.includes(article) && words.length <= 2 ? (words.at(-1) ?? '') : '';
}

/** "(b) is slower", "Adding it later is cheap", "X is a good tool", "Rejected: …": what speaks for a decision or against others. */
export function isWeighing(statement: string, norms: readonly Norm[], lexicon: Lexicon): boolean {
  const { documents } = lexicon;
  const [first = ''] = statement.toLowerCase().match(/[a-z]+/) ?? [];
  const text = statement.toLowerCase();
  if (
    documents.conceding.has(first) ||
    norms.some(({ tokens }) => tokens.some(({ stem }) => documents.seeming.has(stem)))
  )
    return true;
  if (documents.reporting.has(first) || OPTION.test(statement)) return true;
  if (
    documents.temporary.some((words) => text.includes(words)) ||
    (ACT.test(statement) && !isFragment(statement, norms, lexicon))
  )
    return true;
  const praised = PRAISE.exec(text);
  return praised !== null && documents.praising.has(praised[1] ?? '');
}

/** "Later ones are listed in the plan" */
const REFERRING =
  /\b(?:is|are|can be) (?:covered|described|detailed|discussed|documented|explained|found|listed|shown|tracked) (?:at|below|by|here|in|separately|there)\b/;
const OPTION = /^(?:\S+ )?(?:\([a-z\d]\)|option [a-z\d]\b)/i;
const PRAISE = /\b(?:is|are) (?:an? |very |also )*([a-z]+)/;

/** "Imports are sorted", "jobs carry an id": of any of them, unlike "the worker runs …", which tells of one. */
export function isGeneric(statement: string, norms: readonly Norm[], lexicon: Lexicon): boolean {
  return norms.some(({ modality, isFuture, subjectKind, tense, tokens, spans }) => {
    const isPresent = (modality === 'is' || modality === 'is_not') && isFuture !== true && tense !== 'past';
    const verb = tokens.find(({ role }) => role === 'verb') ?? spans.find(({ slot }) => slot === 'predicate');
    if (!isPresent || tense === 'perfect' || subjectKind !== 'PRESENT' || verb === undefined) return false;
    const before = statement.slice(Math.max(0, verb.start - BEFORE_MAX), verb.start);
    const isBase =
      verb.start > 0 && !INFLECTED.test(statement.slice(verb.start, verb.end)) && !isBehindAuxiliary(before, lexicon);
    return PLURAL.test(before) || isBase;
  });
}

/** "The worker runs …": what one thing does. */
export function isOfOne(statement: string, norms: readonly Norm[]): boolean {
  const isActive = norms.some(({ tokens }) =>
    tokens.some(({ role, start, end }) => role === 'verb' && SINGULAR.test(statement.slice(start, end))),
  );
  return isActive && NAMED_ONE.test(statement);
}

const SINGULAR = /[^s]s$/;
/** "The …", "`worker` …", "CI …" */
const NAMED_ONE = /^(?:[Tt]he |[Oo]ur |`|[A-Z]{2,}\b)/;

const BEFORE_MAX = 30;
const INFLECTED = /(?:s|ed|en|ing)$/;

/** "…, to run", "you explicitly run": no verb of several. */
function isBehindAuxiliary(before: string, { documents: { auxiliaries } }: Lexicon): boolean {
  const [last = '', front = ''] = before.toLowerCase().split(' ').reverse().slice(1);
  return auxiliaries.has(wordAt(last)) || (ADVERB.test(last) && auxiliaries.has(wordAt(front)));
}

/** What stands last, behind a bracket or a mark: "to" of "(to". */
function wordAt(text: string): string {
  return /(?<![a-z])[a-z]+$/.exec(text)?.[0] ?? '';
}

const ADVERB = /^[a-z]+ly$/;
const PLURAL = /\bare(?: (?:not|[a-z]+ly|always|only|never))? $/i;

/** "This applies to …": says more of a rule, rather than what follows from it. */
export function isApplied(statement: string, norms: readonly Norm[], { documents: { applying } }: Lexicon): boolean {
  return APPLIED.test(statement) || norms.some(({ predicate }) => predicate !== null && applying.has(predicate));
}

const APPLIED = /^(?:(?:this|these|they|it)(?: rules?)?|(?:all|the) [^,;:]{1,80}) appl(?:y|ies) to\b/i;

/** "Runs the tests": what something does that is not named. */
function isTelling(statement: string, { documents: { ordering } }: Lexicon): boolean {
  const [, verb = ''] = THIRD_PERSON.exec(statement) ?? [];
  return ordering.has(verb.toLowerCase()) || ordering.has(`${verb.toLowerCase()}e`);
}

const THIRD_PERSON = /^([a-z]+?)e?s(?= [\w`"'(])/i;

export function isLaidDown(norm: Norm, statement: string, lexicon: Lexicon): boolean {
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

/** "REQUIRED after each change": what begins in capitals that bind. */
export function isShouted(statement: string, { documents: { binding } }: Lexicon): boolean {
  const [word = ''] = /^[A-Z]{4,}(?![\w-])/.exec(statement) ?? [];
  return word !== '' && binding.includes(word.toLowerCase());
}

/** "There is no limit on …" */
export function isUnlimited(statement: string, { documents: { limits } }: Lexicon): boolean {
  const none = NONE.exec(statement)?.[1] ?? '';
  return none.split(' ', NONE_MAX).some((word) => limits.has(word.toLowerCase()));
}

const NONE = /^there (?:is|are) no ([^,.;:]{1,60})/i;
/** Words in which the thing is named. */
const NONE_MAX = 4;

/** "X is immutable", "X is the source of truth" */
export function isBound(statement: string, { documents: { binding } }: Lexicon): boolean {
  const text = statement.toLowerCase();
  if (text.startsWith('no ')) return false;
  return binding.some((words) => {
    const at = text.indexOf(words);
    return at >= 0 && BOUND.test(text.slice(0, at)) && !/[a-z]/.test(text.charAt(at + words.length));
  });
}

const BOUND =
  /^(?:the |our |an? )?(?:single |only )?$|\b(?:is|are|stays?|remains?)(?: (?:the|an?|only|single|always|strictly))*(?: [a-z]+)? $/;
