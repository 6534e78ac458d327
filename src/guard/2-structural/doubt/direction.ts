import {
  areOfOneClass,
  exchangeClass,
  isComplementary,
  isComplementaryOf,
  isNegative,
  isOpposite,
  isPole,
  isValue,
} from '../../../core/filler.js';
import { areAlternatives, isOtherMember, rivalsAmong } from '../../../core/meaning.js';
import { direction, type Modality, negate, normNotMet, opposed } from '../../../core/modality.js';
import type { FrameToken, Norm } from '../../../core/norm.js';
import type { Pair } from '../alignment/pair.js';
import { among, perNorm } from '../alignment/per-norm.js';
import { areOfOneMatter } from './coverage.js';
import type { Doubt } from './doubt.js';
import { isNarrower } from './neighbours.js';
import { fromBothSides, type Poles } from './poles.js';
import type { Remainder } from './remainder.js';
import { Roots } from './roots.js';
import { areOtherActs, isLight } from './weight.js';

/** Words that two clauses must share at least, … */
const SHARED_MIN = 2;
/** … how many more words the one that is for it may have, unless they share more … */
const MORE_MAX = 5;
/** … and how many they must share where the one against it says more than the other: in other words, not as an exception. */
const REWORDED_MIN = 3;

/** Clauses that share so many words may have one word each that the other lacks. */
const ALIKE_MIN = 4;

/** One side: the words that only it says, and apart from them those that turn what it says into its denial. */
interface Side {
  norm: Norm;
  own: FrameToken[];
  /** Opposites of words of the other side. */
  poles: FrameToken[];
  /** Words by which a thing is not there: "dropped", "without". Who may drop it says nothing of that. */
  absent: FrameToken[];
}

/** One is for and the other against it, opposites and words of absence counted. */
export function otherDirection(pair: Pair, rest: Remainder): Doubt | null {
  if (isGivenUp(pair.stored, pair.incoming) || isGivenUp(pair.incoming, pair.stored)) return null;
  if (mayBecome(pair.stored, pair.incoming) || mayBecome(pair.incoming, pair.stored)) return null;
  const poles = oppositePoles(rest);
  if (rest.shared + poles.length < SHARED_MIN) return null;
  const mayBeTurned = poles.length > 0 || rest.stored.some(isAbsence) || rest.incoming.some(isAbsence);
  if (!mayBeTurned && !clash(pair.stored.modality, pair.incoming.modality, false)) return null;
  const a = side(
    pair.stored,
    rest.stored,
    poles.map(({ stored }) => stored),
  );
  const b = side(
    pair.incoming,
    rest.incoming,
    poles.map(({ incoming }) => incoming),
  );
  const isTurned = (poles.length + a.absent.length + b.absent.length) % 2 === 1;
  if (!clash(pair.stored.modality, pair.incoming.modality, isTurned)) return null;
  if (isAmbiguous(a) || isAmbiguous(b)) return null;
  const isOpposed = ordersOf(a, b).some(
    ([favour, against]) =>
      isCovered(favour, against, rest.shared + poles.length) && isSameMatter(favour, against, pair, rest),
  );
  if (!isOpposed) return null;
  return poles[0] ?? { stored: a.absent[0] ?? null, incoming: b.absent[0] ?? null };
}

/** "The gate is not *locked*" / "can be *locked* with a key": a state that is not, and that may be. */
export function mayBecome(denied: Norm, said: Norm): boolean {
  return denied.modality === 'is_not' && said.modality === 'may' && denied.object !== null && said.object !== null;
}

/** "gave away his accordion", "sold his tent" / "no longer has it" */
function isGivenUp({ hands, left }: Norm, { phase, modality }: Norm): boolean {
  return (hands?.isGiven === true || left !== undefined) && phase === 'over' && direction(modality) === 'against';
}

function side(norm: Norm, only: readonly FrameToken[], poles: FrameToken[]): Side {
  const isPolar = among(poles);
  const others = only.filter((token) => !isPolar(token));
  const isAbsent = (token: FrameToken) =>
    norm.modality !== 'may' && (isAbsence(token) || (poles.length > 0 && isTurnedAway(token)));
  return { norm, poles, absent: others.filter(isAbsent), own: others.filter((token) => !isAbsent(token)) };
}

/** Beside other news a word of absence may be about these: "dropped, and moved to the shelf". */
function isAmbiguous({ absent, own }: Side): boolean {
  return absent.length > 1 || (absent.length === 1 && own.some(isTelling));
}

function isAgainst({ norm, poles, absent }: Side): boolean {
  const turns = poles.filter(isAgainstIt).length + absent.length;
  return (direction(norm.modality) === 'against') !== (turns % 2 === 1);
}

/** Which side is for it and which against it: of two members of a set, "single" and "divorced", either may be. */
function ordersOf(a: Side, b: Side): [favour: Side, against: Side][] {
  const [isA, isB] = [isAgainst(a), isAgainst(b)];
  if (isA === isB)
    return [
      [a, b],
      [b, a],
    ];
  return isA ? [[b, a]] : [[a, b]];
}

/** The negative one of two opposites, or of two words of which likely only one holds: "deprecated" beside "maintained". */
function isAgainstIt(token: FrameToken): boolean {
  return isNegative(token) || isOtherMember(token);
}

/** The opposites of the two sides; a word that faces several counts once, whichever side it is on. */
export function oppositePoles(rest: Remainder): Poles[] {
  const [there, back] = fromBothSides(rest, opposites);
  return back.length < there.length ? back : there;
}

/** Up to so many words asking about each is faster than an index. */
const FEW = 8;

/** Finds the first of these words that is the opposite of another one. */
function opposites(tokens: readonly FrameToken[]): (token: FrameToken) => FrameToken | undefined {
  if (tokens.length <= FEW) return (token) => tokens.find((each) => areOpposite(token, each));
  const first = new Map<string, number>();
  tokens.forEach((token, at) => {
    for (const name of oppositeAs(token)) if (!first.has(name)) first.set(name, at);
  });
  const rivalsOf = rivalsAmong(tokens);
  return (token) => {
    const names = [...oppositesOf(token), ...rivalsOf(token).map((meaning) => `meaning ${meaning}`)];
    const found = names.flatMap((name) => first.get(name) ?? []);
    const other = found.length === 0 ? undefined : tokens[Math.min(...found)];
    return other !== undefined && areOpposite(token, other) ? other : undefined;
  };
}

/** By what a word may be the opposite of another one: as `areOpposite` tells. */
function oppositeAs(token: FrameToken): string[] {
  const { stem, meanings = [], filler } = token;
  const negative = isNegative(token);
  return [
    `stem ${negative} ${stem}`,
    ...meanings.map((meaning) => `meaning ${meaning}`),
    ...(filler === undefined || !isComplementary(token) ? [] : [`pair ${negative} ${exchangeClass(token)}`]),
    ...(isPole(token) ? [`family ${negative} ${exchangeClass(token)}`] : []),
  ];
}

/** The names of its opposites, but for other members of its sets. */
function oppositesOf(token: FrameToken): string[] {
  const { stem } = token;
  const negative = isNegative(token);
  const family = exchangeClass(token);
  const stems = [`${stem}less`];
  if (stem.endsWith('less')) stems.push(stem.slice(0, -4));
  if (family !== undefined && isComplementary(token)) stems.push(family);
  return [
    ...stems.map((other) => `stem ${!negative} ${other}`),
    `pair ${!negative} ${stem}`,
    ...(isPole(token) ? [`family ${!negative} ${family}`] : []),
  ];
}

function areOpposite(a: FrameToken, b: FrameToken): boolean {
  if (areFacing(a, b)) return true;
  if (isNegative(a) === isNegative(b)) return false;
  if (isComplementaryOf(a, b.stem) || isComplementaryOf(b, a.stem)) return true;
  if (a.stem === `${b.stem}less` || b.stem === `${a.stem}less`) return true;
  return isPole(a) && isPole(b) && areOfOneClass(a, b);
}

/** The pair of which one holds once and for all: what is won is not lost later. */
const FINAL = 'win';

/** "maintained" / "deprecated": likely only one of them holds. Of a pair of opposites their own rules say when they exclude each other. */
export function areFacing(a: FrameToken, b: FrameToken): boolean {
  const isPair = isOpposite(a) && isOpposite(b) && areOfOneClass(a, b);
  return areAlternatives(a, b) && (!isPair || exchangeClass(a) === FINAL);
}

/** States whose negative pole says that a thing is not there, or not done. */
const PRESENCE = new Set(['added', 'allowed', 'available', 'enabled', 'granted', 'on', 'present', 'with']);
const ABSENCE = new Set(['none', 'without']);

function isAbsence(token: FrameToken): boolean {
  if (ABSENCE.has(token.stem)) return true;
  return isNegative(token) && isComplementary(token) && PRESENCE.has(exchangeClass(token) ?? '');
}

/** "*Unsigned* ones are turned away": of what should not be so. */
function isTurnedAway({ role, meanings }: FrameToken): boolean {
  return role === 'verb' && meanings?.includes('accepting#negative') === true;
}

/** What is denied, or needed and done without, may be a small part of a longer clause: all of its words are there. */
function isCovered(favour: Side, against: Side, common: number): boolean {
  // "Redis is required" / "starts fine *with no* Redis"
  if (against.absent.length > 0 && favour.own.length === 0) return true;
  // "Rollback plans aren't necessary for migrations"
  if (against.own.length === 0 && common >= REWORDED_MIN) return true;
  return areOfOneMatter(favour.norm, against.norm, common);
}

/** Whether two modalities of one content exclude each other; `isTurned`: of contents that are each other's denial. */
function clash(a: Modality | null, b: Modality | null, isTurned: boolean): boolean {
  if (a === null || b === null) return false;
  const other = isTurned ? negate(b) : b;
  return opposed(a, other) || normNotMet(a, other) || isUnable(a, other) || isUnable(other, a);
}

/** "does not run on X" / "can run on X" */
function isUnable(fact: Modality, permission: Modality): boolean {
  return fact === 'is_not' && permission === 'may';
}

/**
 * What is denied in general and said of a part is a contradiction; what is said in general and denied of a part may be
 * an exception, unless it is put in quite other words.
 */
function isSameMatter(favour: Side, against: Side, pair: Pair, rest: Remainder): boolean {
  const [more, less] = [favour.own.filter(isTelling), against.own.filter(isTelling)];
  if (more.length > 0 && less.length > 0 && !isAlike(more, less, rest) && !isTurnedBy(favour, more, less)) return false;
  if (less.length > 0 && (rest.shared < REWORDED_MIN || !rest.isReordered || hasCase(against))) return false;
  if (more.length > MORE_MAX && rest.shared <= SHARED_MIN) return false;
  if (more.length + less.length === 0 && pair.alignment.swapped && favour.own.length + against.own.length === 0)
    return false;
  if (favour.own.some(isNegativeState) && against.own.some(({ role }) => role === 'verb')) return false;
  if (isPart(favour, against) || isPart(against, favour) || isException(favour, against)) return false;
  if (!isMissing(against, favour) && [favour, against].some((each) => saysElse(each) || hasOwnObject(each)))
    return false;
  return !areOtherThings(favour.own, against.own);
}

/** "is shut": where the other one denies an act, this is another way to say so rather than its opposite. */
function isNegativeState(token: FrameToken): boolean {
  return isNegative(token) && token.role === undefined && isComplementary(token);
}

/** "Integration tests" beside "tests", but not beside "all tests". */
function isPart({ norm, own }: Side, { norm: { quantifier } }: Side): boolean {
  return quantifier !== 'all' && quantifier !== 'none' && isNarrower(norm, own);
}

/** "Guests are usually not admitted", "Most guests …" / "Guests with a pass may enter": what is so as a rule leaves room for some. */
function isException(a: Side, b: Side): boolean {
  const isOfSome = ({ own }: Side) => own.some(({ role }) => role === 'agent' || role === 'condition');
  const leavesRoom = ({ norm }: Side) => norm.isUsual === true || norm.quantifier === 'some';
  return (leavesRoom(a) && isOfSome(b)) || (leavesRoom(b) && isOfSome(a));
}

/** "closed for repairs" / "open to traffic": where opposites are said, a word beside each changes little. */
function isTurnedBy({ poles }: Side, more: readonly FrameToken[], less: readonly FrameToken[]): boolean {
  // "rejects *banknotes*" / "takes *debit cards*": of two things.
  const areObjects = [...more, ...less].some(({ lead }) => lead === undefined);
  const isTurning = (pole: FrameToken) =>
    isComplementary(pole) && pole.role !== 'agent' && !(areObjects && pole.role === 'verb');
  return poles.some(isTurning) && more.length + less.length <= 2;
}

function isAlike(more: readonly FrameToken[], less: readonly FrameToken[], { shared }: Remainder): boolean {
  return shared >= ALIKE_MIN && Math.min(more.length, less.length) === 1;
}

function isTelling({ stem, role }: FrameToken): boolean {
  return !isLight(stem) && role !== 'verb' && role !== 'agent';
}

function hasCase({ norm, own }: Side): boolean {
  return norm.tokens.some(({ opens }) => opens !== undefined) && own.some(({ role }) => role === 'condition');
}

/**
 * "There is no rate limit", "the service has no owner", "tokens never expire" beside what is said of the rate limit, of the
 * owner of the service, of the expiry of tokens.
 */
function isMissing({ norm: denied }: Side, { norm }: Side): boolean {
  const isHad = denied.tense !== undefined || denied.tokens.every(({ role }) => role === undefined);
  if (denied.modality !== 'is_not' || !isHad) return false;
  return denied.tokens.every(({ stem }) => agentRoots(norm).hasOneOf(stem));
}

const agentRoots = perNorm(
  ({ tokens }) => new Roots(tokens.filter(({ role }) => role === 'agent').map(({ stem }) => stem)),
);

/** Whether nothing of what a clause says of its subject is said by the other one. */
function saysElse({ norm, own }: Side): boolean {
  const said = norm.tokens.filter(({ role, stem }) => (role === undefined || role === 'verb') && !isLight(stem));
  return said.length > 0 && said.every(among(own));
}

/** "delete projects" beside "delete", but not "expire after a day": what follows the shared verb is new. */
function hasOwnObject({ norm: { tokens }, own }: Side): boolean {
  const at = tokens.findIndex(({ role }) => role === 'verb');
  const [verb, object] = [tokens[at], tokens[at + 1]];
  const isOwn = among(own);
  if (verb === undefined || object === undefined || isAdjunct(object) || isOwn(verb)) return false;
  return object.role === undefined && tokens.slice(at + 1).every(isOwn);
}

/** "*at night*", "*weekly*": when, where or how, which a denial of the whole denies too. */
function isAdjunct(token: FrameToken): boolean {
  return token.lead !== undefined || exchangeClass(token) === 'cadence';
}

/** Two acts, or two values of one class: "rule 12" / "rule 13". */
function areOtherThings(a: readonly FrameToken[], b: readonly FrameToken[]): boolean {
  if (areOtherActs(a, b)) return true;
  const theirs = new Set(b.filter(isValue).map(exchangeClass));
  return a.some((token) => isValue(token) && theirs.has(exchangeClass(token)));
}
