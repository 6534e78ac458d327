import type { Lexicon } from '../core/lexicon.js';
import type { Norm } from '../core/norm.js';
import { isBracketed } from './name.js';
import { isApplied, isGeneric, isLaidDown } from './resolution.js';

/** What is told as a rule among rules: "we use …", "tests live in …", "it never …", "… will not be accepted". */
export function isPractice(statement: string, norms: readonly Norm[], lexicon: Lexicon): boolean {
  return norms.some((norm) => isPractised(norm, statement, lexicon));
}

/** "It never …", "each of them exclusively …" */
export function isExclusive(statement: string, norms: readonly Norm[], lexicon: Lexicon): boolean {
  const words = statement.toLowerCase().match(/[a-z]+/g) ?? [];
  const isAbsolute = words.some((word) => lexicon.documents.absolute.has(word));
  return isAbsolute && norms.some((norm) => isLaidDown(norm, statement, lexicon));
}

/** "We will follow …": what people make it a rule to do, from now on. */
export function isIntended(statement: string, norms: readonly Norm[], lexicon: Lexicon): boolean {
  const { practising, effects, happening, ordering, orderingOrNaming } = lexicon.documents;
  if (SUPPOSED.test(statement)) return false;
  const isOurs = norms.some(
    ({ persons, isFuture, predicate }) =>
      persons?.includes(0) === true && isFuture === true && predicate !== null && practising.has(predicate),
  );
  const verb = INTENDED.exec(statement)?.[1] ?? '';
  const isAct = ordering.has(verb) || orderingOrNaming.has(verb);
  return isOurs || (isAct && !effects.has(verb) && !happening.has(verb));
}

const INTENDED = /\bwe(?:['’]ll| will| shall) (?:also |always |not |now |only )?([a-z]+)\b/i;

const SUPPOSED = /\b(?:if|should|would)\b/i;

/** "…, so that builds are faster" */
export function isHoped(statement: string, { documents: { comparing } }: Lexicon): boolean {
  return (statement.toLowerCase().match(/[a-z]+/g) ?? []).some((word) => comparing.has(word));
}

/** "Tests use the fake clock", "all tools are defined in …", "… are not considered public": of whatever is meant by it. */
export function isUniversal(statement: string, norms: readonly Norm[], lexicon: Lexicon): boolean {
  return norms.some((norm) => {
    const { predicate, spans } = norm;
    if (!isGeneric(statement, [norm], lexicon) || !isLaidDown(norm, statement, lexicon)) return false;
    const verb = spans.find(({ slot }) => slot === 'predicate');
    const isDone = verb === undefined || statement.slice(verb.start, verb.end).endsWith('ed');
    const isInBrackets = verb !== undefined && isBracketed(statement, verb.start);
    const isPractice = predicate !== null && lexicon.documents.practising.has(predicate) && !isDone && !isInBrackets;
    return isPractice || OF_ALL.test(statement);
  });
}

/** "Every change has a test" */
export function isOfEvery(statement: string): boolean {
  return /^(?:each|every) [a-z]/i.test(statement);
}

const OF_ALL = /^(?:all|any|each|every|no) /i;

/** What we, or what is ours, does: "use", of "In tests we use X:"; null where a statement does not begin so. */
function ownPractice(statement: string, { documents: { ownThings } }: Lexicon): string | null {
  const words = statement
    .toLowerCase()
    .slice(0, OPENER_MAX + OURS_MAX)
    .split(' ');
  let length = 0;
  let found: string | null = null;
  for (const [at, word] of words.entries()) {
    if (length > OPENER_MAX) break;
    const behind =
      word === 'we' || word === "we're" ? at + 1 : OURS.has(word) && ownThings.has(words[at + 1] ?? '') ? at + 2 : null;
    if (behind !== null && OPENER.test(statement.slice(0, length))) found = verbAt(words, behind) ?? found;
    length += word.length + 1;
  }
  return found;
}

/** The base of the verb that stands there, behind an adverb or not. */
function verbAt(words: readonly string[], at: number): string | null {
  const [word = '', next = ''] = words.slice(at, at + 2);
  return BASE.exec(HOW.has(word) && /^[a-z]/.test(next) ? next : word)?.[1] ?? null;
}

const OURS: ReadonlySet<string> = new Set(['our', 'the', 'this']);
const HOW: ReadonlySet<string> = new Set(['always', 'are', 'never', 'only']);
const BASE = /^([a-z]+?)(?:s|ing|eing)?\b/;

/** Characters that may stand before, "In tests, ", and of what is looked at from there. */
const OPENER_MAX = 62;
const OURS_MAX = 200;
const OPENER = /^(?:[^,.;:]{1,60},? )?$/;

/** "The backlog lives in …", "configuration goes under …" */
function isPlaced(statement: string, { documents: { placing, places } }: Lexicon): boolean {
  const [clause = ''] = statement.toLowerCase().split(/[;—–]/, 1);
  const words = clause.split(' ', PLACED_MAX);
  const isPlacing = (word: string) =>
    [word, word.replace(/s$/, ''), word.replace(/es$/, '')].some((one) => placing.has(one));
  return words.some((word, at) => at > 0 && isPlacing(word) && places.has(words[at + 1] ?? ''));
}

/** "Code follows the guide" */
function isFollowed(statement: string): boolean {
  const words = statement.toLowerCase().split(' ', FOLLOWED_MAX + 2);
  const at = words.findIndex((word) => word === 'follow' || word === 'follows');
  const next = words[at + 1] ?? '';
  return at > 0 && at <= FOLLOWED_MAX && /^[^:]/.test(next) && words.slice(0, at).every((word) => !/[.:;]/.test(word));
}

/** Words before "follows". */
const FOLLOWED_MAX = 6;

/** Words of a sentence that are looked through. */
const PLACED_MAX = 40;

/** "By contributing, you agree to …" */
const AGREED = /\byou (?:accept|agree|confirm|grant)\b/i;
/** "Any change to X requires …" */
const NEED =
  /^(?:all|any|anything|every|everything|each) [^.!?]{0,200}? (?:requires?|needs?|goes|go|gets?|belongs?)(?:[: ]|$)/i;

function isPractised(norm: Norm, statement: string, lexicon: Lexicon): boolean {
  const { predicate, persons, modality, isFuture, subjectKind } = norm;
  if (!isLaidDown(norm, statement, lexicon)) return false;
  const { absolute, placing, practising } = lexicon.documents;
  const verb = predicate ?? '';
  if (persons?.includes(0) === true && norm.tense === 'present' && practising.has(verb)) return true;
  if (practising.has(ownPractice(statement, lexicon) ?? '')) return true;
  if (isFuture === true && modality === 'is_not') return true;
  if (isApplied(statement, [norm], lexicon) || [NEED, AGREED].some((form) => form.test(statement))) return true;
  if (isFollowed(statement)) return true;
  if (isPlaced(statement, lexicon)) return true;
  const words = statement.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.some((word) => absolute.has(word)) || (subjectKind === 'PRESENT' && placing.has(verb));
}
