import type { Calendar } from '../core/calendar.js';
import type { Claim, ClaimKind, ClaimWords, WriteRequest } from '../core/claim.js';
import type { ProjectContext } from '../core/context.js';
import type { Warning } from '../core/decision.js';
import { Problem } from '../core/errors.js';
import type { Reading } from '../core/norm.js';
import { type Period, period } from '../core/period.js';
import type { RelationTypes } from '../core/relation-type.js';
import { lockKeys, recallKeys } from '../guard/keys.js';
import type { Stated } from '../guard/stated.js';
import { requireBegun } from './begun.js';
import type { Deps } from './deps.js';
import { WriteJudge } from './judging/write-judge.js';
import { readStated } from './lore/read-stated.js';
import { wordsOfClaim } from './search-text.js';
import { Stopwatch } from './stopwatch.js';
import { readWindow, tickAt, type Window } from './window.js';

/** A write that was read by stage 1 and waits to be compared. */
export interface Draft {
  /** The settings that it is read and decided under. */
  context: ProjectContext;
  request: WriteRequest;
  statement: string;
  kind: ClaimKind;
  /** Whether it closes other claims. */
  replaces: boolean;
  /** Id of the claim, should it be stored. */
  claimId: string;
  reading: Reading;
  /** The relations that it states, their ends still names. */
  stated: readonly (Stated & { id: string })[];
  /** How many more it states, which stay with its words. */
  unstated: number;
  /** The relation types that these are of, among all that the rules know. */
  types: RelationTypes;
  /** The explicit bounds of the request, and the period that they and the words make. */
  window: Window;
  period: Period;
  /** ISO 8601 in UTC; null is the moment of the write. */
  saidAt: string | null;
  /** The active claims that it closes. */
  replaced: readonly Claim[];
  lockKeys: readonly string[];
  recallKeys: readonly string[];
  words: ClaimWords;
  /** What is to be said of the claims that it rests on. */
  supports: readonly Warning[];
  /** Null: nobody judges what the rules leave open. */
  judge: WriteJudge | null;
  watch: Stopwatch;
}

/**
 * Checks what zod can't and reads the statement.
 * @throws Problem `invalid_date`, `invalid_period` or `invalid_request`
 */
export async function draftWrite(
  deps: Deps,
  context: ProjectContext,
  given: WriteRequest,
  replaced: readonly Claim[],
  supports: readonly Warning[],
): Promise<Draft> {
  const watch = new Stopwatch(deps.clock);
  const request = atThatTime(given, context.calendar, deps.clock.now());
  const nowTick = tickAt(context.calendar, deps.clock.now());
  const window = readWindow(request.validFrom, request.validUntil, context.calendar, nowTick);
  requireBegun(request, replaced, window);
  const saidAt = whenSaid(request.saidAt, deps.clock.now());
  const read = () => readStated(deps, context, request, window, nowTick);
  const { reading, stated, unstated, types } = await watch.timeAsync('normalize', read);
  return {
    context,
    request,
    statement: request.statement,
    kind: request.kind,
    replaces: replaced.length > 0,
    claimId: deps.ids.next(),
    reading,
    stated: stated.map((one) => ({ ...one, id: deps.ids.next() })),
    unstated,
    types,
    window,
    period: reading.holds ?? period(window.from, window.until),
    saidAt,
    replaced,
    supports,
    lockKeys: lockKeys(reading),
    recallKeys: recallKeys(reading),
    words: wordsOfClaim(request, deps.lexicon),
    judge: deps.judging && new WriteJudge(deps, deps.judging, request),
    watch,
  };
}

/** The request with a date in place of `current`, which stands for another time when the request is read again. */
function atThatTime(request: WriteRequest, calendar: Calendar, nowMs: number): WriteRequest {
  const fixed = (date: string | null) =>
    date?.toLowerCase() === 'current' ? calendar.current(Math.floor(nowMs / 1000)).canonical : date;
  return { ...request, validFrom: fixed(request.validFrom), validUntil: fixed(request.validUntil) };
}

/**
 * When something was said, in the precision of the store.
 * @throws Problem `invalid_request` when it lies in the future
 */
export function whenSaid(saidAt: string | null, nowMs: number): string | null {
  if (saidAt === null) return null;
  const saidMs = Date.parse(saidAt);
  // In the precision of the store, so that a claim reads the same before and after it is stored.
  if (saidMs <= nowMs) return `${new Date(saidMs).toISOString().slice(0, -1)}000Z`;
  throw new Problem('invalid_request', 'said_at lies in the future.', [
    { path: 'said_at', message: 'must not lie in the future' },
  ]);
}
