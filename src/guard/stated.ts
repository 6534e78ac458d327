import type { Calendar } from '../core/calendar.js';
import { nameKey } from '../core/name.js';
import { isReported, type Norm, type Reading } from '../core/norm.js';
import { type Period, period, UNKNOWN, type Unit } from '../core/period.js';
import type { Relation, RelationEnd } from '../core/relation.js';
import type { RelationType, RelationTypes } from '../core/relation-type.js';
import { EXTRACTION, type LoreSource } from '../core/source.js';

/** A relation that a write states, its ends still names. */
export interface Stated {
  type: RelationType;
  from: StatedEnd;
  /** Null where the other end is a literal value. */
  to: StatedEnd | null;
  value: string | null;
  /** As they are stored; null is open. */
  validFrom: string | null;
  validUntil: string | null;
  begins: Unit | null;
  ends: Unit | null;
  when: Period;
  isProphetic: boolean;
  /** Present where its source makes it a prophecy, and not its words. */
  isOfProphet?: true;
  source: LoreSource | null;
  /** How surely it was read. */
  extraction: number;
  /** Index of the norm that it is. */
  norm: number;
  /** The fields of the request that name the ends; null where the words do. */
  fields: { from: string; to: string } | null;
}

export interface StatedEnd {
  /** As it is written, or an id. */
  name: string;
  /** The same without title and epithet, where it has one. */
  short: string | null;
}

/** Most relations of one statement that are stored beside it. */
export const STATED_MAX = 4;

/**
 * The relations that the words of a statement tell of. One that may be meant otherwise ("queen of" a consort), or that
 * holds only in some environment, stays with its claim; so do those beyond the first `STATED_MAX`.
 */
export function statedIn(statement: string, reading: Reading, { types, calendar, now }: StatedContext): Stated[] {
  return relationsIn(reading, types)
    .slice(0, STATED_MAX)
    .map(({ norm, relation, type, at }) => stated(statement, norm, relation, type, at, { calendar, now }));
}

/** How many more relations a statement tells of than are stored beside it. */
export function unstatedIn(reading: Reading, types: RelationTypes): number {
  return Math.max(0, relationsIn(reading, types).length - STATED_MAX);
}

function relationsIn({ norms }: Reading, types: RelationTypes) {
  return norms.flatMap((norm, at) => {
    const { relation } = norm;
    const type = types.get(relation?.type ?? '');
    return type === undefined || relation === undefined || isOnlySaid(norm, relation)
      ? []
      : [{ norm, relation, type, at }];
  });
}

interface StatedContext {
  types: RelationTypes;
  calendar: Calendar;
  /** The tick that "current" stands for. */
  now: number;
}

/**
 * "Queen of" a consort, what holds in one environment, and "was the capital": the words say more than a relation does. Of
 * what another voice tells the claim is that it says so.
 */
function isOnlySaid(norm: Norm, relation: Relation): boolean {
  const isOnceSo =
    relation.traits.pastCounts === true && relation.tense === 'past' && isUndated(whenOf(norm, relation));
  return (
    isReported(norm) || relation.isLoose === true || norm.scope.env !== null || norm.scope.team !== null || isOnceSo
  );
}

function whenOf(norm: Norm, relation: Relation): Period {
  return relation.at ?? norm.period;
}

function isUndated({ certain }: Period): boolean {
  return certain.from === null && certain.until === null;
}

function stated(
  statement: string,
  norm: Norm,
  relation: Relation,
  type: RelationType,
  at: number,
  { calendar, now }: Pick<StatedContext, 'calendar' | 'now'>,
): Stated {
  const to = endOf(statement, norm, relation, 'to');
  const told = whenOf(norm, relation);
  const begins = relation.begins ?? null;
  const ends = type.isEvent ? begins : (relation.ends ?? null);
  return {
    ...{ type, from: endOf(statement, norm, relation, 'from'), to: type.value === null ? to : null },
    ...{ value: type.value === null ? null : to.name, begins, ends },
    when: isEventAt(type, begins) ?? (isUndated(told) ? undatedPeriod(relation.tense, now) : told),
    ...boundsOf(relation, type, { begins, ends, isUndated: isUndated(told) }, calendar),
    ...{ isProphetic: relation.isProphecy === true, source: null, extraction: EXTRACTION.body, norm: at, fields: null },
  };
}

/** The bounds as they are stored. What is so began at some time; what was so has ended. */
function boundsOf(
  { tense }: Relation,
  { isEvent, value }: RelationType,
  { begins, ends, isUndated }: { begins: Unit | null; ends: Unit | null; isUndated: boolean },
  calendar: Calendar,
): Pick<Stated, 'validFrom' | 'validUntil'> {
  if (value === 'date') return { validFrom: null, validUntil: null };
  const from = begins === null ? null : textOf(begins, calendar);
  if (isEvent) return { validFrom: from, validUntil: null };
  const unknownSince = tense === 'present' && isUndated ? UNKNOWN_BOUND : null;
  const unknownUntil = tense === 'past' ? UNKNOWN_BOUND : null;
  return { validFrom: from ?? unknownSince, validUntil: ends === null ? unknownUntil : textOf(ends, calendar) };
}

/** What was, may have been at any time. What is, holds now and from now on; since when is not told. */
function undatedPeriod(tense: Relation['tense'], now: number): Period {
  const possible = { from: null, until: null };
  return tense === 'past' ? UNKNOWN : { certain: { from: now, until: null }, possible, tail: 0 };
}

/** Stands for a bound that there is, and that nobody knows. */
const UNKNOWN_BOUND = 'unknown';

function isEventAt({ isEvent }: RelationType, begins: Unit | null): Period | null {
  return isEvent && begins !== null ? period(begins, begins) : null;
}

function endOf(statement: string, norm: Norm, relation: Relation, end: RelationEnd): StatedEnd {
  const span = norm.spans.find(({ slot }) => slot === end);
  const name = span === undefined ? relation[end] : spelt(relation[end], statement.slice(span.start, span.end).trim());
  const short = relation.short?.[end];
  return { name, short: short === undefined ? null : spelt(short, name) };
}

/** A part of a name as it is written in it: "aldric" of "King Aldric", "valdorn" of "Valdorn's". */
function spelt(part: string, name: string): string {
  const at = name.toLowerCase().indexOf(part);
  return at < 0 ? name : name.slice(at, at + part.length);
}

/** The shortest canonical text that names this unit. */
export function textOf(unit: Unit, calendar: Calendar): string {
  const isRough = unit.isPoint === true && unit.event === undefined;
  return (
    (isRough ? roughTextOf(unit, calendar) : textAt(unit.start, '', unit, calendar)) ?? canonicalAt(unit, calendar)
  );
}

/** "circa 340": the year in the middle, unless what it may mean is cut off where its era begins or ends. */
function roughTextOf(unit: Unit, calendar: Calendar): string | null {
  const { start, end, latest = start } = unit;
  const [year, years] = [end - latest, latest - start];
  const half = Math.floor(year / 2);
  const middle = textAt(start + Math.floor(years / 2) + half, 'circa ', unit, calendar);
  if (middle !== null) return middle;
  for (let tick = start + half; tick < end; tick += year) {
    const text = textAt(tick, 'circa ', unit, calendar);
    if (text !== null) return text;
  }
  return null;
}

/** The first part of the date at a tick that, behind what comes before it, names just this unit. */
function textAt(tick: number, before: string, unit: Unit, calendar: Calendar): string | null {
  const full = calendar.at(tick).canonical;
  for (let end = 1; end <= full.length; end++) {
    if (end < full.length && !/[-T.:]/.test(full[end] ?? '')) continue;
    const text = `${before}${full.slice(0, end)}`;
    const named = calendar.parse(text, 0);
    if (named?.start === unit.start && named.end === unit.end) return text;
  }
  return null;
}

function canonicalAt({ start }: Unit, calendar: Calendar): string {
  return calendar.at(start).canonical;
}

/** A relation that was given as such, as the reader of sentences would have read it: what claims in words compare with. */
export function asRead({ type, from, to, value, begins, ends: end, when, isProphetic }: Stated): Relation {
  const [slot] = type.single.length === 2 ? (['both'] as const) : type.single;
  const ends = [nameKey(from.name), nameKey(to?.name ?? value ?? '')] as const;
  const isTurned = type.symmetric && ends[1] < ends[0];
  return {
    ...{ type: type.name, from: isTurned ? ends[1] : ends[0], to: isTurned ? ends[0] : ends[1], tense: 'present' },
    ...(type.isEvent ? { at: when } : {}),
    ...(begins === null ? {} : { begins }),
    ...(end === null || type.isEvent ? {} : { ends: end }),
    ...(isProphetic ? { isProphecy: true } : {}),
    traits: {
      ...(slot === undefined ? {} : { slot }),
      ...(type.guard === 'warn' ? { warnsOnly: true } : {}),
      ...(type.lives.length === 0 ? {} : { alive: type.lives.map(({ end }) => end) }),
      ...(type.existence === null ? {} : { existence: type.existence }),
      ...(type.symmetric ? { symmetric: true } : {}),
    },
  };
}

/** The reading, and in it the relation that was given beside the words: as the one clause that says it, or as one more. */
export function withRelation(reading: Reading, given: Stated, unread: Norm): { reading: Reading; norm: number } {
  const relation = asRead(given);
  const at = reading.norms.findIndex((norm) => norm.relation?.type === relation.type);
  const [only] = reading.norms;
  const index = at >= 0 ? at : reading.norms.length === 1 && only !== undefined ? 0 : reading.norms.length;
  const base = reading.norms[index] ?? unread;
  const norm = { ...base, relation, period: given.type.isEvent ? base.period : given.when };
  const norms = [...reading.norms.slice(0, index), norm, ...reading.norms.slice(index + 1)];
  return { reading: { ...reading, norms }, norm: index };
}

/**
 * A later reading of a statement, with the relations that are stored beside it: they are as they were, whatever the words
 * are read as by now.
 */
export function withStoredRelations(now: Reading, before: Reading): Reading {
  const placed = before.norms.flatMap((norm, at) => (norm.relation?.entities === undefined ? [] : [{ norm, at }]));
  if (placed.length === 0) return now;
  // The words of a relation that was given alone are its name: nothing is read in them.
  if (before.norms.every(({ tokens }) => tokens.length === 0)) return { ...before, normVersion: now.normVersion };
  const norms = [...now.norms];
  for (const { norm, at } of placed) {
    const same = norms.findIndex(({ relation }) => relation?.type === norm.relation?.type);
    const index = same >= 0 ? same : Math.min(at, norms.length);
    const base = norms[index] ?? norm;
    const relation = norm.relation === undefined ? {} : { relation: norm.relation };
    norms[index] = { ...base, ...relation, period: norm.period };
  }
  return { ...now, norms };
}
