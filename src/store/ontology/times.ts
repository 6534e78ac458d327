import type { Comparison, DerivedTime } from '../../core/ontology.js';
import { believed, type Statement } from './statement.js';

/** A time in SQL: where its first unit begins, where its last one does, and where that ends; null is open or unknown. */
export interface SqlTime {
  lo: string;
  last: string;
  hi: string;
}

/** Of a window without a certain part only where it lies is known: it begins and ends somewhere in it. */
const BEGINS = {
  lo: 'lower(r.valid_possible)',
  last: 'CASE WHEN isempty(r.valid_certain) THEN lower(r.valid_possible) ELSE lower(r.valid_certain) END',
  hi: 'CASE WHEN isempty(r.valid_certain) THEN upper(r.valid_possible) + r.valid_tail ELSE lower(r.valid_certain) + 1 END',
};
const ENDS = {
  lo: 'CASE WHEN isempty(r.valid_certain) THEN lower(r.valid_possible) ELSE upper(r.valid_certain) END',
  last: 'CASE WHEN isempty(r.valid_certain) THEN lower(r.valid_possible) ELSE upper(r.valid_possible) END',
  hi: 'upper(r.valid_possible) + r.valid_tail',
};

/** A bound of a relation's own window. */
export function boundOf(row: string, bound: 'valid_from' | 'valid_until'): SqlTime {
  const of = (text: string) => `(${text.replaceAll('r.', `${row}.`)})`;
  const { lo, last, hi } = bound === 'valid_from' ? BEGINS : ENDS;
  return { lo: of(lo), last: of(last), hi: of(hi) };
}

/** A query for a time that is derived from what is told of an entity, by its id. */
export function derivedTime(statement: Statement, id: string, time: DerivedTime): string {
  if (time === 'birth') return birth(statement, id);
  if (time === 'death') return death(statement, id);
  if (time === 'in_fiction_date') return eventDate(statement, id);
  return existence(statement, id, time);
}

/** The same of all entities at once, by `id`; of which nothing is told there is no row. */
export function derivedTimes(statement: Statement, time: DerivedTime): string {
  const { births, deaths, makings } = statement.options.lives;
  if (time === 'birth') return lifeTimes(statement, births, makings);
  if (time === 'death') return lifeTimes(statement, deaths, []);
  return time === 'in_fiction_date' ? eventDates(statement) : existences(statement, time);
}

const SPREAD = 'min(lower(r.valid_possible)) AS lo, max(lower(r.valid_possible)) AS last';
const KNOWN = 'NOT (lower_inf(r.valid_possible) AND upper_inf(r.valid_possible))';

function birth(statement: Statement, id: string): string {
  const { births, makings } = statement.options.lives;
  return `SELECT ${SPREAD}, max(upper(r.valid_possible) + r.valid_tail) AS hi FROM (
    SELECT r.valid_possible, r.valid_tail FROM ${statement.relations} r
    WHERE ${believed('r')} AND r.from_id = ${id} AND r.type = ANY (${statement.parameter(births, 'text[]')}) AND ${KNOWN}
    UNION ALL SELECT r.valid_possible, r.valid_tail FROM ${statement.relations} r
    WHERE ${believed('r')} AND r.to_id = ${id} AND r.type = ANY (${statement.parameter(makings, 'text[]')}) AND ${KNOWN}
  ) r`;
}

function death(statement: Statement, id: string): string {
  const deaths = statement.parameter(statement.options.lives.deaths, 'text[]');
  return `SELECT ${SPREAD}, max(upper(r.valid_possible) + r.valid_tail) AS hi FROM ${statement.relations} r
    WHERE ${believed('r')} AND r.from_id = ${id} AND r.type = ANY (${deaths}) AND ${KNOWN}`;
}

/** By the first of the types that tell of it: the day itself counts before the era. */
function eventDate(statement: Statement, id: string): string {
  const datings = statement.parameter(statement.options.lives.datings, 'text[]');
  const eras = statement.eras();
  return `SELECT min(d.starts) AS lo, max(d.starts) AS last, max(d.ends) AS hi FROM (
    SELECT r.type, coalesce(lower(r.valid_possible), e.starts) AS starts,
      coalesce(upper(r.valid_possible) + r.valid_tail, e.ends) AS ends
    FROM ${statement.relations} r LEFT JOIN ${eras} e ON e.id = r.to_id AND NOT (${KNOWN})
    WHERE ${believed('r')} AND r.from_id = ${id} AND r.type = ANY (${datings})
  ) d WHERE d.starts IS NOT NULL OR d.ends IS NOT NULL
  GROUP BY d.type ORDER BY array_position(${datings}, d.type) LIMIT 1`;
}

/** A window of existence, if there is one; of several none; else a birth or a death. */
function existence(statement: Statement, id: string, time: 'valid_from' | 'valid_until'): string {
  const otherwise = time === 'valid_from' ? birth(statement, id) : death(statement, id);
  const of = (column: string) => `CASE w.many WHEN 0 THEN b.${column} WHEN 1 THEN w.${column} END AS ${column}`;
  return `SELECT ${of('lo')}, ${of('last')}, ${of('hi')} FROM (
    SELECT ${windowsOf(time)}
    FROM ${statement.relations} r LEFT JOIN ${statement.eras()} e ON e.id = r.to_id AND NOT (${KNOWN})
    WHERE ${believed('r')} AND r.from_id = ${id} AND r.type = 'EXISTED_DURING' AND (${KNOWN} OR e.id IS NOT NULL)
  ) w CROSS JOIN (${otherwise}) b`;
}

/** By those that something is told from, and those that something is told to. */
function lifeTimes(statement: Statement, from: readonly string[], to: readonly string[]): string {
  const half = (end: 'from_id' | 'to_id', types: readonly string[]) =>
    `SELECT r.${end} AS id, r.valid_possible, r.valid_tail FROM ${statement.relations} r
    WHERE ${believed('r')} AND r.type = ANY (${statement.parameter(types, 'text[]')}) AND ${KNOWN}`;
  const halves = [half('from_id', from), ...(to.length === 0 ? [] : [half('to_id', to)])];
  return `SELECT r.id, ${SPREAD}, max(upper(r.valid_possible) + r.valid_tail) AS hi FROM (
    ${halves.join('\n    UNION ALL ')}
  ) r GROUP BY r.id`;
}

function eventDates(statement: Statement): string {
  const datings = statement.parameter(statement.options.lives.datings, 'text[]');
  return `SELECT DISTINCT ON (d.id) d.id, min(d.starts) AS lo, max(d.starts) AS last, max(d.ends) AS hi FROM (
    SELECT r.from_id AS id, r.type, coalesce(lower(r.valid_possible), e.starts) AS starts,
      coalesce(upper(r.valid_possible) + r.valid_tail, e.ends) AS ends
    FROM ${statement.relations} r LEFT JOIN ${statement.eras()} e ON e.id = r.to_id AND NOT (${KNOWN})
    WHERE ${believed('r')} AND r.type = ANY (${datings})
  ) d WHERE d.starts IS NOT NULL OR d.ends IS NOT NULL
  GROUP BY d.id, d.type ORDER BY d.id, array_position(${datings}, d.type)`;
}

function existences(statement: Statement, time: 'valid_from' | 'valid_until'): string {
  const { births, deaths, makings } = statement.options.lives;
  const otherwise = time === 'valid_from' ? lifeTimes(statement, births, makings) : lifeTimes(statement, deaths, []);
  const of = (column: string) =>
    `CASE coalesce(w.many, 0) WHEN 0 THEN b.${column} WHEN 1 THEN w.${column} END AS ${column}`;
  return `SELECT id, ${of('lo')}, ${of('last')}, ${of('hi')} FROM (
    SELECT r.from_id AS id, ${windowsOf(time)}
    FROM ${statement.relations} r LEFT JOIN ${statement.eras()} e ON e.id = r.to_id AND NOT (${KNOWN})
    WHERE ${believed('r')} AND r.type = 'EXISTED_DURING' AND (${KNOWN} OR e.id IS NOT NULL) GROUP BY r.from_id
  ) w FULL JOIN (${otherwise}) b USING (id)`;
}

/** How many windows there are, and a bound of the only one. */
function windowsOf(time: 'valid_from' | 'valid_until'): string {
  const { lo, last, hi } = time === 'valid_from' ? BEGINS : ENDS;
  const era = time === 'valid_from' ? 'e.starts' : 'e.ends';
  return `count(*) AS many, min(coalesce(${lo}, ${era})) AS lo, min(coalesce(${last}, ${era})) AS last,
      min(coalesce(${hi}, ${era}${time === 'valid_from' ? ' + 1' : ''})) AS hi`;
}

/** Whether one time comes before another in every reading of both; false: in none; else null. */
export function comparedTimes(how: Comparison, a: SqlTime, b: SqlTime): string {
  if (how === '>') return comparedTimes('<', b, a);
  if (how === '>=') return comparedTimes('<=', b, a);
  if (how === '<>') return `(NOT ${comparedTimes('=', a, b)})`;
  if (how === '<') return `(CASE WHEN ${a.hi} <= ${b.lo} THEN true WHEN ${a.lo} >= ${b.hi} - 1 THEN false END)`;
  if (how === '<=') return `(CASE WHEN ${a.hi} - 1 <= ${b.lo} THEN true WHEN ${a.lo} >= ${b.hi} THEN false END)`;
  return `(CASE WHEN ${a.lo} = ${b.lo} AND ${a.hi} = ${b.hi} THEN true WHEN ${a.hi} <= ${b.lo} OR ${b.hi} <= ${a.lo} THEN false END)`;
}

/** A window in SQL: the three columns of a period, and whether anything is known of it. */
export interface SqlWindow {
  certain: string;
  possible: string;
  tail: string;
  isKnown: string;
}

export function ownWindow(row: string): SqlWindow {
  const { certain, possible, tail } = { certain: 'valid_certain', possible: 'valid_possible', tail: 'valid_tail' };
  return { certain: `${row}.${certain}`, possible: `${row}.${possible}`, tail: `${row}.${tail}`, isKnown: 'true' };
}

/** The window between two times, as a period is built of two bounds. */
export function windowBetween(from: SqlTime, until: SqlTime): SqlWindow {
  return {
    certain: `window_certain(${from.lo}, ${from.last}, ${until.lo}, ${until.last})`,
    possible: `window_possible(${from.lo}, ${until.last}, ${until.hi})`,
    tail: `window_tail(${from.lo}, ${until.last}, ${until.hi})`,
    isKnown: `coalesce(${from.lo}, ${from.hi}, ${until.lo}, ${until.hi}) IS NOT NULL`,
  };
}
