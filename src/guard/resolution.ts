import type { Lexicon } from '../core/lexicon.js';
import type { Norm } from '../core/norm.js';

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
  return commenting.some((words) => opening.startsWith(words) && !/[a-z']/.test(opening.charAt(words.length)));
}

const OPENING_MAX = 40;

/** "(b) is slower", "Adding it later is cheap", "X is a good tool", "Rejected: …": what speaks for a decision or against others. */
export function isWeighing(statement: string, norms: readonly Norm[], { documents }: Lexicon): boolean {
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
    (ACT.test(statement) && !isFragment(statement, norms))
  )
    return true;
  if (REFERRING.test(text)) return true;
  const praised = PRAISE.exec(text);
  return praised !== null && documents.praising.has(praised[1] ?? '');
}

/** "Later ones are listed in the plan" */
const REFERRING =
  /\b(?:is|are) (?:covered|described|detailed|discussed|documented|explained|listed|shown|tracked) (?:at|below|by|here|in|separately|there)\b/;
const OPTION = /^(?:\S+ )?(?:\([a-z\d]\)|option [a-z\d]\b)/i;
const PRAISE = /\b(?:is|are) (?:an? |very |also )*([a-z]+)/;

/** "Imports are sorted", "jobs carry an id": of any of them, unlike "the worker runs …", which tells of one. */
export function isGeneric(statement: string, norms: readonly Norm[]): boolean {
  return norms.some(({ modality, isFuture, subjectKind, tense, tokens, spans }) => {
    const isPresent = (modality === 'is' || modality === 'is_not') && isFuture !== true && tense !== 'past';
    const verb = tokens.find(({ role }) => role === 'verb') ?? spans.find(({ slot }) => slot === 'predicate');
    if (!isPresent || tense === 'perfect' || subjectKind !== 'PRESENT' || verb === undefined) return false;
    const before = statement.slice(Math.max(0, verb.start - BEFORE_MAX), verb.start);
    const isBase = verb.start > 0 && !INFLECTED.test(statement.slice(verb.start, verb.end)) && !AUXILIARY.test(before);
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
const AUXILIARY = /\b(?:to|will|would|can|could|may|might|do|does|you|i)(?: [a-z]+ly)? $/i;
const PLURAL = /\bare(?: (?:not|[a-z]+ly|always|only|never))? $/i;

/** Whether nothing in it says something of something: "Small functions", "Names: the shortest that tell". */
export function isFragment(statement: string, norms: readonly Norm[]): boolean {
  const until = statement.search(RELATIVE);
  const end = until < 0 ? statement.length : until;
  if (NAMED.test(statement)) return !FINITE.test(statement.slice(0, end));
  const isVerb = norms.some(({ tokens }) => tokens.some(({ role, start }) => role === 'verb' && start < end));
  return !isVerb && !FINITE.test(statement.slice(0, end));
}

/** "`fix` - what mends a fault" */
const NAMED = /^`[a-z]+(?:\([a-z]*\))?[:!]?`(?::| [—–-]) /;
const RELATIVE = / (?:that|which|who|when|if|where|unless) /i;

/** "This applies to …": says more of a rule, rather than what follows from it. */
function isApplied(statement: string, norms: readonly Norm[], { documents: { applying } }: Lexicon): boolean {
  return APPLIED.test(statement) || norms.some(({ predicate }) => predicate !== null && applying.has(predicate));
}

const APPLIED = /^(?:this|these|they|it)(?: rules?)? appl(?:y|ies) to\b/i;

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
  return isEnded || isNone || EACH.test(statement) || RANKED.test(statement);
}

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

/** A name and the value that it has: "Accent: #007aff", "Base size — 16px". */
export function isSetting(statement: string, { documents: { metadata } }: Lexicon): boolean {
  // A name may hold a dash itself; it is short, so there are few places where it may end.
  const name = [...statement.slice(0, SET_NAME_MAX + 3).matchAll(PARTING)]
    .map(({ index, 1: sign = '' }) => [statement.slice(0, index), statement.slice(index + sign.length)] as const)
    .findLast(([front, value]) => SET_NAME.test(front) && SET_VALUE.test(value))?.[0];
  return name !== undefined && !metadata.has(name.toLowerCase());
}

/** Characters of the name of a setting. */
const SET_NAME_MAX = 40;
const SET_NAME = /^[\w /-]{1,40}$/;
/** Where a name may end, and what parts it from the value. */
const PARTING = /(?=(: | [—–-] ))/g;
const SET_VALUE = /^(?:#[\da-f]{3,8}|v?\d[\w.%:]*)(?: [\w.%/]+)?(?: ?\([^()]*\))?[.]?$/i;

/** "Short functions over long ones"; not "JSON over HTTP" */
const RANKED = /^[A-Za-z][a-z-]*(?: [a-z-]+){0,3} over [a-z-]+(?: [a-z-]+){0,3}\.?$/;

const FINITE = /\b(?:is|are|was|were|has|have|had|will|can|needs?|exists?)\b/i;

/** "One file per decision" */
const EACH = /^(?:one|at most|at least|max|maximum|\d+) (?:\S+ ){1,3}(?:per|for each|for every) /i;

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

/** What is told as a rule among rules: "we use …", "tests live in …", "it never …", "… will not be accepted". */
export function isPractice(statement: string, norms: readonly Norm[], lexicon: Lexicon): boolean {
  return norms.some((norm) => isPractised(norm, statement, lexicon));
}

/** What we, or what is ours, does: "use", of "In tests we use X:"; null where a statement does not begin so. */
function ownPractice(statement: string): string | null {
  const begun = statement.slice(0, OPENER_MAX + OURS_MAX);
  const found = [...begun.matchAll(OURS)].findLast(({ index }) => OPENER.test(begun.slice(0, index)));
  return found?.[1]?.toLowerCase() ?? null;
}

/** Characters that may stand before, "In tests, ", and of what is looked at from there. */
const OPENER_MAX = 62;
const OURS_MAX = 200;
const OPENER = /^(?:[^,.;:]{1,60},? )?$/;
const OURS =
  /(?<![^ ])(?=(?:we|(?:our|the|this) (?:app|application|code|codebase|library|package|project|repo|repository|service|team)) (?:always |only |never |are )?([a-z]+?)(?:s|ing|eing)?\b)/gi;

/** "The backlog lives in …", "configuration goes under …" */
function isPlaced(statement: string, { documents: { placing } }: Lexicon): boolean {
  const [clause = ''] = statement.toLowerCase().split(/[;—–]/, 1);
  const words = clause.split(' ', PLACED_MAX);
  const isPlacing = (word: string) =>
    [word, word.replace(/s$/, ''), word.replace(/es$/, '')].some((one) => placing.has(one));
  return words.some((word, at) => at > 0 && isPlacing(word) && PLACE.has(words[at + 1] ?? ''));
}

/** Words of a sentence that are looked through. */
const PLACED_MAX = 40;
const PLACE: ReadonlySet<string> = new Set([
  'alongside',
  'at',
  'behind',
  'beside',
  'in',
  'inside',
  'next',
  'through',
  'to',
  'under',
  'with',
]);

/** What has been done when it is so: "Tests added for new parsers". */
export function isChecked(statement: string): boolean {
  return CHECKED.test(statement);
}

const CHECKED = /^(?!(?:i|it|they|this|we)\b)(?:[^\s,.;:]+ ){1,4}[a-z]{2,}ed\b/i;

/** "By contributing, you agree to …" */
const AGREED = /\byou (?:accept|agree|confirm|grant)\b/i;
/** "Code follows the guide" */
const FOLLOWED = /^(?:[^\s.:;]+ ){1,6}follows? [^\s:]/i;

/** "Any change to X requires …" */
const NEED =
  /^(?:all|any|anything|every|everything|each) [^.!?]{0,200}? (?:requires?|needs?|goes|go|gets?|belongs?)(?:[: ]|$)/i;

function isPractised(norm: Norm, statement: string, lexicon: Lexicon): boolean {
  const { predicate, persons, modality, isFuture, subjectKind } = norm;
  if (!isLaidDown(norm, statement, lexicon)) return false;
  const { absolute, placing, practising } = lexicon.documents;
  const verb = predicate ?? '';
  if (persons?.includes(0) === true && norm.tense === 'present' && practising.has(verb)) return true;
  if (practising.has(ownPractice(statement) ?? '')) return true;
  if (isFuture === true && modality === 'is_not') return true;
  if (isApplied(statement, [norm], lexicon) || [NEED, AGREED, FOLLOWED].some((form) => form.test(statement)))
    return true;
  if (isPlaced(statement, lexicon)) return true;
  const words = statement.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.some((word) => absolute.has(word)) || (subjectKind === 'PRESENT' && placing.has(verb));
}
