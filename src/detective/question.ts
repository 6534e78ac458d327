import type { Lexicon } from '../core/lexicon.js';
import type { Norm } from '../core/norm.js';
import { lemma } from '../core/stem.js';
import type { Found } from './story.js';

/** A longer statement is asked about as it stands. */
const WORDS_MAX = 40;

/** Verbs that stand before the subject of a question, and may do so by themselves. */
const LEADING = new Set(['is', 'are', 'must', 'should', 'may', 'can', 'has', 'have', 'will', 'does', 'do']);

/** "has" and "have" lead a question only where another verb follows: "has moved", but "does it have a cache". */
const PERFECT = new Set(['has', 'have']);

const SPEAKERS = new Map([
  ['i', 'you'],
  ['we', 'we'],
]);

/** What a person is asked, who has not read the claims: to be answered by yes or no. */
export function questionAbout({ asked }: Found, lexicon: Lexicon): string {
  const { statement, reading } = asked;
  const [norm, ...others] = reading.norms;
  const words = withoutEnd(statement.trim()).split(/\s+/);
  const quoted = `Is this still the case: “${statement.trim()}”`;
  if (norm === undefined || others.length > 0 || words.length > WORDS_MAX) return `${quoted}?`;
  return turned(words, verbOf(norm, lexicon), lexicon) ?? `${quoted}?`;
}

/** "Aldric rules Orrevane" tells of a relation, whose name is its verb. */
function verbOf({ predicate, relation }: Norm, lexicon: Lexicon): string | null {
  return predicate ?? (relation === undefined ? null : lemma(relation.type.toLowerCase(), lexicon));
}

/** Without the signs that end a sentence. Sought from the end: an expression would begin anew at every sign before it. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ENDING.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

const ENDING = /[.!\s]/u;

/** The words of a statement in the order of a question: "Is the public API still REST-based?" Null where no verb is seen. */
function turned(words: readonly string[], predicate: string | null, lexicon: Lexicon): string | null {
  const lower = words.map((word) => word.toLowerCase());
  const at = lower.findIndex((word, place) => place > 0 && isVerb(word, lower[place + 1], predicate, lexicon));
  const verb = lower[at];
  if (at < 0 || verb === undefined) return null;
  const subject = [firstOf(words[0] ?? '', lexicon), ...words.slice(1, at)].join(' ');
  const rest = words.slice(at + 1).filter((word) => word.toLowerCase() !== 'still');
  if (LEADING.has(verb) && !(PERFECT.has(verb) && !isDone(rest[0], lexicon))) return ask(verb, subject, rest);
  const base = PERFECT.has(verb) ? 'have' : lemma(verb, lexicon);
  return ask(base === verb ? 'do' : 'does', subject, [base, ...rest]);
}

function isVerb(word: string, next: string | undefined, predicate: string | null, lexicon: Lexicon): boolean {
  if (LEADING.has(word)) return true;
  if (predicate === null || word.endsWith('ed') || word.endsWith('ing')) return false;
  return lemma(word, lexicon) === predicate && next !== undefined;
}

function isDone(word: string | undefined, lexicon: Lexicon): boolean {
  return word !== undefined && lexicon.verbs.has(lemma(word.toLowerCase(), lexicon)) && word.endsWith('ed');
}

/** The first word as it stands inside a sentence: a name keeps its capital. */
function firstOf(word: string, { functionWords, kinds }: Lexicon): string {
  const lower = word.toLowerCase();
  const speaker = SPEAKERS.get(lower);
  if (speaker !== undefined) return speaker;
  return functionWords.has(lower) || kinds.determiners.has(lower) || kinds.articles.has(lower) ? lower : word;
}

function ask(verb: string, subject: string, rest: readonly string[]): string {
  const tail = ['still', ...rest].join(' ');
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${subject} ${tail}?`;
}
