import type { Caveat } from '../../../core/record.js';
import { leastConfidence } from '../../../core/source.js';
import type { AnswerSource, Envelope } from './envelope.js';

/** What is said beside an answer, without the answer. */
export function envelopeOf(answer: Envelope): Envelope {
  const { outcome, hint, atTime, during, knownAt, timeDefaulted, violations } = answer;
  const { confidence, isDisputed, sources, caveats, retcons } = answer;
  return {
    ...{ outcome, hint, atTime, during, knownAt, timeDefaulted, violations },
    ...{ confidence, isDisputed, sources, caveats, retcons },
  };
}

/** What is said beside an answer that is made of two: the times and counts are those of the first. */
export function joined(first: Envelope, other: Envelope): Envelope {
  return {
    ...envelopeOf(first),
    confidence: leastConfidence([first.confidence, other.confidence]),
    isDisputed: first.isDisputed || other.isDisputed,
    sources: mergedBy([...first.sources, ...other.sources], keyOf, withPassages),
    caveats: mergedBy([...first.caveats, ...other.caveats], ({ code }) => code, withIds),
    retcons: mergedBy(
      [...first.retcons, ...other.retcons],
      ({ before }) => before.id,
      (one) => one,
    ),
  };
}

function keyOf({ id, title }: AnswerSource): string {
  return id ?? `who ${title}`;
}

function withPassages(one: AnswerSource, other: AnswerSource): AnswerSource {
  const passages = [...one.passages, ...other.passages];
  const once = [...new Map(passages.map((passage) => [passage.relationId, passage])).values()];
  return { ...one, openContradictions: Math.max(one.openContradictions, other.openContradictions), passages: once };
}

/** Both count the relations or entities that they are about; together there are more of them. */
function withIds(one: Caveat, other: Caveat): Caveat {
  const ids = [...new Set([...one.ids, ...other.ids])];
  return { ...one, ids, sentence: one.sentence.replace(/\b\d+ of the\b/, `${ids.length} of the`) };
}

function mergedBy<T>(all: readonly T[], key: (one: T) => string, merge: (one: T, other: T) => T): T[] {
  const found = new Map<string, T>();
  for (const one of all) {
    const known = found.get(key(one));
    found.set(key(one), known === undefined ? one : merge(known, one));
  }
  return [...found.values()];
}
