import { isOnlyFiller, isPole } from '../../core/filler.js';
import type { FrameToken, Norm, Reading, Slot, Span } from '../../core/norm.js';
import { WHOLE, type Without } from '../../core/parts.js';
import { overlap, samePeriod } from '../../core/period.js';
import { shown } from '../../core/quantity.js';
import { sameScope, scopesOverlap } from '../../core/scope.js';
import type { Confidence, Verdict, VerdictKind } from '../../core/verdict.js';
import { commonOf, type Indexed, index, nearAtMost } from './alignment/align.js';
import { areLinked } from './alignment/links.js';
import { type Outcome, type Pair, pairUp } from './alignment/pair.js';
import type { Bounds } from './bounds.js';
import { clausePairs } from './clause-pairs.js';
import { DOUBT_PARTS, doubt } from './doubt/find.js';
import { remainders } from './doubt/remainder.js';
import { haveSubjectInCommon, isElsewhere } from './elsewhere.js';
import { withoutLeading } from './leading.js';
import { asWritten } from './literals.js';
import { outsideLife } from './lives.js';
import { compareRelations } from './relations.js';
import { isRelated, TABLE, UNDECIDED } from './table/table.js';
import { WITHOUT } from './table/without.js';
import { DOUBTED, isCertainlyShared, ROOM_PARTS, unsure } from './unsure.js';

/** Raised whenever the same two readings would get another verdict. */
export const RULES_VERSION = 24;

/** A reading prepared for comparison with many others. */
export interface Prepared {
  reading: Reading;
  norms: Indexed[];
  /** Those of a source outside of the guard, beyond the rules. */
  proposed: Indexed[];
  without: Without;
}

export function prepare(reading: Reading, without: Without = WHOLE): Prepared {
  return { reading, norms: reading.norms.map(index), proposed: (reading.proposed ?? []).map(index), without };
}

/** All parts of stage 2 that may be left out. */
export const COMPARING_PARTS: readonly string[] = [
  'relations',
  'lives',
  ...TABLE.map(({ name }) => name),
  'nested_conditions',
  ...ROOM_PARTS,
  ...DOUBT_PARTS,
];

/** What a comparison of two statements came to, and what it cost. */
export interface Compared {
  verdict: Verdict;
  /** Pairs of clauses that were compared, and those that were left out as they were too many. */
  pairs: number;
  skipped: number;
  /** Words that were laid side by side. */
  words: number;
}

/** Words that are laid side by side at one go: about a millisecond. */
const WORDS_AT_ONCE = 2000;

/** What a pair of clauses costs besides its words, as if it had so many more. */
const WORDS_OF_A_PAIR = 10;

/**
 * The strongest verdict among all pairs of clauses of two statements. Symmetric. Long work stops now and then, so that the
 * caller can do something else meanwhile.
 */
export function* comparing(
  incoming: Prepared,
  stored: Reading,
  bounds: Pick<Bounds, 'pairs' | 'words'>,
): Generator<void, Compared> {
  if (isSameText(incoming.reading, stored)) {
    const isOpposed = incoming.reading.isDenied !== stored.isDenied;
    const verdict = isOpposed ? deniedText(incoming.reading, stored) : sameText(stored);
    return { verdict, pairs: 0, skipped: 0, words: 0 };
  }
  const chosen = clausePairs(incoming.reading.norms, stored.norms, bounds.pairs);
  const strongest = new Strongest(incoming.reading, stored);
  let pairs = 0;
  let words = 0;
  let stop = WORDS_AT_ONCE;
  for (const [at, otherAt] of chosen.pairs) {
    const [norm, other] = [incoming.norms[at], stored.norms[otherAt]];
    if (norm === undefined || other === undefined) continue;
    if (words > bounds.words) break;
    if (words > stop) {
      yield;
      stop = words + WORDS_AT_ONCE;
    }
    pairs += 1;
    const compared = compareClauses(norm, other, { stored: otherAt, incoming: at }, incoming.without);
    words += compared.words;
    strongest.add(compared.verdict);
  }
  return { verdict: strongest.verdict(), pairs, skipped: chosen.skipped + chosen.count - pairs, words };
}

/** The verdict on two clauses, and what it cost. */
export function compareClauses(
  incoming: Indexed,
  stored: Norm,
  norms: Verdict['norms'],
  without: Without,
): Pick<Compared, 'verdict' | 'words'> {
  const quick = atOnce(incoming, stored, norms, without);
  if (quick !== null) return { verdict: quick, words: 1 };
  const words = incoming.norm.tokens.length + stored.tokens.length + WORDS_OF_A_PAIR;
  return { verdict: compareNorms(incoming, stored, norms, without), words };
}

/** The strongest of the verdicts on pairs of clauses. */
class Strongest {
  readonly #incoming: Reading;
  readonly #stored: Reading;
  /** The clauses of either side that the other one repeats; null until there is one. */
  #repeated: { ours: Set<number>; theirs: Set<number> } | null = null;
  #best: Verdict | undefined;

  constructor(incoming: Reading, stored: Reading) {
    this.#incoming = incoming;
    this.#stored = stored;
  }

  add(verdict: Verdict): void {
    if (this.#best === undefined || rank(verdict) > rank(this.#best)) this.#best = verdict;
    if (verdict.kind !== 'duplicate') return;
    this.#repeated ??= { ours: new Set(), theirs: new Set() };
    this.#repeated.ours.add(verdict.norms.incoming);
    this.#repeated.theirs.add(verdict.norms.stored);
  }

  /** One clause in common is no duplicate of the whole. */
  verdict(): Verdict {
    const best = this.#best ?? { ...UNRELATED, norms: { stored: 0, incoming: 0 } };
    if (best.kind === 'duplicate' && !this.#isWhole()) return partial(best);
    return asWritten(best, this.#incoming, this.#stored);
  }

  /** Whether every clause of either side is repeated by one of the other. */
  #isWhole(): boolean {
    if (this.#repeated === null) return false;
    const { ours, theirs } = this.#repeated;
    return ours.size === this.#incoming.norms.length && theirs.size === this.#stored.norms.length;
  }
}

function partial(verdict: Verdict): Verdict {
  return { ...verdict, kind: 'refinement', code: 'refines' };
}

/** Two sources may cut one text into other clauses, and who can't read it cuts nothing: then all must hold alike. */
function isSameText(a: Reading, b: Reading): boolean {
  if (a.textKey !== b.textKey) return false;
  if (a.norms.length !== b.norms.length) {
    const [first] = a.norms;
    return first === undefined || a.norms.concat(b.norms).every((norm) => holdAlike(norm, first));
  }
  return a.norms.every((norm, at) => {
    const other = b.norms[at];
    return other !== undefined && holdAlike(norm, other);
  });
}

function holdAlike(a: Norm, b: Norm): boolean {
  return sameScope(a.scope, b.scope) && samePeriod(a.period, b.period);
}

function sameText(stored: Reading): Verdict {
  const subject = stored.norms[0]?.subject ?? null;
  return {
    kind: 'duplicate',
    confidence: 'HIGH',
    code: 'same_text',
    slots: { subject: [subject, subject] },
    norms: { stored: 0, incoming: 0 },
    spans: { stored: [], incoming: [] },
    overlap: 1,
    visibleDifference: false,
    sharesSubject: true,
    isElsewhere: false,
  };
}

/** The one says what the other, in the same words, turns down. */
function deniedText(incoming: Reading, stored: Reading): Verdict {
  const slots = { modality: [stored.norms[0]?.modality ?? null, incoming.norms[0]?.modality ?? null] } as const;
  const same = sameText(stored);
  const decided = { kind: 'contradiction', code: 'modality_opposed', visibleDifference: true } as const;
  return { ...same, ...decided, slots: { ...same.slots, ...slots } };
}

const RANK: Record<VerdictKind, number> = {
  contradiction: 9,
  uncertain: 8,
  defer: 7,
  duplicate: 6,
  refinement: 5,
  consistent: 4,
  unknown: 3,
  coexist: 2,
  incomparable: 1,
};

const CONFIDENCE_RANK: Record<Confidence, number> = { HIGH: 0.2, MED: 0.1, LOW: 0 };

export function rank(verdict: Pick<Verdict, 'kind' | 'confidence'>): number {
  return RANK[verdict.kind] + CONFIDENCE_RANK[verdict.confidence];
}

/** Most pairs are about different things; nothing more is said of them. */
const UNRELATED: Omit<Verdict, 'norms'> = {
  kind: 'incomparable',
  confidence: 'HIGH',
  code: 'subject_unrelated',
  slots: {},
  spans: { stored: [], incoming: [] },
  overlap: 0,
  visibleDifference: false,
  sharesSubject: false,
  isElsewhere: true,
};

/** What is said of a life needs no words in common but the name. */
const OF_A_LIFE: Omit<Verdict, 'norms' | keyof Outcome> = {
  slots: {},
  spans: { stored: [], incoming: [] },
  overlap: 0,
  visibleDifference: true,
  sharesSubject: true,
  isElsewhere: false,
};

/** The rows of the table down to "unrelated", for clauses that share too few words however they are aligned. */
function isApart(incoming: Indexed, stored: Norm): boolean {
  const { norm } = incoming;
  const shorter = Math.min(norm.tokens.length, stored.tokens.length);
  if (shorter === 0 || Math.max(norm.tokens.length, stored.tokens.length) === 1) return false;
  const common = commonOf(incoming, stored);
  if (isRelated(common, common / shorter)) return false;
  if (common > 0 && (areLinked(norm, stored) || tellsOfEnd(norm) || tellsOfEnd(stored))) return false;
  const alike = common === 0 ? 0 : common + nearAtMost(incoming, stored);
  if (alike > common && isRelated(alike, alike / shorter)) return false;
  return scopesOverlap(norm.scope, stored.scope) && overlap(norm.period, stored.period) !== 'false';
}

/** What was left behind, or is no more: any other clause may go on telling of it. */
function tellsOfEnd({ left, gone }: Norm): boolean {
  return left !== undefined || gone !== undefined;
}

/** What needs no alignment of the words: two relations, and clauses that are about different things. */
function atOnce(incoming: Indexed, stored: Norm, norms: Verdict['norms'], without: Without): Verdict | null {
  const related = without.has('relations') ? null : compareRelations(stored, incoming.norm);
  if (related !== null) return { ...related, norms };
  const ofLife = without.has('lives') ? null : outsideLife(stored, incoming.norm);
  if (ofLife !== null) return { ...OF_A_LIFE, ...ofLife, norms };
  return isApart(incoming, stored) ? { ...UNRELATED, norms } : null;
}

function compareNorms(incoming: Indexed, stored: Norm, norms: Verdict['norms'], without: Without): Verdict {
  const aligned = pairUp(incoming, stored);
  const first = decide(aligned, without);
  const decided = unsure(without.has('nested_conditions') ? first : within(first, aligned), aligned, without);
  const isAgreed = mayBeTurned(decided, aligned);
  const mayBeOpen = isOpen(decided) || isAgreed || tellsOfChange(decided, aligned);
  const laid = mayBeOpen ? withoutLeading(aligned) : aligned;
  const rest = mayBeOpen ? remainders(laid) : null;
  const found = rest === null ? null : doubt(laid, rest, isAgreed, without);
  const pair: Pair = found === null ? laid : { ...laid, difference: { kind: 'several', ...found } };
  const outcome = found === null ? decided : DOUBTED;
  return {
    kind: outcome.kind,
    confidence: outcome.confidence,
    code: outcome.code,
    norms,
    slots: slotsOf(pair, outcome),
    spans: {
      stored: spansOf(pair.stored, pair.difference.stored, outcome),
      incoming: spansOf(pair.incoming, pair.difference.incoming, outcome),
    },
    overlap: pair.overlap,
    visibleDifference: isVisible(pair),
    sharesSubject: haveSubjectInCommon(stored, incoming.norm),
    isElsewhere: rest !== null && isElsewhere(pair, rest.things),
  };
}

/** "X uses A" / "X has dropped A", "X is on Mondays" / "X has moved to Tuesdays": words that agree or stand side by side but for a change. */
function tellsOfChange({ kind, code }: Outcome, { stored, incoming }: Pair): boolean {
  const isAny = (is: (norm: Norm) => boolean) => is(stored) || is(incoming);
  if (code === 'conditions_exclusive') return isAny(({ isChange, isMoved }) => isChange === true || isMoved === true);
  return AGREEING.has(kind) && isAny(({ left }) => left !== undefined);
}

/** "needs a receipt" / "is paid *without* a receipt", "admits everyone" / "admits members only": what one says more may turn it round. */
function mayBeTurned({ kind }: Outcome, { stored, incoming, alignment }: Pair): boolean {
  // "must be JSON" / "may be XML"
  if (kind === 'consistent') return (stored.modality === 'may') !== (incoming.modality === 'may');
  if (kind !== 'refinement') return false;
  if (stored.hands !== undefined && incoming.hands !== undefined) return true;
  const audiences = [stored.audience, incoming.audience];
  if (audiences.includes('all') && audiences.includes('some')) return true;
  return [...alignment.onlyStored, ...alignment.onlyIncoming].some(({ stem }) => stem === WITHOUT);
}

const AGREEING: ReadonlySet<VerdictKind> = new Set(['consistent', 'duplicate', 'refinement']);

/** What the words may still contradict, although the alignment does not say so. */
function isOpen({ confidence, code }: Outcome): boolean {
  return confidence === 'LOW' || code === 'subject_unrelated';
}

function decide(pair: Pair, without: Without): Outcome {
  for (const { name, decide: row } of TABLE) {
    const outcome = without.has(name) ? null : row(pair);
    if (outcome !== null) return outcome;
  }
  return UNDECIDED;
}

/**
 * A rule and another one for some of its cases: where they say the same, the one is more precise. Where they do not, it
 * may be an exception that is meant, so the wording alone decides nothing.
 */
function within(outcome: Outcome, { conditions, difference }: Pair): Outcome {
  if (conditions !== 'nested' || outcome.kind === 'coexist' || outcome.kind === 'incomparable') return outcome;
  const isSame = difference.kind === 'none' && (outcome.kind === 'duplicate' || outcome.kind === 'refinement');
  if (isSame) return { kind: 'refinement', confidence: 'HIGH', code: 'refines' };
  return { kind: 'defer', confidence: 'LOW', code: 'conditions_differ' };
}

function slotsOf(pair: Pair, outcome: Outcome): Verdict['slots'] {
  const { stored, incoming, difference } = pair;
  const slots: Verdict['slots'] = {
    subject: [stored.subject, incoming.subject],
    modality: [stored.modality, incoming.modality],
  };
  if (outcome.kind !== 'contradiction' && outcome.kind !== 'uncertain') return slots;
  if (outcome.code === 'preference_reversed') return { ...slots, value: [stored.value, incoming.value] };
  if (outcome.code === 'may_contradict' && difference.stored === null && difference.incoming === null) return slots;
  if (difference.stored === null || difference.incoming === null)
    return { ...slots, predicate: [stored.predicate, incoming.predicate] };
  return { ...slots, [slotOf(difference.stored, outcome)]: [said(difference.stored), said(difference.incoming)] };
}

function said({ stem, quantity }: FrameToken): string {
  return quantity === undefined ? stem : shown(quantity);
}

function slotOf(token: FrameToken, { code }: Outcome): Slot {
  if (token.quantity !== undefined && (code === 'quantity_disjoint' || code === 'bound_differs')) return 'quantity';
  if (isOnlyFiller(token)) return 'value';
  if (token.role === 'verb') return 'predicate';
  return isPole(token) ? 'object' : 'value';
}

/** The word that differs or, where only the modality does, the words of the modality. */
function spansOf(norm: Norm, token: FrameToken | null, outcome: Outcome): Span[] {
  if (token !== null) return [{ slot: slotOf(token, outcome), start: token.start, end: token.end }];
  return norm.spans.filter(({ slot }) => slot === 'modality');
}

/** Where the periods overlap only possibly, nothing may block, whatever else differs. */
function isVisible(pair: Pair): boolean {
  const { stored, incoming, difference, alignment } = pair;
  if (!isCertainlyShared(pair)) return false;
  if (stored.modality !== incoming.modality || difference.kind === 'none') return true;
  return alignment.onlyStored.some(isFilled) || alignment.onlyIncoming.some(isFilled);
}

function isFilled({ filler }: FrameToken): boolean {
  return filler !== undefined;
}
