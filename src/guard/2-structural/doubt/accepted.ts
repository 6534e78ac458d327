import { areOfOneClass, exchangeClass, isNegative, isOpposite, isValue } from '../../../core/filler.js';
import { direction } from '../../../core/modality.js';
import { type FrameToken, hasVerb, isException, isInCondition, type Norm } from '../../../core/norm.js';
import type { Pair } from '../alignment/pair.js';
import { isOnlyOfClass, nextTo } from '../alignment/per-norm.js';
import { WITHOUT } from '../table/without.js';
import { areFacing } from './direction.js';
import type { Doubt } from './doubt.js';
import { type Remainder, type Side, sidesOf } from './remainder.js';
import { isLight } from './weight.js';

/** "Every commit must be signed" / "Unsigned commits are accepted", "must have a lid" / "those without a lid are fine": the opposite of what a thing must be is let pass. */
export function acceptedOpposite(pair: Pair, rest: Remainder): Doubt | null {
  const { stored, incoming } = sidesOf(pair, rest);
  const there = opposite(stored, incoming);
  if (there !== null) return { stored: there.required, incoming: there.accepted };
  const back = opposite(incoming, stored);
  return back === null ? null : { stored: back.accepted, incoming: back.required };
}

/** Words that only one side says: little but what is required, and that its opposite is let pass. */
const OWN_MAX = 6;

interface Opposite {
  required: FrameToken;
  accepted: FrameToken;
}

function opposite(rule: Side, practice: Side): Opposite | null {
  if (rule.own.length > OWN_MAX || practice.own.length > OWN_MAX) return null;
  if (rule.norm.modality !== 'must' || !isLetPass(practice.norm) || !isGeneral(rule.norm) || !isGeneral(practice.norm))
    return null;
  const found = oppositeIn(rule, practice);
  if (found === null) return null;
  const isOther = (token: FrameToken) => token !== found.required && token !== found.accepted && token.stem !== WITHOUT;
  const [more, less] = [rule.own.filter(isOther), practice.own.filter(isOther)];
  const isOfNobody = rule.norm.tokens.length === 1;
  if (more.some(isTelling) || less.filter(isTelling).length > (isOfNobody ? 1 : 0)) return null;
  return isOfNobody || rule.norm.tokens.some((token) => token !== found.required && isSaid(token, practice.norm))
    ? found
    : null;
}

/** What of the rule the practice has the opposite of, another value for, or goes without. */
function oppositeIn({ norm: rule, own }: Side, { norm: practice, own: others }: Side): Opposite | null {
  for (const required of own) {
    const accepted = others.find((token) => areTurned(required, token) || areRivals(required, rule, token, practice));
    if (accepted !== undefined && !isInCondition(required)) return { required, accepted };
  }
  const without = practice.tokens.find(({ stem }) => stem === WITHOUT);
  const missed = without === undefined ? undefined : nextTo(practice, without);
  const required = rule.tokens.find(({ stem, role }) => stem === missed?.stem && role !== 'condition');
  return without === undefined || required === undefined ? null : { required, accepted: without };
}

/** "signed" / "*unsigned* commits", "long" / "*short* passwords": opposites wherever they stand. */
function areTurned(a: FrameToken, b: FrameToken): boolean {
  if (areFacing(a, b)) return true;
  if (isNegative(a) === isNegative(b)) return false;
  const [one, other] = [a, b].map((token) => (isOpposite(token) ? exchangeClass(token) : token.stem));
  return one === other;
}

function areRivals(a: FrameToken, rule: Norm, b: FrameToken, practice: Norm): boolean {
  // "must implement SHA-256" / "may implement SHA-512"
  if (hasVerb(rule) || hasVerb(practice)) return false;
  if (!isValue(a) || !isValue(b) || !areOfOneClass(a, b) || a.stem === b.stem) return false;
  return a.quantity === undefined && b.quantity === undefined && isOnlyOfClass(a, rule) && isOnlyOfClass(b, practice);
}

/** "are accepted", "may be merged", "is fine", but not "may be rejected" */
function isLetPass({ modality, tokens }: Norm): boolean {
  const verb = tokens.find(({ role }) => role === 'verb');
  if (modality === 'may') return verb === undefined || !isNegative(verb);
  return modality === 'is' && verb?.meanings?.includes(ACCEPTING) === true;
}

const ACCEPTING = 'accepting#positive';

function isGeneral(norm: Norm): boolean {
  const { tokens, isOfSome, exclusive, preferredOver } = norm;
  if (direction(norm.modality) !== 'for' || isOfSome === true || exclusive || preferredOver !== null) return false;
  return !tokens.some((token) => isException(token) || token.opens !== undefined);
}

function isTelling({ role, stem }: FrameToken): boolean {
  return role !== 'verb' && !isLight(stem);
}

function isSaid({ stem }: FrameToken, { tokens }: Norm): boolean {
  return tokens.some((token) => token.stem === stem);
}
