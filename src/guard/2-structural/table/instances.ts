import { direction, isBinding, isFact, type Modality, opposed } from '../../../core/modality.js';
import { type FrameToken, isInCondition, type Norm } from '../../../core/norm.js';
import { areDisjoint as areApart } from '../alignment/intervals.js';
import type { Pair } from '../alignment/pair.js';

/** One clause of all of a kind, and one of a thing of that kind. */
interface Instance {
  general: Norm;
  special: Norm;
  /** Words that only one of them has. */
  onlyGeneral: readonly FrameToken[];
  onlySpecial: readonly FrameToken[];
}

/**
 * "Every repository has an owner file" / "The `docs` repository has none": a fact of all of a kind against a thing of that
 * kind that is told by its name. What an adjective or noun tells apart may be an exception that is meant.
 */
export function isInstanceOpposed(pair: Pair): boolean {
  const found = instanceOf(pair);
  if (found === null || !isFact(found.general.modality) || !isFact(found.special.modality)) return false;
  const isNamed = found.onlySpecial.some(({ written }) => written !== undefined);
  return isNamed && isAlone(found);
}

/** "cron jobs": a kind is named by so many words. */
const KIND_MAX = 2;

/** Nothing else is said of either. */
function isAlone({ general, special, onlySpecial }: Instance): boolean {
  return special.isDefinite === true && agentsOf(general).length <= KIND_MAX && onlySpecial.every(isAgent);
}

/** The same of rules, of which the special one may be an exception that is meant, and of a thing of which more is said. */
export function mayBeInstanceOpposed(pair: Pair): boolean {
  return instanceOf(pair) !== null || isNamedInstance(pair) || isSpecialRule(pair) || isDeniedOfAll(pair);
}

/** "No endpoint is open to guests" / "`/health` is open to guests": a name in place of the kind, which it may be of. */
function isNamedInstance(pair: Pair): boolean {
  const { swapped, leads, common } = pair.alignment;
  if (pair.conditions !== 'equal' || swapped || leads.length > 0 || common < 2) return false;
  const found = bySides(pair, isUniversal);
  if (found === null) return false;
  const { general, special, onlyGeneral, onlySpecial } = found;
  const isName =
    onlySpecial.length === 1 && onlySpecial.every((token) => isAgent(token) && token.written !== undefined);
  const isKind = onlyGeneral.length === 1 && onlyGeneral.every(isAgent) && agentsOf(general).length === 1;
  if (!isName || !isKind || agentsOf(special).length > 1 || special.isOfSome === true) return false;
  return general.modality !== null && special.modality !== null && opposed(general.modality, special.modality);
}

/** "Payments must not be retried" / "Failed payments must be retried three times": an exception that is not told as one. */
function isSpecialRule({ stored, incoming, alignment, conditions }: Pair): boolean {
  const { onlyStored, onlyIncoming, swapped, leads } = alignment;
  const [general, special, only] =
    onlyStored.length === 0 ? [stored, incoming, onlyIncoming] : [incoming, stored, onlyStored];
  if (Math.min(onlyStored.length, onlyIncoming.length) > 0 || only.length === 0 || conditions !== 'equal' || swapped)
    return false;
  const [a, b] = [general.modality, special.modality];
  if (a === null || b === null || ![a, b].every(isDuty) || leads.length > 0 || !opposed(a, b)) return false;
  const [head] = general.tokens;
  const [first] = special.tokens;
  if (general.tokens.length < 2 || head === undefined || first === undefined || !only.includes(first)) return false;
  const at = special.tokens.findIndex(({ stem }) => stem === head.stem);
  const areBefore = at === 1 || (at === 2 && only.includes(special.tokens[1] as FrameToken));
  return areBefore && (only.length <= at || direction(b) === 'for') && !only.some(isInCondition);
}

/** What a denial of all may say more than what is denied. */
const EVERYWHERE = new Set(['all', 'anywher', 'ever']);

/** "We never store card data anywhere", "Nobody outside sales may print it" / "The legacy CRM stores card data": the one denies of all what the other says of one. */
function isDeniedOfAll(pair: Pair): boolean {
  const { common, swapped, leads } = pair.alignment;
  const found = swapped || leads.length > 0 ? null : bySides(pair, isDeniedOfAnybody);
  if (found === null) return false;
  const { special, onlyGeneral, onlySpecial } = found;
  if (special.isOfSome === true || special.subjectKind !== 'PRESENT' || direction(special.modality) !== 'for')
    return false;
  const isMore = onlySpecial.length > 0 && onlySpecial.every(isAgent);
  const isWhole = onlyGeneral.every((token) => EVERYWHERE.has(token.stem) || isOutside(token));
  return isMore && isWhole && common > 1 && special.conditions.length === 0;
}

/** Denied of "we", "nobody", "nobody outside sales": no kind of thing is named. */
function isDeniedOfAnybody(norm: Norm): boolean {
  if (direction(norm.modality) !== 'against') return false;
  const isOfSpeakers = norm.persons?.[0] === 0 && norm.quantifier === undefined;
  return (isOfSpeakers || norm.quantifier === 'none') && agentsOf(norm).every(isOutside);
}

/** "outside sales": the preposition, or what it leads to. */
function isOutside({ stem, lead }: FrameToken): boolean {
  return stem === 'outsid' || lead === 'outside';
}

function instanceOf(pair: Pair): Instance | null {
  const { swapped, leads } = pair.alignment;
  if (pair.conditions !== 'equal' || swapped || leads.some(({ isOther }) => isOther)) return null;
  const instance = bySides(pair, isUniversal);
  return instance !== null && isOpposed(instance) && isOfKind(instance) ? instance : null;
}

/** The two as the general and the special one; null where both are general or neither is. */
function bySides({ stored, incoming, alignment }: Pair, isGeneral: (norm: Norm) => boolean): Instance | null {
  const { onlyStored, onlyIncoming } = alignment;
  const isStored = isGeneral(stored);
  if (isStored === isGeneral(incoming)) return null;
  return isStored
    ? { general: stored, special: incoming, onlyGeneral: onlyStored, onlySpecial: onlyIncoming }
    : { general: incoming, special: stored, onlyGeneral: onlyIncoming, onlySpecial: onlyStored };
}

function isUniversal({ quantifier, isOfSome }: Norm): boolean {
  return (quantifier === 'all' || quantifier === 'none') && isOfSome !== true;
}

function isOpposed({ general, special, onlyGeneral, onlySpecial }: Instance): boolean {
  if (general.modality === null || special.modality === null || special.isOfSome === true) return false;
  if (!opposed(general.modality, special.modality) || onlyGeneral.length > 0 || onlySpecial.length === 0) return false;
  // What a thing does in some way it does; what it does not in some way it may do in another.
  const isMore = onlySpecial.every((token) => isAgent(token) || direction(special.modality) === 'for');
  return isMore && !onlySpecial.some(isInCondition);
}

/** What is allowed in a case is an exception that is meant. */
function isDuty(modality: Modality): boolean {
  return !isFact(modality) && isBinding(modality);
}

/** The head of what is spoken of is the kind: "the docs *repository*", "the *partner* Oakline", not "the owner of the repository". */
function isOfKind({ general, special }: Instance): boolean {
  const head = agentsOf(special).findLast(({ written }) => written === undefined);
  return special.subjectKind === 'PRESENT' && head !== undefined && agentsOf(general).at(-1)?.stem === head.stem;
}

function agentsOf({ tokens }: Norm): FrameToken[] {
  return tokens.filter(isAgent);
}

function isAgent({ role }: FrameToken): boolean {
  return role === 'agent';
}

/** "Exactly four shards back it" / "Six shards back it", "At most two may hold it" / "Five may hold it". */
export function areOtherCounts({ stored, incoming, alignment, conditions, difference }: Pair): boolean {
  const { onlyStored, onlyIncoming, swapped } = alignment;
  const [a, b] = [onlyStored[0], onlyIncoming[0]];
  if (difference.kind !== 'subject' || onlyStored.length > 1 || onlyIncoming.length > 1 || swapped) return false;
  if (conditions !== 'equal' || a?.quantity === undefined || b?.quantity === undefined) return false;
  if (a !== stored.tokens[0] || b !== incoming.tokens[0]) return false;
  if (direction(stored.modality) !== 'for' || direction(incoming.modality) !== 'for') return false;
  const isBound = [stored, incoming].some(({ exclusive }) => exclusive) || isUpper(a) || isUpper(b);
  return isBound && areApart(a.quantity, b.quantity);
}

/** "at most two" */
function isUpper({ quantity }: FrameToken): boolean {
  return quantity?.min === null && quantity.max !== null;
}
