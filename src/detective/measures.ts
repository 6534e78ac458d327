import { type FrameToken, isInCondition, type Norm } from '../core/norm.js';
import type { Scope } from '../core/scope.js';
import { type Clauses, classOf } from './clauses.js';

/** What two clauses measure, each in a way of its own. */
export function areOtherMeasures({ older, newer, x, y }: Clauses): boolean {
  if (older.scope.team === null || newer.scope.team === null || older.scope.team === newer.scope.team) return false;
  if (![x, y].every(({ modality }) => modality === 'is' || modality === 'must')) return false;
  const [mine, theirs] = [measureIn(x), measureIn(y)];
  if (mine === null || theirs === null || mine.class !== theirs.class || mine.token.stem === theirs.token.stem)
    return false;
  const [ours, others] = [subjectOf(x, mine, older.scope), subjectOf(y, theirs, newer.scope)];
  return isOfOne(ours, others) || isOfOne(others, ours);
}

interface Measure {
  token: FrameToken;
  class: string;
}

/** A number with a unit of its own: "1000 requests a second". A bare number may count anything. */
export function measureIn({ tokens }: Norm): Measure | null {
  const measures = tokens.flatMap((token): Measure[] => {
    const of = classOf(token) ?? '';
    return token.quantity !== undefined && of.includes(':') && !isInCondition(token) ? [{ token, class: of }] : [];
  });
  const [only] = measures;
  return measures.length === 1 && only !== undefined ? only : null;
}

interface Subject {
  words: ReadonlySet<string>;
  /** Whose it is: "auth" of "the rate limit", said by the team of that name. */
  team: string;
}

/** What a clause is about, without what only says that it is a measure: "rate", of a rate. */
function subjectOf({ tokens }: Norm, { class: of }: Measure, { team }: Scope): Subject {
  const kind = of.slice(0, of.indexOf(':'));
  const agents = tokens.filter(({ role, stem }) => role === 'agent' && !stem.startsWith('@') && stem !== kind);
  return { words: new Set(agents.map(({ stem }) => stem)), team: (team ?? '').toLowerCase() };
}

/** Whether what the one is about is part of what the other is, or the one is said by whom the other is about. */
function isOfOne(one: Subject, other: Subject): boolean {
  const isNamed = [...other.words].some(
    (stem) => one.team !== '' && (stem.startsWith(one.team) || one.team.startsWith(stem)),
  );
  return isNamed || (one.words.size > 0 && [...one.words].every((stem) => other.words.has(stem)));
}
