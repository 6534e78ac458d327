import type { FrameToken, Norm, Reading } from '../../../core/norm.js';
import type { Proposal, ProposedHedge } from '../../../core/proposal.js';
import type { Composed } from './compose.js';
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

/** What a clause of the statement takes from all that is read in it. */
const KEPT = ['isUsual', 'isOfSome', 'isOfOneTime', 'isOpinion', 'isPast', 'isFuture', 'isAdditive', 'whole'] as const;

/**
 * The norm of a proposition that the rules do not see themselves: its words stand where they were quoted from, or at the
 * whole quotation where they are of a closed list. Place and time are those of its clause, and what this takes from what it
 * says, is taken from the proposition too. Null where it is of no use: what may be, what can't be read as one plain clause.
 */
export function beyondRules(
  { hedges }: Proposal,
  { norms: [norm, ...others] }: Reading,
  { pieces }: Composed,
  { section, quote }: { section: Section; quote: Place },
): Norm | null {
  if (norm === undefined || others.length > 0 || norm.tokens.length === 0 || norm.subjectKind !== 'PRESENT')
    return null;
  if (hedges.some((hedge) => HEDGED[hedge] === null)) return null;
  const { scope, period, adjuncts = [] } = section.norm;
  const kept = Object.fromEntries(KEPT.flatMap((name) => (name in section.norm ? [[name, section.norm[name]]] : [])));
  const hedged = Object.assign({}, ...hedges.map((hedge) => HEDGED[hedge]));
  const reported = hedges.includes('reported') ? [{ kind: 'attribution' as const, ...quote }] : [];
  const { relation: _relation, lifeEvent: _lifeEvent, ...rest } = norm;
  const standing = [...adjuncts, ...reported];
  return {
    ...rest,
    ...kept,
    ...hedged,
    ...(standing.length === 0 ? {} : { adjuncts: standing }),
    ...{ scope, period },
    tokens: norm.tokens.map((token) => ({ ...token, ...placeOf(token, pieces, quote) })),
    spans: norm.spans.map((span) => ({ ...span, ...placeOf(span, pieces, quote) })),
  };
}

function placeOf({ start, end }: Place, pieces: Composed['pieces'], quote: Place): Place {
  const piece = pieces.find((one) => one.start <= start && end <= one.end);
  if (piece === undefined || piece.from === null) return quote;
  return { start: piece.from + start - piece.start, end: piece.from + end - piece.start };
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
