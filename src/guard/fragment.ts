import type { Lexicon } from '../core/lexicon.js';
import type { Norm } from '../core/norm.js';

/** Whether nothing in it says something of something: "Small functions", "Names: the shortest that tell". */
export function isFragment(statement: string, norms: readonly Norm[], lexicon: Lexicon): boolean {
  const until = statement.search(RELATIVE);
  const end = until < 0 ? statement.length : until;
  if (hasFinite(statement.slice(0, end), lexicon)) return false;
  return (
    NAMED.test(statement) ||
    !norms.some(({ tokens }) => tokens.some(({ role, start }) => role === 'verb' && start < end))
  );
}

function hasFinite(text: string, { documents: { finite } }: Lexicon): boolean {
  return (text.toLowerCase().match(/\w+/g) ?? []).some((word) => finite.has(word));
}

/** "`fix` - what mends a fault" */
const NAMED = /^`[a-z]+(?:\([a-z]*\))?[:!]?`(?::| [—–-]) /;
const RELATIVE = / (?:that|which|who|when|if|where|unless) /i;

/** A rule without a verb: "Python 3.10 required", "No global state". */
export function isClosed(statement: string, lexicon: Lexicon): boolean {
  const words =
    statement
      .replace(/\([^()]*\)/g, '')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const isEnded = lexicon.documents.closing.has(words.at(-1) ?? '');
  const [front = ''] = statement.split(/[—–;:.,]/, 1);
  const isNone = /^(?:no|zero) /i.test(front) && !hasFinite(front, lexicon);
  return isEnded || isNone || isOfEach(statement) || RANKED.test(statement);
}

/** "Short functions over long ones"; not "JSON over HTTP" */
const RANKED = /^[A-Za-z][a-z-]*(?: [a-z-]+){0,3} over [a-z-]+(?: [a-z-]+){0,3}\.?$/;

/** "One file per decision", "At most two retries for each call" */
function isOfEach(statement: string): boolean {
  const counted = COUNTED.exec(statement)?.[0];
  if (counted === undefined) return false;
  const words = statement
    .slice(counted.length)
    .toLowerCase()
    .split(' ', OF_EACH_MAX + 2);
  // A word stands behind: what "per" or "for each" is said of.
  return words.some((word, at) => at > 0 && at <= OF_EACH_MAX && isDistributive(word, words[at + 1]));
}

function isDistributive(word: string, next: string | undefined): boolean {
  return next !== undefined && (word === 'per' || (word === 'for' && (next === 'each' || next === 'every')));
}

const COUNTED = /^(?:one|at most|at least|max|maximum|\d+) /i;
/** Words of what is counted. */
const OF_EACH_MAX = 3;

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

/** What has been done when it is so: "Tests added for new parsers". */
export function isChecked(statement: string): boolean {
  return CHECKED.test(statement);
}

const CHECKED = /^(?!(?:i|it|they|this|we|[a-z]+ing)\b)(?:(?:`[^`\s]*`|[^\s,.;:`]+) ){1,4}[a-z]{2,}ed\b/i;
