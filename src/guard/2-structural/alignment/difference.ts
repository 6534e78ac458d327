import {
  areOfOneClass,
  exchangeClass,
  excludes,
  type Filler,
  isComplementaryOf,
  isNegative,
  isOnlyEntity,
  isOnlyFiller,
} from '../../../core/filler.js';
import { type FrameToken, isOneOfOther } from '../../../core/norm.js';
import { isExact } from '../../../core/quantity.js';
import { isOfVersion } from '../../../core/version.js';
import { type Alignment, isLedElsewhere } from './align.js';

/** What a difference of one word on either side is. */
export type DifferenceKind =
  | 'none'
  /** Two values of one class in a single-valued slot. */
  | 'value'
  /** The two words of a pair that leaves no third (enabled, disabled). */
  | 'complementary'
  /** Two words that exclude each other but may both be false (first, last). */
  | 'contrary'
  /** Two values of a slot that takes many. */
  | 'member'
  /** Two values or opposites in a place where both may hold. */
  | 'uncertain'
  /** Two words of the complement that nothing is known of. */
  | 'word'
  /** Words of the subject, which make it another subject. */
  | 'subject'
  /** One clause says all that the other says, and more. */
  | 'extra'
  /** More than one difference, or another preposition. */
  | 'several';

export interface Difference {
  kind: DifferenceKind;
  stored: FrameToken | null;
  incoming: FrameToken | null;
}

/** Names the difference between two aligned clauses, their conditions left aside. Symmetric. */
export function difference(alignment: Alignment): Difference {
  const { leads } = alignment;
  const [onlyStored, onlyIncoming] = [alignment.onlyStored.filter(isSaid), alignment.onlyIncoming.filter(isSaid)];
  const stored = onlyStored[0] ?? null;
  const incoming = onlyIncoming[0] ?? null;
  const isElsewhere = leads.some(({ isOther }) => isOther);
  if (stored === null || incoming === null) {
    const kind = stored === incoming ? 'none' : 'extra';
    return { kind: isElsewhere ? 'several' : kind, stored, incoming };
  }
  if (onlyStored.length > 1 || onlyIncoming.length > 1) return { kind: 'several', stored, incoming };
  return { kind: exchanged(stored, incoming, leads), stored, incoming };
}

/** One word on either side of clauses that else say the same. */
function exchanged(stored: FrameToken, incoming: FrameToken, leads: Alignment['leads']): DifferenceKind {
  const kind = oneWord(stored, incoming);
  const isElsewhere = leads.some((lead) => lead.isOther && !isBrought(lead, { kind, stored, incoming }));
  return isElsewhere || isLedElsewhere(stored, incoming) ? 'several' : kind;
}

/** Whether opposites bring another preposition: "visible *to* guests" / "hidden *from* guests". */
export function isBrought(lead: Alignment['leads'][number], { kind, stored, incoming }: Difference): boolean {
  const areOpposites = kind === 'complementary' || kind === 'contrary';
  if (!areOpposites || stored === null || incoming === null || lead.stored.quantity !== undefined) return false;
  return lead.stored.start > stored.start && lead.incoming.start > incoming.start;
}

function isSaid({ role }: FrameToken): boolean {
  return role !== 'condition';
}

function oneWord(stored: FrameToken, incoming: FrameToken): DifferenceKind {
  if (stored.role === 'agent' || incoming.role === 'agent') return 'subject';
  if (isPrefixed(stored, incoming) || isPrefixed(incoming, stored)) return 'complementary';
  if (isPartOf(stored, incoming) || isPartOf(incoming, stored) || isOneOfOther(stored, incoming)) return 'extra';
  const [a, b] = [stored.filler, incoming.filler];
  if (a === undefined || b === undefined) return stored.role === incoming.role ? 'word' : 'several';
  if (!areOfOneClass(stored, incoming)) return areNameAndValue(stored, incoming) ? 'uncertain' : 'word';
  if (isOnlyEntity(stored) && mayBeOne(stored, incoming)) return 'uncertain';
  return exchange(a, b);
}

/** A name that nothing is known of and a value of a class: "the auth library is *Clerk*" / "*Keycloak*". */
function areNameAndValue(a: FrameToken, b: FrameToken): boolean {
  const [name, value] = isOnlyEntity(a) ? [a, b] : [b, a];
  return isOnlyEntity(name) && isOnlyFiller(value) && exchangeClass(value)?.startsWith('product:') === true;
}

/** "16 December 1775" is in "December 1775" and in "1775", "May 2027" in "Q2 2027", and "React 18.3" is a "React 18". */
function isPartOf(part: FrameToken, whole: FrameToken): boolean {
  if (isVersion(part) && isVersion(whole)) return isOfVersion(whole.stem, part.stem);
  const kind = exchangeClass(whole);
  if ((kind !== 'date' && kind !== 'year') || exchangeClass(part) !== 'date') return false;
  return part.stem.startsWith(`${whole.stem}-`) || quarterOf(part.stem) === whole.stem;
}

const MONTHS_OF_A_QUARTER = 3;

/** The quarter that a month or day lies in: "2027-q2" of "2027-05" and "2027-05-12". */
function quarterOf(date: string): string | null {
  const [, year, month] = /^(\d{4})-(\d{2})(?:-|$)/.exec(date) ?? [];
  return year === undefined ? null : `${year}-q${Math.ceil(Number(month) / MONTHS_OF_A_QUARTER)}`;
}

function isVersion(token: FrameToken): boolean {
  const { quantity } = token;
  return exchangeClass(token) === 'version' || (quantity?.version?.isSure === true && isExact(quantity));
}

const TITLES = new Set([
  'aunt',
  'dr',
  'king',
  'lady',
  'lord',
  'miss',
  'mount',
  'mr',
  'mrs',
  'ms',
  'prince',
  'princess',
  'queen',
  'river',
  'saint',
  'sir',
  'st',
  'uncle',
]);

/** "Berta" and "Aunt Berta Hansen", a name and what is said of its bearer: "the mayor is *Ann*" / "*ill*" / "the *baker*". */
function mayBeOne(a: FrameToken, b: FrameToken): boolean {
  const [group, rival] = [groupOf(a), groupOf(b)];
  if (group !== undefined || rival !== undefined) return group !== rival;
  if (areNumberedAlike(a.stem, b.stem)) return false;
  if (a.written !== b.written && (a.written === 'name' || b.written === 'name')) return true;
  const [one, other] = [wordsOf(a), wordsOf(b)];
  if (isWithin(one, other) || isWithin(other, one) || isShortFor(a.stem, b.stem) || isShortFor(b.stem, a.stem))
    return true;
  return haveInitials([...one], [...other]) || haveInitials([...other], [...one]);
}

/** "M. Lopez" of "Maria Lopez", "J. R. Smith" and "John Smith": all words of the shorter name in their order, some by their first letters. */
function haveInitials(short: readonly string[], long: readonly string[]): boolean {
  if (short.length > long.length || short.length < 2) return false;
  let from = 0;
  for (const word of short) {
    const at = long.findIndex((other, index) => index >= from && isSameOrInitial(word, other));
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}

function isSameOrInitial(a: string, b: string): boolean {
  return a === b || (a.length === 1 && b.startsWith(a)) || (b.length === 1 && a.startsWith(b));
}

/** "team" of "the payments team"; another group of another sort, or somebody, may be of it. */
function groupOf({ filler }: FrameToken): string | undefined {
  return filler?.kind === 'entity' ? filler.of : undefined;
}

const NUMBERED = /^([a-z]+-?)\d+$/;

/** "agent-7" and "agent-3", "P1" and "P3": two of a kind, however they are written. */
export function areNumberedAlike(a: string, b: string): boolean {
  const kind = NUMBERED.exec(a)?.[1];
  return a !== b && kind !== undefined && kind === NUMBERED.exec(b)?.[1];
}

const SHORT_MIN = 3;

/** "Kube" of "Kubernetes" */
function isShortFor(short: string, long: string): boolean {
  return short.length >= SHORT_MIN && short.length < long.length && long.startsWith(short) && /^[a-z]+$/.test(long);
}

function wordsOf({ stem }: FrameToken): Set<string> {
  return new Set(
    withoutUmlauts(stem)
      .split(' ')
      .filter((word) => !TITLES.has(word)),
  );
}

/** "mühle" and "muehle", "café" and "cafe": one name, written with other letters. */
function withoutUmlauts(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/([aou])e/g, '$1');
}

function isWithin(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  for (const word of part) if (!whole.has(word)) return false;
  return true;
}

/** What exchanging two words of one class or family means, by the places where they stand. */
function exchange(a: Filler, b: Filler): DifferenceKind {
  const slots = [a, b].map((filler) => (filler.kind === 'pole' ? 'one' : filler.slot));
  if (slots.includes('many')) return 'member';
  if (slots.includes('open')) return 'uncertain';
  if (a.kind !== 'pole') return 'value';
  if (b.kind !== 'pole' || a.negative === b.negative) return 'word';
  return excludes(a.opposition) && excludes(b.opposition) ? a.opposition : 'word';
}

/** "non-empty" beside "empty". */
function isPrefixed(plain: FrameToken, prefixed: FrameToken): boolean {
  return isNegative(prefixed) && !isNegative(plain) && isComplementaryOf(prefixed, plain.stem);
}
