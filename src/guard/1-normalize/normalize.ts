import { atOnce } from '../../core/at-once.js';
import type { ProjectContext } from '../../core/context.js';
import { isOnlyFiller } from '../../core/filler.js';
import type { Lexicon } from '../../core/lexicon.js';
import type { Norm, Reading } from '../../core/norm.js';
import { WHOLE, type Without } from '../../core/parts.js';
import type { Scope } from '../../core/scope.js';
import { hash } from '../hash.js';
import { composed } from './1-tokens/composed.js';
import { tokenize } from './1-tokens/tokenize.js';
import { isWord, type Word } from './1-tokens/word.js';
import { isCitation } from './2-clauses/asides.js';
import { begunBy } from './2-clauses/notes.js';
import { clausesToRead } from './2-clauses/to-read.js';
import { type Tagger, tagger } from './4-verb-group/parts-of-speech.js';
import { CLAUSE_PARTS, type Reader, readClause } from './clause.js';
import { emptyNorm } from './empty-norm.js';
import { foldedText, literalsOf } from './literals.js';
import type { ReadInput } from './read-input.js';
import { CLAUSES_MAX, selectRead } from './reading-bounds.js';
import { saidPeriod } from './relations/said-period.js';

/** Raised whenever the same statement would be read differently. */
export const NORM_VERSION = 24;

/** All parts of stage 1 that may be left out. */
export const READING_PARTS: readonly string[] = [
  'split:segments',
  'split:contrast',
  'split:apposition',
  'split:notes',
  ...CLAUSE_PARTS,
];

/** Reads a statement into norms. Total: any text gives a reading. `now` is the tick that "current" stands for. */
export function normalize(
  raw: ReadInput,
  context: ProjectContext,
  lexicon: Lexicon,
  now: number,
  without: Without = WHOLE,
): Reading {
  return atOnce(normalizing(raw, context, lexicon, now, without));
}

/** The same, which stops after each clause. */
export function* normalizing(
  raw: ReadInput,
  context: ProjectContext,
  lexicon: Lexicon,
  now: number,
  without: Without = WHOLE,
): Generator<void, Reading> {
  const input = { ...raw, scope: canonicalScope(raw.scope, lexicon) };
  const segments = clausesToRead(tokenize(input.statement, lexicon), lexicon, without, begunBy(now, context));
  const parts = segments.map((segment) => segment.words);
  const isRead = selectRead(parts);
  const unread = isRead.filter((isOne) => !isOne).length;
  const isVerb: Tagger = without.has('feature:tagger') ? () => false : tagger(lexicon);
  const reader: Reader = { input, context, lexicon, now, isVerb, without };
  const opening = openingOf(parts);
  const norms: Norm[] = [];
  for (const [at, words] of parts.slice(0, CLAUSES_MAX).entries()) {
    const isSilent = at >= opening || isQuestion(words) || namesSource(words, lexicon);
    const norm = isRead[at] !== true || isSilent ? emptyNorm(input) : readClause(words, reader);
    const before = parts[at - 1];
    const own = follows(words, before) && !isQuestion(before ?? []) ? within(words, norm) : norm;
    const adjuncts = segments[at]?.adjuncts ?? [];
    norms.push(adjuncts.length === 0 ? own : { ...own, adjuncts });
    yield;
  }
  return {
    textKey: textKey(input.statement),
    norms: norms.length > 0 ? norms : [emptyNorm(input)],
    ...(unread === 0 ? holdsAs(norms, parts, reader) : { unread }),
    ...markedBy(input.statement),
    normVersion: NORM_VERSION,
    normalizerState: 'read',
  };
}

/** What its marks and capitals say, where they say anything. */
function markedBy(statement: string): Pick<Reading, 'literals'> {
  const literals = literalsOf(statement);
  return literals.length === 0 ? {} : { literals };
}

/** When the clauses say that they hold, if they all do. */
function holdsAs(
  norms: readonly Norm[],
  parts: readonly (readonly Word[])[],
  { context: { calendar }, now, lexicon }: Reader,
): Pick<Reading, 'holds'> {
  const told = norms.map((norm, at) => ({ words: parts[at] ?? [], norm }));
  const holds = saidPeriod(told, { calendar, now, lexicon });
  return holds === null ? {} : { holds };
}

/** "Is the gate locked?" claims nothing. */
function isQuestion(words: readonly Word[]): boolean {
  return endsWith(words, '?');
}

/** Index of the first clause of a sentence that opens a list which is not there, "The report shall not include:"; else beyond the last one. */
function openingOf(parts: readonly (readonly Word[])[]): number {
  if (!endsWith(parts.at(-1), ':')) return parts.length;
  return parts.findLastIndex((words) => endsWith(words, '.', '!', '?', ';')) + 1;
}

function endsWith(words: readonly Word[] | undefined, ...marks: readonly string[]): boolean {
  const last = words?.at(-1);
  return last?.kind === 'mark' && isWord(last, ...marks);
}

/** "Sources: the annals", "(see: the handbook)" say where something stands. */
function namesSource(words: readonly Word[], { asides }: Lexicon): boolean {
  const first = words.findIndex(({ kind }) => kind !== 'mark');
  return isCitation(words, first, asides);
}

/** "prod" in a request is the environment that a text calls production. */
function canonicalScope({ env, team }: Scope, lexicon: Lexicon): Scope {
  if (env === null) return { env, team };
  return { env: lexicon.environments.get(env.trim().toLowerCase()) ?? env, team };
}

/** Whether a clause stands after another one, rather than sharing its subject. */
function follows(words: readonly Word[], before: readonly Word[] | undefined): boolean {
  const last = before?.at(-1);
  return last !== undefined && (words[0]?.start ?? 0) > last.start;
}

/** Words of a clause that can say so little that it speaks of what came before. */
const DEFINITE_MAX = 3;

/**
 * A later clause of one word ("Use X."), or a short one about something definite ("Set the limit to 5."), speaks of what
 * the clauses before it are about, which it does not say.
 */
function within(words: readonly Word[], norm: Norm): Norm {
  const [only] = norm.tokens;
  const isBare = norm.tokens.length === 1 && (only?.role === 'verb' || (only !== undefined && isOnlyFiller(only)));
  const isDefinite = norm.tokens.length <= DEFINITE_MAX && words.some((word) => isWord(word, 'the'));
  return (isBare || isDefinite) && norm.subjectKind === 'PRESENT' ? { ...norm, subjectKind: 'FUZZY' } : norm;
}

/**
 * The reading of a statement whose normalizer failed: nothing known but its text and what the request says of it. Such
 * claims are stored unguarded.
 */
export function unknownReading(input: ReadInput, lexicon: Lexicon): Reading {
  return {
    textKey: textKey(input.statement),
    norms: [emptyNorm({ ...input, scope: canonicalScope(input.scope, lexicon) })],
    normVersion: NORM_VERSION,
    normalizerState: 'failed_open',
  };
}

/** Equal for texts that differ in nothing that can carry meaning or be seen. */
function textKey(statement: string): string {
  const folded = foldedText(composed(statement).text);
  return hash(folded) + hash(folded, 1);
}
