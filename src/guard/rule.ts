import type { ClaimKind } from '../core/claim.js';
import type { Lexicon } from '../core/lexicon.js';
import { isFact } from '../core/modality.js';
import type { Norm, Reading } from '../core/norm.js';

/** What a sentence lays down. */
export interface Rule {
  kind: Extract<ClaimKind, 'constraint' | 'convention' | 'decision' | 'fact'>;
  /** Whether it says so by its mood, rather than telling what is so. */
  isExplicit: boolean;
}

/** How a sentence is to be taken, by where it stands. `words`: only where its words say that it is a rule. */
export type Manner = 'orders' | 'words';

/**
 * What a sentence of a document obliges to, forbids, permits, prefers, decides or sets, by how the guard reads it; null
 * where it only tells something.
 */
export function ruleIn(statement: string, { norms }: Reading, manner: Manner, lexicon: Lexicon): Rule | null {
  const rules = norms.flatMap((norm) => ruleOf(statement, norm, manner, lexicon) ?? []);
  const kind = KINDS.find((one) => rules.some((rule) => rule.kind === one));
  return kind === undefined ? null : { kind, isExplicit: rules.some(({ isExplicit }) => isExplicit) };
}

/** The strongest first: what a sentence says besides does not weaken it. */
const KINDS: readonly Rule['kind'][] = ['constraint', 'decision', 'convention', 'fact'];

function ruleOf(statement: string, norm: Norm, manner: Manner, lexicon: Lexicon): Rule | null {
  const { modality, subjectKind } = norm;
  if (modality === null || subjectKind === 'MISSING') return null;
  if (isFact(modality)) return decision(norm, lexicon) ?? setting(norm);
  if (modality === 'may' || modality === 'may_not') return permission(statement, norm);
  if (isImperative(norm) && !isOrder(norm, manner, lexicon)) return null;
  const isSoft = modality === 'should' || modality === 'should_not';
  return { kind: isSoft ? 'convention' : 'constraint', isExplicit: true };
}

/** A mood that no word stands for, and a clause that begins with its verb. */
function isImperative({ spans, tokens }: Norm): boolean {
  return tokens[0]?.role === 'verb' && !spans.some(({ slot }) => slot === 'modality');
}

/** "Use X" where orders are rules; not "see X", which only points there. */
function isOrder(norm: Norm, manner: Manner, { documents }: Lexicon): boolean {
  const isPointing = norm.modality === 'must' && documents.pointing.has(norm.tokens[0]?.stem ?? '');
  return isStressed(norm) || (manner === 'orders' && !isPointing);
}

/** An order that says which of several things it is about: "use X, not Y", "only", "always". */
function isStressed({ exclusive, preferredOver, whole }: Norm): boolean {
  return exclusive || preferredOver !== null || whole !== undefined;
}

/** What can be, or may happen, permits nothing. */
const ABLE = /^(?:can|could|might|may|be able|is able|are able)\b/i;

function permission(statement: string, norm: Norm): Rule | null {
  const span = norm.spans.find(({ slot }) => slot === 'modality');
  const words = span === undefined ? '' : statement.slice(span.start, span.end);
  const isAllowed = norm.exclusive || norm.modality === 'may_not' || !ABLE.test(words);
  return isAllowed ? { kind: 'fact', isExplicit: true } : null;
}

/** "We decided to …", "We will use …", "We switched to …" */
function decision({ predicate, persons, isFuture, isChange, modality }: Norm, { framing }: Lexicon): Rule | null {
  const isOurs = persons?.includes(0) === true;
  const isDecided = predicate !== null && framing.deciding.has(predicate);
  const isResolved = isOurs && (isFuture === true || isChange === true);
  return isDecided || (isResolved && modality !== null) ? { kind: 'decision', isExplicit: false } : null;
}

/** "The default port is 8080", "We use Postgres": a slot that takes one value, and that value. */
function setting(norm: Norm): Rule | null {
  const { value, valueClass, quantity, tokens, subjectKind } = norm;
  const isSet = (value !== null || quantity !== null) && valueClass !== null && valueClass !== 'number';
  const isSingle = tokens.some(({ frame, role }) => role !== 'condition' && frame?.startsWith('#') === true);
  return isSet && isSingle && subjectKind === 'PRESENT' && isStanding(norm)
    ? { kind: 'fact', isExplicit: false }
    : null;
}

/** What is so now and for good, of the whole. */
function isStanding(norm: Norm): boolean {
  const { isOpinion, isPast, isOfSome, isOfOneTime, isUsual, isFuture, tense, modality } = norm;
  const isVague = [isOpinion, isPast, isOfSome, isOfOneTime, isUsual, isFuture].some((one) => one === true);
  return modality === 'is' && !isVague && (tense === undefined || tense === 'present');
}
