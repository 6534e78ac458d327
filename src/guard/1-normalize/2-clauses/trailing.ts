import type { Lexicon } from '../../../core/lexicon.js';
import { matchPhrase } from '../1-tokens/phrases.js';
import { isAuxiliary } from '../1-tokens/verbs.js';
import { isWord, type Word } from '../1-tokens/word.js';
import { canStand, finiteVerb, isMainClause, isOrder, opensSubject } from './finite.js';

/** What follows a clause: where that ends, where the rest begins, and whether the rest is a clause of its own. */
export interface Trailing {
  until: number;
  from: number;
  /** Words that the rest does not repeat: its subject. */
  subject: readonly Word[];
  isClause: boolean;
}

/** Marks after which a clause may go on with something else. */
const BREAKS = [',', '–', '—', ':'];
const BREAKS_MAX = 6;

/**
 * "…, because the disk is small", "…, rows disappear at once", "…, and he was hated": what stands after a clause that is
 * complete without it. Reasons, relative clauses and remarks are asides; what has a subject and a verb is a clause.
 */
export function trailing(words: readonly Word[], lexicon: Lexicon): Trailing | null {
  let seen = 0;
  let depth = 0;
  for (let at = 2; at < words.length - 1 && seen < BREAKS_MAX; at += 1) {
    const word = words[at] as Word;
    depth += Number(word.lower === '(') - Number(word.lower === ')');
    if (depth > 0 || !isWord(word, ...BREAKS)) continue;
    seen += 1;
    const found = after(words, at, lexicon);
    if (found !== null) return found;
  }
  return null;
}

function after(words: readonly Word[], at: number, lexicon: Lexicon): Trailing | null {
  const [head, tail] = [words.slice(0, at), words.slice(at + 1)];
  if (!canStand(head, lexicon)) return null;
  const aside = { until: at, from: at + 1, subject: [], isClause: false };
  if (isResult(tail, lexicon)) return { ...aside, from: at + 2, isClause: true };
  if (isAside(tail, lexicon)) return aside;
  const isLinked = isWord(tail[0], 'and', 'but');
  const own = isLinked || isWord(tail[0], 'only') ? tail.slice(1) : tail;
  const from = isLinked ? at + 2 : at + 1;
  const isOpen = opensSubject(own[0], lexicon) || isWord(words[at], ':');
  const isOwn = isOpen
    ? isMainClause(own, lexicon)
    : isBareClause(own, lexicon) || (isLinked && hasAuxiliary(own, lexicon));
  if (isOwn || (isLinked ? isProhibition(own, head, lexicon) : opensOrder(own, lexicon)))
    return { ...aside, from, isClause: true };
  const subject = sharedSubject(head, own, lexicon);
  return subject === null ? null : { until: at, from, subject, isClause: true };
}

/** "…, so `/healthz` is reachable": what follows from a claim is claimed too. */
function isResult([first, ...own]: readonly Word[], lexicon: Lexicon): boolean {
  return isWord(first, 'so') && opensSubject(own[0], lexicon) && isMainClause(own, lexicon);
}

/** A reason, concession or relative clause; "no human involved". */
function isAside(tail: readonly Word[], lexicon: Lexicon): boolean {
  const [first] = tail;
  if (isWord(first, 'no') && tail.length <= REMARK_MAX) return tail.some(({ lower }) => lower.endsWith('ed'));
  const match = matchPhrase(tail, 0, lexicon.adjuncts.trailing);
  if (match === null || (isRelative(tail, match.end, lexicon) && tail.some(({ kind }) => kind === 'number')))
    return false;
  return (
    !isWord(first, 'since', 'while', 'so') || finiteVerb(tail.slice(match.end), lexicon) > 0 || isWord(tail[1], 'that')
  );
}

/** "…, which fell in 1890": its dates and numbers may be those of the clause. */
function isRelative(tail: readonly Word[], end: number, { adjuncts }: Lexicon): boolean {
  return adjuncts.relative.has(tail[end - 1]?.lower ?? '');
}

const REMARK_MAX = 6;

/** "rows disappear at once", "isolation happens in the app": a plural or mass noun without an article, and its verb. */
function isBareClause(words: readonly Word[], lexicon: Lexicon): boolean {
  const [first, next] = words;
  if (first?.kind !== 'word' || !isMainClause(words, lexicon)) return false;
  const isPlural = /[^s]s$/.test(first.lower) && first.lower !== first.lemma;
  const verb = finiteVerb(words, lexicon);
  return isPlural
    ? verb <= 2
    : verb === 1 && next !== undefined && next.lower !== next.lemma && next.lower.endsWith('s');
}

/** ", and plain HTTP *is* blocked", ", but merging to main *is* off limits": after a comma and a link any subject does, if its verb is clear. */
function hasAuxiliary(words: readonly Word[], lexicon: Lexicon): boolean {
  const verb = words[finiteVerb(words, lexicon)];
  return (
    verb !== undefined &&
    isMainClause(words, lexicon) &&
    (isAuxiliary(verb, lexicon) || isWord(verb, 'gets', 'get', 'got'))
  );
}

/** ", but don't rename it"; "never" goes on with an order only, elsewhere it is of the same subject. */
function isProhibition(words: readonly Word[], head: readonly Word[], lexicon: Lexicon): boolean {
  return opensOrder(words, lexicon) && (!isWord(words[0], 'never') || isOrder(head, lexicon));
}

/** "do not bump it", "never again" */
function opensOrder(words: readonly Word[], lexicon: Lexicon): boolean {
  return isWord(words[0], 'do', 'never', 'please') && isOrder(words, lexicon);
}

const SUBJECT_MAX = 6;

/** "The worker polls every 30 s, *takes* at most 50 jobs": the subject of the clause before, or null. */
function sharedSubject(head: readonly Word[], tail: readonly Word[], lexicon: Lexicon): readonly Word[] | null {
  const verb = finiteVerb(head, lexicon);
  const [first, next] = tail;
  if (verb < 1 || verb > SUBJECT_MAX || first === undefined || next === undefined || !isMainClause(head, lexicon))
    return null;
  const subject = head.slice(0, verb);
  const isVerb =
    first.kind === 'word' && first.lower.endsWith('s') && finiteVerb([...subject, ...tail], lexicon) === verb;
  return isVerb && first.lower !== first.lemma && lexicon.verbs.has(first.lemma) ? subject : null;
}
