import type { Calendar } from '../../core/calendar.js';
import type { Claim } from '../../core/claim.js';
import { grouped } from '../../core/grouped.js';
import type { Lexicon } from '../../core/lexicon.js';
import { heldWithin, type Period, type Truth, type Unit } from '../../core/period.js';
import { type FoundWord, relevance } from '../../core/relevance.js';
import type { Tenant } from '../../core/scope.js';
import { isProphet, isUnreliable } from '../../core/source.js';
import type { Recalled } from '../../store/queries/asking/recall.js';
import { getClaimVersions } from '../../store/queries/claims/claims.js';
import { type Finding, findingsAbout } from '../../store/queries/detective/findings.js';
import type { Db } from '../../store/store.js';
import type { Hit, HitMark, MatchedField } from './hit.js';
import { closedSupports } from './supports.js';
import { raised, type TouchedIds } from './touched.js';
import { meet, type Weighed } from './weighed.js';

/** What ends within so many days is about to end. */
const ENDING_DAYS = 30;
const DAY_SECONDS = 86_400;
const YEAR_DAYS = 365;

/** What does not hold at the time asked about fits that much less. */
const NOT_HOLDING = 0.85;

/** The time that an answer is about: the one asked for, or now. */
export interface Asked {
  calendar: Calendar;
  unit: Unit;
  /** Whether the request or the question names it. */
  isNamed: boolean;
}

/** A claim that was found, with how well it fits. */
export interface Scored {
  found: Recalled;
  score: number;
  /** Whether the session that asks came to know of it before. */
  isTouched: boolean;
}

/** Claims by how well they fit, best first; of equals the newest first. */
export function scoreClaims(
  question: Weighed,
  found: readonly Recalled[],
  { keys, touched }: { keys: readonly string[]; touched: TouchedIds },
): Scored[] {
  const isSubject = keys.map((key) => key.startsWith('s'));
  const isSlot = keys.map((key) => key.startsWith('f') || key.startsWith('r'));
  return found
    .map((one) => {
      const subject = one.keys.some((key) => isSubject[key - 1]);
      const slot = one.keys.some((key) => isSlot[key - 1]);
      const score = relevance(question.weights, wordsIn(question, one), one.size, { subject, slot });
      const isTouched = touched.claims.has(one.id);
      return { found: one, score: isTouched ? raised(score) : score, isTouched };
    })
    .sort((a, b) => b.score - a.score || (a.found.id < b.found.id ? 1 : -1));
}

function wordsIn(question: Weighed, { terms, positions }: Recalled): FoundWord[] {
  return terms.flatMap((n, at) => {
    const term = question.terms[n - 1];
    if (term === undefined) return [];
    const isOwn = question.words[term.place] === term.word;
    return [{ place: term.place, factor: isOwn ? 1 : 0.8, position: positions[at] ?? 0 }];
  });
}

/** What claims are read for. */
export interface ClaimQuestion {
  question: Weighed;
  keys: readonly string[];
  lexicon: Lexicon;
  asked: Asked;
  knownAt: string | null;
}

/** Reads the best of them whole. */
export async function claimHits(
  db: Db,
  tenant: Tenant,
  { question, keys, lexicon, asked, knownAt }: ClaimQuestion,
  best: readonly Scored[],
): Promise<Hit[]> {
  const versions = best.map(({ found: { id, systemFrom } }) => ({ id, systemFrom }));
  const claims = new Map((await getClaimVersions(db, tenant, versions)).map((claim) => [claim.id, claim]));
  const closed = await closedSupports(db, tenant, [...claims.values()], knownAt);
  const asking = byClaim(await findingsAbout(db, tenant, [...claims.keys()], ['open']));
  return best.flatMap(({ found, score, isTouched }) => {
    const claim = claims.get(found.id);
    if (claim === undefined) return [];
    const holds = heldWithin(claim.period, asked.unit).truth;
    const unsupportedBy = closed.get(claim.id) ?? [];
    const findings = asking.get(claim.id) ?? [];
    const isTemporal = asked.isNamed && holds !== 'false' && isBounded(claim.period);
    const met = meet(question, textsOf(claim), lexicon);
    const hit: Hit = {
      ...{ kind: isTemporal ? 'temporal' : 'claim', id: claim.id, score: atTime(score, holds) },
      ...{ holds, claim, supersededByHit: null, ...(findings.length === 0 ? {} : { findings }) },
      ...{ matched: [...met.fields, ...byKeys(keysOf(found, keys), isTouched)], words: met.words },
      ...{
        marks: marksOf(claim, holds, asked, {
          isUnsupported: unsupportedBy.length > 0,
          isInQuestion: findings.length > 0,
        }),
        unsupportedBy,
      },
    };
    return [hit];
  });
}

/** Findings by each of the claims that they are about. */
export function byClaim(findings: readonly Finding[]): Map<string, Finding[]> {
  return grouped(findings.flatMap((finding) => finding.claimIds.map((id) => [id, finding] as const)));
}

/** The score of what holds, or does not, at the time asked about. */
export function atTime(score: number, holds: Truth): number {
  return holds === 'false' ? score * NOT_HOLDING : score;
}

function keysOf(found: Recalled, keys: readonly string[]): string[] {
  return found.keys.map((key) => keys[key - 1]?.[0] ?? '');
}

function textsOf({ statement, reason, entity, tags, source }: Claim): [MatchedField, string | null][] {
  return [
    ['statement', statement],
    ['reason', reason],
    ['entity', entity],
    ['tags', tags.join(' ')],
    ['source', source],
  ];
}

function byKeys(keys: readonly string[], isTouched: boolean): MatchedField[] {
  const fields: [MatchedField, boolean][] = [
    ['subject', keys.includes('s')],
    ['slot', keys.includes('f') || keys.includes('r')],
    ['session', isTouched],
  ];
  return fields.filter(([, is]) => is).map(([field]) => field);
}

interface Known {
  isUnsupported: boolean;
  isInQuestion: boolean;
}

function marksOf(claim: Claim, holds: Truth, asked: Asked, { isUnsupported, isInQuestion }: Known): HitMark[] {
  const isOver = holds === 'false' && !isLater(claim.period, asked.unit);
  const marks: [HitMark, boolean][] = [
    ['disputed', claim.isDisputed],
    ['superseded', claim.status === 'superseded' || (claim.supersededBy !== null && holds !== 'true')],
    ['unguarded', claim.isUnguarded],
    ['unsupported', isUnsupported],
    ['ending', holds !== 'false' && isEnding(claim.period, asked)],
    ['ended', isOver],
    ['not_yet', holds === 'false' && !isOver],
    ['prophetic', isProphet(claim.loreSource)],
    ['unreliable_source', isUnreliable(claim.loreSource)],
    ['in_question', isInQuestion],
    ['rejected', claim.kind === 'rejection'],
  ];
  return marks.filter(([, is]) => is).map(([mark]) => mark);
}

/** Whether a window has an end on some side. */
export function isBounded({ possible }: Period): boolean {
  return possible.from !== null || possible.until !== null;
}

function isLater({ possible }: Period, unit: Unit): boolean {
  return possible.from !== null && possible.from >= unit.end;
}

/** Whether it ceases to hold within 30 days of the time asked about. */
function isEnding({ possible, tail }: Period, { calendar, unit }: Asked): boolean {
  if (possible.until === null) return false;
  const end = possible.until + tail;
  return end > unit.start && end <= unit.end + daysIn(calendar, ENDING_DAYS);
}

/** Days in ticks of a calendar, a part of a tick as a whole one. */
function daysIn({ tick: { unit, perUnit } }: Calendar, days: number): number {
  const ticks = { second: days * DAY_SECONDS, day: days, year: days / YEAR_DAYS }[unit];
  return Math.ceil(ticks * perUnit);
}
