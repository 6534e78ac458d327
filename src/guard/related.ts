import { type Decision, RELATED_MAX, type Related } from '../core/decision.js';
import { fieldOf } from '../core/meaning.js';
import type { FrameToken, Norm, Reading } from '../core/norm.js';
import { oncePer } from '../core/once-per.js';
import type { Verdict, VerdictKind } from '../core/verdict.js';
import type { PairVerdict } from './3-nli/gate.js';
import { isCommon, root } from './common-words.js';

/**
 * What makes a claim related, and how much of it is needed. Weights and floor are those at which `npm run eval:related`
 * finds most of what is contradicted in other words while few statements of documents carry anything.
 */
const WEIGHTS = { standsOut: 2.5, differs: 0.4, subject: 0.4, length: -0.35 };
export const RELATED_FLOOR = 0.5;

/** How much a word tells of what a clause is about. */
const WORDS = { name: 1.5, plain: 1, common: 0.6, near: 0.5 };
/** Of a clause that tells of nobody who does anything. */
const NO_AGENT = 0.3;
/** Clauses of a statement, and stored statements, that are looked at: those with most words in common first. */
const CLAUSES_MAX = 8;
const PAIRS_MAX = 32;
const WHY_WORDS_MAX = 3;
const WHY_WORD_MAX = 24;

/** Pairs on which the rules have not said what one statement is to the other. */
const LEFT_OPEN: ReadonlySet<VerdictKind> = new Set(['defer', 'unknown', 'consistent', 'incomparable']);

/** The words of a clause by what they begin with, and how much they tell. */
interface Bag {
  words: ReadonlyMap<string, Weighed>;
  /** The same, to be walked. */
  list: readonly Weighed[];
  weight: number;
  /** Words that are likely said of one thing, by their family. */
  families: ReadonlyMap<string, ReadonlySet<string>>;
  agents: readonly string[];
}

interface Weighed {
  word: string;
  weight: number;
  token: FrameToken;
}

/** Two clauses side by side. */
interface Likeness {
  score: number;
  incoming: Bag;
  stored: Bag;
}

const NOTHING_ALIKE = 0;

/**
 * The closest stored claims of those that the rules left open, closest first: whoever wrote the statement may see what no
 * rule does. What was decided, or is a warning already, is never among them.
 */
export function related(
  statement: string,
  incoming: Reading,
  examined: readonly PairVerdict[],
  { warnings, conflicts }: Pick<Decision, 'warnings' | 'conflicts'>,
): Related[] {
  const told = new Set([...warnings, ...conflicts].flatMap(({ claim }) => claim?.id ?? []));
  const alike = likest(examined).map((pair) => ({ pair, likeness: likenessOf(incoming, pair.candidate.reading) }));
  const most = highestTwo(alike.map(({ likeness }) => likeness?.score ?? NOTHING_ALIKE));
  return alike
    .flatMap(({ pair, likeness }) => {
      if (likeness === null || !isLeftOpen(pair.verdict) || told.has(pair.candidate.id)) return [];
      const score = closeness(likeness, pair.verdict, most);
      const { id, statement: stored } = pair.candidate;
      return score < RELATED_FLOOR ? [] : [{ claim: { id, statement: stored }, score, likeness }];
    })
    .sort((a, b) => b.score - a.score || (a.claim.id < b.claim.id ? -1 : 1))
    .slice(0, RELATED_MAX)
    .map(({ claim, score, likeness }) => ({ claim, score, words: wordsInCommon(statement, likeness) }));
}

function isLeftOpen({ kind, confidence }: Verdict): boolean {
  return LEFT_OPEN.has(kind) && confidence !== 'MED';
}

function likest(examined: readonly PairVerdict[]): readonly PairVerdict[] {
  if (examined.length <= PAIRS_MAX) return examined;
  return [...examined].sort((a, b) => b.verdict.overlap - a.verdict.overlap).slice(0, PAIRS_MAX);
}

/** A claim that is like the statement as no other is stands out; what many are like is only of one field with it. */
function closeness({ score, incoming, stored }: Likeness, verdict: Verdict, [most, next]: readonly [number, number]) {
  const standsOut = score - (score < most ? most : next);
  const agents = stored.agents.filter((word) => incoming.words.has(word)).length;
  const subject = stored.agents.length === 0 ? NO_AGENT : agents / stored.agents.length;
  return (
    score +
    WEIGHTS.standsOut * standsOut +
    (verdict.visibleDifference ? WEIGHTS.differs : 0) +
    WEIGHTS.subject * subject +
    WEIGHTS.length * Math.log(1 + incoming.weight)
  );
}

function highestTwo(scores: readonly number[]): readonly [number, number] {
  let [most, next] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const score of scores) {
    next = Math.max(next, Math.min(most, score));
    most = Math.max(most, score);
  }
  return [scores.length > 0 ? most : NOTHING_ALIKE, scores.length > 1 ? next : NOTHING_ALIKE];
}

/** How alike two statements are in their words: from 0, about 1 where both say the same. */
export function alikeness(incoming: Reading, stored: Reading): number {
  return likenessOf(incoming, stored)?.score ?? NOTHING_ALIKE;
}

/** The clauses of two statements that are most alike; null where one has no words. */
function likenessOf(incoming: Reading, stored: Reading): Likeness | null {
  let best: Likeness | null = null;
  for (const ours of bagsOf(incoming)) {
    for (const theirs of bagsOf(stored)) {
      if (ours.weight === 0 || theirs.weight === 0) continue;
      const score = shared(ours, theirs) / Math.sqrt(ours.weight * theirs.weight);
      if (best === null || score > best.score) best = { score, incoming: ours, stored: theirs };
    }
  }
  return best;
}

function shared(a: Bag, b: Bag): number {
  const isFewer = a.list.length < b.list.length;
  const [few, many] = isFewer ? [a.list, b.words] : [b.list, a.words];
  let sum = 0;
  for (const { word, weight } of few) sum += Math.min(weight, many.get(word)?.weight ?? 0);
  if (a.families.size === 0 || b.families.size === 0) return sum;
  for (const [family, stems] of a.families) {
    const others = b.families.get(family);
    if (others !== undefined && [...stems].every((stem) => !others.has(stem))) sum += WORDS.near;
  }
  return sum;
}

const bagsOf = oncePer(({ norms }: Reading): readonly Bag[] => norms.slice(0, CLAUSES_MAX).map(bagOf));

const bagOf = oncePer((norm: Norm): Bag => {
  const words = new Map<string, Weighed>();
  const families = new Map<string, Set<string>>();
  const agents = new Set<string>();
  for (const token of norm.tokens) {
    const family = familyOf(token);
    if (family !== null) families.set(family, (families.get(family) ?? new Set()).add(token.stem));
    if (token.opens !== undefined) continue;
    const word = root(token.stem);
    const weight = weightOf(token);
    if (weight > (words.get(word)?.weight ?? 0)) words.set(word, { word, weight, token });
    if (token.role === 'agent') agents.add(word);
  }
  const list = [...words.values()];
  const sum = list.reduce((all, { weight }) => all + weight, 0);
  return { words, list, weight: sum, families, agents: [...agents] };
});

function weightOf(token: FrameToken): number {
  if (token.quantity !== undefined) return WORDS.plain;
  if (token.written !== undefined) return WORDS.name;
  return isCommon(token.stem) ? WORDS.common : WORDS.plain;
}

/** Of opposites too: who removes speaks of what is added. */
function familyOf({ meanings, filler }: FrameToken): string | null {
  if (meanings?.[0] !== undefined) return fieldOf(meanings[0]);
  return filler?.kind === 'pole' ? filler.family : null;
}

/** The words that tell most of what both say, as the new statement writes them. */
function wordsInCommon(statement: string, { incoming, stored }: Likeness): string[] {
  const common = incoming.list.filter(({ word }) => stored.words.has(word));
  return common
    .sort((a, b) => b.weight - a.weight || a.token.start - b.token.start)
    .slice(0, WHY_WORDS_MAX)
    .map(({ token }) => statement.slice(token.start, token.end).slice(0, WHY_WORD_MAX));
}
