import type { ClaimKind } from '../core/claim.js';
import { direction, type Modality } from '../core/modality.js';
import type { Norm, Reading } from '../core/norm.js';

/** States of which the negative pole says of what is proposed that it is turned down, rather than what is proposed. */
const TURNED_DOWN = new Set(['approved', 'allowed', 'used']);

/** "Use Kafka and Redis", "Use Kafka, Redis": to turn down both is not to turn down each. */
const SEVERAL = /,|&|\band\b/i;

/**
 * What a statement says as the claim of its kind. A rejection says that what it names is not so or not to be done: "Use
 * Kafka" that Kafka is not used, "Commits must be signed" that they need not be. One that is worded as a denial says what
 * its words say. Of several things turned down at once it is not known of which each: then only who says just that
 * contradicts it.
 */
export function asOfKind(reading: Reading, { statement, kind }: { statement: string; kind: ClaimKind }): Reading {
  const [first, ...others] = reading.norms;
  if (kind !== 'rejection' || first === undefined || isDenial(first)) return reading;
  const unread = reading.unread ?? 0;
  const { proposed: _proposed, ...read } = reading;
  const isOne = others.length === 0 && unread === 0 && isOfOne(first, statement);
  const norms = isOne ? [denied(first)] : reading.norms.map(unsaid);
  return { ...read, norms, isDenied: true, ...(isOne ? {} : { unread: unread + reading.norms.length }) };
}

/** "Do not use Kafka", "Kafka was rejected", "We decided against Kafka": of what was done no proposal is made. */
function isDenial({ modality, object, tense, relation }: Norm): boolean {
  if (direction(modality) === 'against') return true;
  if (relation === undefined && (tense === 'past' || tense === 'perfect')) return true;
  return object !== null && object.polarity === 'negative' && TURNED_DOWN.has(object.state);
}

/** Whether it names one thing, whole: who turns down "only X" or "all X" may want it of some. */
function isOfOne(norm: Norm, statement: string): boolean {
  const { modality, exclusive, preferredOver, quantifier, whole, isOfSome, tokens } = norm;
  const isPart = exclusive || preferredOver !== null || quantifier !== undefined || whole !== undefined;
  if (modality === null || isPart || isOfSome === true || tokens.length === 0) return false;
  const start = Math.min(...tokens.map((token) => token.start));
  const end = Math.max(...tokens.map((token) => token.end));
  return !SEVERAL.test(statement.slice(start, end));
}

/** What is told of relations and lives is denied with the rest, and no record is kept of what is not so. */
function withoutRecord(norm: Norm): Norm {
  const {
    relation: _relation,
    lifeEvents: _lifeEvents,
    gone: _gone,
    phase: _phase,
    isChange: _isChange,
    ...rest
  } = norm;
  return rest;
}

function denied(norm: Norm): Norm {
  return { ...withoutRecord(norm), modality: norm.modality === null ? null : denialOf(norm.modality, isSpelt(norm)) };
}

function unsaid(norm: Norm): Norm {
  return { ...withoutRecord(norm), modality: null, subjectKind: 'MISSING' };
}

/** Whether the rule is told by a word of its own ("must"), and not by an imperative. */
function isSpelt({ spans }: Norm): boolean {
  return spans.some(({ slot }) => slot === 'modality');
}

/** Turning down "Do X" is not to do it; turning down the rule that X must be done leaves everybody free to. */
function denialOf(modality: Modality, isRule: boolean): Modality {
  if (modality === 'must') return isRule ? 'may_not' : 'must_not';
  if (modality === 'may') return 'must_not';
  return modality === 'should' ? 'should_not' : 'is_not';
}
