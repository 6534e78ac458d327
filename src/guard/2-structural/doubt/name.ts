import { isOnlyFiller, isValue } from '../../../core/filler.js';
import { direction } from '../../../core/modality.js';
import type { FrameToken, Norm } from '../../../core/norm.js';
import { areRivals } from '../alignment/conditions.js';
import type { Pair } from '../alignment/pair.js';
import type { Doubt } from './doubt.js';
import { isLeft } from './left.js';
import { areBeside, isNarrower } from './neighbours.js';
import type { Remainder } from './remainder.js';
import { isTime } from './time.js';
import { isLight } from './weight.js';

/** A slot, or an act, is named by two words at least; what fills it by no more than three. */
const SLOT_MIN = 2;
const VALUE_MAX = 3;

/** "The N of X is A" beside what else is said to be it: a slot that takes one value, named in full by both. */
export function otherName({ stored, incoming }: Pair, rest: Remainder): Doubt | null {
  if (direction(stored.modality) !== 'for' || direction(incoming.modality) !== 'for') return null;
  const there = filled(stored, incoming, rest.stored, rest.incoming);
  if (there !== null) return { stored: there[0], incoming: there[1] };
  const back = filled(incoming, stored, rest.incoming, rest.stored);
  return back === null ? exclusively(stored, incoming, rest) : { stored: back[1], incoming: back[0] };
}

type Values = [one: FrameToken, other: FrameToken];

function filled(slot: Norm, other: Norm, own: readonly FrameToken[], others: readonly FrameToken[]): Values | null {
  const named = nameIn(slot, own);
  if (named === null || other.modality !== 'is' || other.subjectKind !== 'PRESENT') return null;
  const rivals = others.filter(({ role, stem }) => role !== 'verb' && !isLight(stem));
  const rival = rivals.length > VALUE_MAX || rivals.some(({ role }) => role === 'condition') ? undefined : rivals[0];
  if (rival === undefined || isLeft(other, rival) || isNarrower(slot, own) || isNarrower(other, others)) return null;
  if (rivals.some((each) => (isValue(each) || isOnlyTime(named)) && !areRivals(each, named))) return null;
  return isList(rivals, named) || rivals.some((each) => sharesWord(each, own)) ? null : [named, rival];
}

/** "starts in *May*" / "starts in *Oslo*": when and where. */
function isOnlyTime(token: FrameToken): boolean {
  return isOnlyFiller(token) && isTime(token);
}

/** The value of "the N of X is V", where the other side says nothing of V; a number may be of anything. */
function nameIn({ modality, subjectKind, tokens }: Norm, own: readonly FrameToken[]): FrameToken | null {
  const values = tokens.filter(({ role }) => role === undefined);
  if (modality !== 'is' || subjectKind !== 'PRESENT' || values.length > VALUE_MAX) return null;
  if (tokens.length - values.length < SLOT_MIN || own.length !== values.length) return null;
  if (tokens.some(({ role }) => role === 'verb' || role === 'condition') || values.some((each) => !own.includes(each)))
    return null;
  return values.find((token) => token.quantity === undefined && isOnlyFiller(token)) ?? null;
}

/** Several names, of which none is of the class of the one: "the guides are Lou and Kit". */
function isList(rivals: readonly FrameToken[], named: FrameToken): boolean {
  return rivals.filter(({ role }) => role !== 'agent').length > 1 && !rivals.some((rival) => areRivals(rival, named));
}

function sharesWord({ stem }: FrameToken, others: readonly FrameToken[]): boolean {
  const words = new Set(stem.split(' '));
  return others.some((other) => other.stem.split(' ').some((word) => words.has(word)));
}

/** "only through the gate" / "by the back door": the same act, and one of the two allows one way only. */
function exclusively(stored: Norm, incoming: Norm, rest: Remainder): Doubt | null {
  if (stored.exclusive === incoming.exclusive || rest.shared < SLOT_MIN) return null;
  const [a, b] = [rest.stored.filter(isWay), rest.incoming.filter(isWay)];
  if (a.length !== rest.stored.length || b.length !== rest.incoming.length) return null;
  const [one, other] = [a[0], b[0]];
  if (areBeside(stored, a, incoming, b)) return null;
  if (one === undefined || other === undefined || a.length > VALUE_MAX || b.length > VALUE_MAX) return null;
  return { stored: one, incoming: other };
}

function isWay({ role, stem }: FrameToken): boolean {
  return role === undefined || isLight(stem);
}
