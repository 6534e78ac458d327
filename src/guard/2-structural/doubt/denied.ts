import { isComplementary, isNegative } from '../../../core/filler.js';
import { direction, isFact } from '../../../core/modality.js';
import { type FrameToken, hasVerb, isInCondition, type Norm, sharedVerbs } from '../../../core/norm.js';
import type { Alignment } from '../alignment/align.js';
import type { Pair } from '../alignment/pair.js';
import { isBan } from '../table/notes.js';
import type { Doubt } from './doubt.js';
import { isNarrower } from './neighbours.js';
import { derivedFrom, type Remainder } from './remainder.js';
import { isOfThePast, isOther, isVague } from './reworded.js';
import { isLight } from './weight.js';

/** Words that both say at least, where it is not one act that is never to be done. */
const SHARED_MIN = 2;

/** "There are *no* cron jobs on the hosts" / "An hourly cron job on host 2 rotates the logs": all that is denied is told of something. */
export function deniedOfAll({ stored, incoming, alignment }: Pair, rest: Remainder): Doubt | null {
  const [denied, denial, said, own] =
    direction(stored.modality) === 'against'
      ? [stored, rest.stored, incoming, rest.incoming]
      : [incoming, rest.incoming, stored, rest.stored];
  if (!isDenial(denied) || !isToldOfNow(said, denied) || isTurned(denied, alignment)) return null;
  const kinds = denial.filter((token) => own.some((other) => isOfKind(other, token)));
  if (isFact(said.modality) !== isFact(denied.modality) && !isBan(denied) && kinds.length === 0) return null;
  const isHad = kinds.length > 0 && said.tokens.every(({ role, stem }) => role !== 'verb' || isLight(stem));
  const isSaid = (token: FrameToken) => kinds.includes(token) || (isHad && token.role === 'verb');
  if (!denial.every((token) => isSaid(token) || isEmphasis(token) || isLight(token.stem))) return null;
  const isAnywhere = denial.some(isEmphasis) && rest.shared > 0;
  if (rest.shared + kinds.length < SHARED_MIN && !isAnywhere && !isOfOneAct(denied, said)) return null;
  if (!areDoersAlike(denied, said) || isNarrower(said, own)) return null;
  if (kinds.length > 0 && isOfAnother(own, kinds)) return null;
  return own.some((token) => isOther(token) || isEndOf(token) || token.stem === 'without')
    ? null
    : { stored: null, incoming: null };
}

/** "The job on the host was *removed*", "is *disabled*": so there is none. */
function isEndOf(token: FrameToken): boolean {
  return isNegative(token) && (token.role === 'verb' || isComplementary(token));
}

/** "No *pets*" / "has two *cats*", "No *ORM* anywhere" / "uses *Prisma*". */
function isOfKind(token: FrameToken, { stem }: FrameToken): boolean {
  return token.hypernyms?.includes(stem) === true;
}

/** "Ada's *neighbour* has a cat": none of hers; "Ada's cat *Miso*" is. */
function isOfAnother(own: readonly FrameToken[], kinds: readonly FrameToken[]): boolean {
  const member = own.find((token) => kinds.some((kind) => isOfKind(token, kind)));
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
  const isOfOneCase = isFact(denied.modality) ? isExempt : isInCondition;
  return said.subjectKind !== 'FUZZY' && isOfThePast(said) === isOfThePast(denied) && !said.tokens.some(isOfOneCase);
}

/** What is never so is not so after dinner either, but "unless" may take out what the denial forgot. */
function isExempt({ opens }: FrameToken): boolean {
  return opens === 'except' || opens === 'unless' || opens === 'until';
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
