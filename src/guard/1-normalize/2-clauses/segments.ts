import type { Lexicon } from '../../../core/lexicon.js';
import type { Adjunct, AdjunctKind } from '../../../core/norm.js';
import { isWord, type Word } from '../1-tokens/word.js';
import { canStand, finiteVerb } from './finite.js';
import { leading } from './leading.js';
import { reported } from './reports.js';
import { trailing } from './trailing.js';

/** A clause that claims something, and what stands around it. */
export interface Segment {
  words: readonly Word[];
  adjuncts: readonly Adjunct[];
}

/** Clauses of one sentence; what is left beyond is read with the last. */
const SEGMENTS_MAX = 8;

/**
 * Sets apart from each claim of a sentence what is no part of it: reasons, sources, purposes, concessions and asides, each
 * with its place in the text. Clauses with a subject and a verb of their own become segments.
 */
export function segments(sentence: readonly Word[], lexicon: Lexicon): Segment[] {
  const found: Segment[] = [];
  let rest: readonly Word[] | null = sentence;
  while (rest !== null && rest.length > 0) {
    const isLast: boolean = found.length === SEGMENTS_MAX - 1;
    const { segment, next }: Step = isLast
      ? { segment: { words: rest, adjuncts: [] }, next: null }
      : step(rest, lexicon);
    found.push(segment);
    rest = next;
  }
  return found;
}

interface Step {
  segment: Segment;
  /** Another clause, which follows. */
  next: readonly Word[] | null;
}

function step(words: readonly Word[], lexicon: Lexicon): Step {
  const adjuncts: Adjunct[] = [];
  let core = withoutRelative(words, adjuncts, lexicon);
  const before = leading(core, lexicon);
  if (before !== null) {
    adjuncts.push(adjunct(before.kind, core.slice(0, before.until)));
    core = core.slice(before.until);
  }
  const report = reported(core, lexicon);
  if (report !== null) {
    adjuncts.push(adjunct(report.kind, core.slice(0, report.until)));
    core = core.slice(report.until);
  }
  const after = trailing(core, lexicon);
  if (after === null) return { segment: { words: core, adjuncts }, next: null };
  const tail = core.slice(after.from);
  if (after.isClause)
    return { segment: { words: core.slice(0, after.until), adjuncts }, next: [...after.subject, ...tail] };
  adjuncts.push(adjunct('aside', tail));
  return { segment: { words: core.slice(0, after.until), adjuncts }, next: null };
}

function adjunct(kind: AdjunctKind, words: readonly Word[]): Adjunct {
  return { kind, start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 };
}

const SUBJECT_MAX = 6;
const RELATIVE_MAX = 14;

/** "Jonas, who is on the platform team, works …": a relative clause between two commas, inside the subject. */
function withoutRelative(words: readonly Word[], adjuncts: Adjunct[], lexicon: Lexicon): readonly Word[] {
  const from = words.findIndex((word) => isWord(word, ','));
  const until = words.findIndex((word, at) => at > from && isWord(word, ','));
  if (from < 1 || from > SUBJECT_MAX || until < 0 || until - from > RELATIVE_MAX) return words;
  const inside = words.slice(from + 1, until);
  const isRelative = inside.slice(0, 2).some(({ lower }) => lexicon.adjuncts.relative.has(lower));
  const isLikeness = isWord(inside[0], 'like', 'unlike');
  const core = [...words.slice(0, from), ...words.slice(until + 1)];
  const isWhole = finiteVerb(words.slice(0, from), lexicon) < 0 && canStand(core, lexicon);
  if (!(isRelative || isLikeness) || !isWhole) return words;
  adjuncts.push(adjunct('aside', inside));
  return core;
}
