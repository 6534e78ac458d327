import { isOpposite, isValueOf } from '../../../core/filler.js';
import type { Lexicon } from '../../../core/lexicon.js';
import type { FrameToken, Norm, Reading } from '../../../core/norm.js';
import type { Proposal, ProposedHedge } from '../../../core/proposal.js';
import { isAmong } from '../1-tokens/word.js';
import type { Composed, Piece } from './compose.js';
import type { Section } from './sections.js';

/** A place in the statement, end exclusive. */
interface Place {
  start: number;
  end: number;
}

/** How a hedge is told in a norm; null where nothing is left to compare. */
const HEDGED: Record<ProposedHedge, Partial<Norm> | null> = {
  usual: { isUsual: true },
  some: { isOfSome: true },
  one_time: { isOfOneTime: true },
  past: { isPast: true },
  future: { isFuture: true },
  reported: {},
  opinion: null,
  possible: null,
};

/** Values that say when something is so. */
const TIMED = new Set(['date', 'day_part', 'month', 'season', 'week', 'weekday', 'year']);

/** What a clause of the statement takes from all that is read in it. */
const KEPT = ['isUsual', 'isOfSome', 'isOfOneTime', 'isOpinion', 'isPast', 'isFuture', 'isAdditive', 'whole'] as const;

/**
 * The norm of a proposition that the rules do not see themselves: its words stand where they were quoted from, or at the
 * whole quotation where they are of a closed list. Place and time are those of its clause, and what this takes from what it
 * says, is taken from the proposition too. Null where it is of no use: what may be, what leaves out when or in which case
 * its clause holds, what can't be read as one plain clause.
 */
export function beyondRules(
  { hedges, slot, subject }: Proposal,
  { norms: [norm, ...others] }: Reading,
  { pieces }: Composed,
  { sections, quote }: { sections: readonly Section[]; quote: Place },
  lexicon: Lexicon,
): Norm | null {
  const [section] = sections;
  if (section === undefined || norm === undefined || others.length > 0) return null;
  if (norm.tokens.length === 0 || norm.subjectKind !== 'PRESENT' || isOfUnknownBearer(slot, subject)) return null;
  if (hedges.some((hedge) => HEDGED[hedge] === null)) return null;
  if (sections.some((one) => leavesCaseOut(one, pieces, lexicon))) return null;
  const { scope, period, adjuncts = [] } = section.norm;
  const kept = Object.fromEntries(KEPT.flatMap((name) => (name in section.norm ? [[name, section.norm[name]]] : [])));
  const hedged = Object.assign({}, ...hedges.map((hedge) => HEDGED[hedge]));
  const reported = hedges.includes('reported') ? [{ kind: 'attribution' as const, ...quote }] : [];
  const { relation: _relation, lifeEvents: _lifeEvents, ...rest } = norm;
  const standing = [...adjuncts, ...reported];
  return {
    ...rest,
    ...kept,
    ...hedged,
    ...(standing.length === 0 ? {} : { adjuncts: standing }),
    ...{ scope, period },
    tokens: norm.tokens.map((token) => tokenIn(token, pieces, quote)),
    spans: norm.spans.map((span) => ({ ...span, ...placeOf(span, pieces, quote) })),
  };
}

/** "seats: nine": whose they are is not told. */
function isOfUnknownBearer(slot: string, subject: string): boolean {
  return slot === 'number' && !subject.trim().includes(' ');
}

/** Whether a clause says when or in which case it holds, in words that are in no piece. */
function leavesCaseOut({ norm, words }: Section, pieces: readonly Piece[], { grammar }: Lexicon): boolean {
  const isTaken = ({ start, end }: Place) => pieces.some((piece) => isFrom(piece, start, end));
  return norm.tokens.some((token) => {
    if (isTaken(token)) return false;
    if (token.role === 'condition' && token.opens === undefined) return true;
    if (isValueOf(token, TIMED)) return true;
    const opening = [words.findLast(({ end }) => end <= token.start), words.find(({ start }) => start === token.start)];
    const isDated = opening.some((word) => isAmong(word, grammar.opens_time) || isAmong(word, grammar.since));
    return token.quantity !== undefined && isDated;
  });
}

function isFrom(piece: Piece, start: number, end: number): boolean {
  return piece.from !== null && piece.from <= start && end <= piece.from + piece.end - piece.start;
}

/** A state of the list has no opposite but itself denied. */
function tokenIn(token: FrameToken, pieces: readonly Piece[], quote: Place): FrameToken {
  const placed = { ...token, ...placeOf(token, pieces, quote) };
  if (!isOpposite(token) || pieceOf(token, pieces)?.isListed !== true) return placed;
  const { filler: _filler, ...rest } = placed;
  return rest;
}

function placeOf(place: Place, pieces: readonly Piece[], quote: Place): Place {
  const piece = pieceOf(place, pieces);
  if (piece === undefined || piece.from === null) return quote;
  return { start: piece.from + place.start - piece.start, end: piece.from + place.end - piece.start };
}

function pieceOf({ start, end }: Place, pieces: readonly Piece[]): Piece | undefined {
  return pieces.find((one) => one.start <= start && end <= one.end);
}

/** Whether another norm says the same in the same words. */
export function isSeen(norm: Norm, other: Norm): boolean {
  const isSame = norm.modality === other.modality && norm.exclusive === other.exclusive;
  return isSame && stemsOf(norm.tokens) === stemsOf(other.tokens);
}

function stemsOf(tokens: readonly FrameToken[]): string {
  return tokens
    .map(({ stem }) => stem)
    .sort()
    .join(' ');
}
