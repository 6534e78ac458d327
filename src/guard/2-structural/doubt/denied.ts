import { isComplementary, isNegative } from '../../../core/filler.js';
import { direction, isFact } from '../../../core/modality.js';
import {
  type FrameToken,
  hasVerb,
  isException,
  isInCondition,
  isOfThePast,
  type Norm,
  sharedVerbs,
} from '../../../core/norm.js';
import type { Alignment } from '../alignment/align.js';
import type { Pair } from '../alignment/pair.js';
import { isBan } from '../table/notes.js';
import { mayBecome } from './direction.js';
import type { Doubt } from './doubt.js';
import { isNarrower } from './neighbours.js';
import { derivedFrom, type Remainder } from './remainder.js';
import { isOther, isVague } from './reworded.js';
import { isLight } from './weight.js';

/** Words that both say at least, where it is not one act that is never to be done. */
const SHARED_MIN = 2;

/** A denial with the words that only it says, beside what is told with its own. */
interface Sides {
  denied: Norm;
  denial: readonly FrameToken[];
  said: Norm;
  own: readonly FrameToken[];
}

/** "There are *no* cron jobs on the hosts" / "An hourly cron job on host 2 rotates the logs": all that is denied is told of something. */
export function deniedOfAll({ stored, incoming, alignment }: Pair, rest: Remainder): Doubt | null {
  const sides =
    direction(stored.modality) === 'against'
      ? { denied: stored, denial: rest.stored, said: incoming, own: rest.incoming }
      : { denied: incoming, denial: rest.incoming, said: stored, own: rest.stored };
  const { denied, said, own } = sides;
  if (!isDenial(denied) || !isToldOfNow(said, denied) || isTurned(denied, alignment)) return null;
  if (mayBecome(denied, said)) return null;
  const kinds = kindsOf(sides);
  const isOfOneMood = isFact(said.modality) === isFact(denied.modality) || isBan(denied) || kinds.size > 0;
  if (!isOfOneMood || !isAllSaid(sides, kinds, rest.shared)) return null;
  if (!areDoersAlike(denied, said) || isNarrower(said, own) || isOfAnother(own, kinds)) return null;
  return own.some(isExcepting) ? null : { stored: null, incoming: null };
}

/** Stems of the denied kinds of which something is told: "No *pets*" / "has two cats", "No *ORM* anywhere" / "uses Prisma". */
function kindsOf({ denial, own }: Sides): Set<string> {
  const told = new Set(own.flatMap(({ hypernyms = [] }) => hypernyms));
  return new Set(denial.flatMap(({ stem }) => (told.has(stem) ? stem : [])));
}

/** Whether the other side says all of the denial; what one has of a kind is eaten, kept or drunk as well. */
function isAllSaid({ denied, denial, said }: Sides, kinds: ReadonlySet<string>, shared: number): boolean {
  const isHad = kinds.size > 0 && said.tokens.every(({ role, stem }) => role !== 'verb' || isLight(stem));
  const isSaid = (token: FrameToken) => kinds.has(token.stem) || (isHad && token.role === 'verb');
  if (!denial.every((token) => isSaid(token) || isEmphasis(token) || isLight(token.stem))) return false;
  const isAnywhere = denial.some(isEmphasis) && shared > 0;
  return shared + kinds.size >= SHARED_MIN || isAnywhere || isOfOneAct(denied, said);
}

/** "*another* job", "without the job"; "the job on the host was *removed*", "is *disabled*", so that there is none. */
function isExcepting(token: FrameToken): boolean {
  if (isOther(token) || token.stem === 'without') return true;
  return isNegative(token) && (token.role === 'verb' || isComplementary(token));
}

/** "Ada's *neighbour* has a cat": none of hers; "Ada's cat *Miso*" is. */
function isOfAnother(own: readonly FrameToken[], kinds: ReadonlySet<string>): boolean {
  if (kinds.size === 0) return false;
  const member = own.find(({ hypernyms = [] }) => hypernyms.some((kind) => kinds.has(kind)));
  return member?.role !== 'agent' && own.some(({ role }) => role === 'agent');
}

/** What is never so, or never to be; "need not" denies nothing. */
function isDenial(norm: Norm): boolean {
  if (direction(norm.modality) !== 'against' || norm.modality === 'may_not' || norm.phase === 'over') return false;
  return !isVague(norm) && !norm.tokens.some(isInCondition) && isWhole(norm);
}

/** Whether it says what is not done with what: a pronoun may say more of it, "may not delete *themselves*". */
function isWhole({ tokens }: Norm): boolean {
  const isDone = tokens.some(({ role }) => role === 'verb');
  return !isDone || tokens.length === 1 || tokens.some(({ role }) => role === undefined);
}

/** At the same time; of rules in any case. */
function isToldOfNow(said: Norm, denied: Norm): boolean {
  if (direction(said.modality) !== 'for') return false;
  // What is never so is not so after dinner either, but "unless" may take out what the denial forgot.
  const isOfOneCase = isFact(denied.modality) ? isException : isInCondition;
  return said.subjectKind !== 'FUZZY' && isOfThePast(said) === isOfThePast(denied) && !said.tokens.some(isOfOneCase);
}

/** Another does it to another. "There are no jobs on the hosts" says of nobody that he does anything. */
function isTurned(denied: Norm, { exchanged, isTurned, swapped }: Alignment): boolean {
  return exchanged || ((isTurned || swapped) && hasVerb(denied));
}

/** "Squashing is not allowed" / "Squash every merge request": what is never to be done is to be done to something. */
function isOfOneAct(denied: Norm, said: Norm): boolean {
  const [act, ...more] = denied.tokens;
  if (act?.role !== 'verb' || more.length > 0 || isLight(act.stem)) return false;
  return !isFact(denied.modality) && sharedVerbs(denied, said).length > 0;
}

/** Who does what is denied, or where it is not, is so on the other side: not "is left to implementations *of the API*". */
function areDoersAlike(denied: Norm, said: Norm): boolean {
  const doers = said.tokens.filter(({ role }) => role === 'agent' || role === 'verb');
  const isDoer = derivedFrom(doers, true);
  return (
    !hasVerb(denied) || denied.tokens.every((token) => token.role !== 'agent' || isDoer(token) || isEmphasis(token))
  );
}

const EMPHASIS = new Set(['anywher', 'ever', 'everywher', 'singl', 'whatsoev', 'whatsoever']);

function isEmphasis({ stem }: FrameToken): boolean {
  return EMPHASIS.has(stem);
}
