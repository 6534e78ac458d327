import type { Period, Truth, Unit } from '../../src/core/period.js';
import { rangeText } from '../../src/store/columns.js';
import type { TestDatabase } from './database.js';

const truthOf = (answer: boolean | null): Truth => (answer === null ? 'unknown' : answer ? 'true' : 'false');
const columns = (periods: readonly Period[]) => [
  periods.map(({ certain }) => rangeText(certain)),
  periods.map(({ possible }) => rangeText(possible)),
  periods.map(({ tail }) => tail),
];

/** What the database says of pairs of periods. */
export async function overlapsInSql(
  database: TestDatabase,
  pairs: readonly (readonly [Period, Period])[],
): Promise<Truth[]> {
  const rows = await database.asAdmin<{ answer: boolean | null }>(
    `SELECT time_windows_overlap(ac, ap, at, bc, bp, bt) AS answer
     FROM unnest($1::int8range[], $2::int8range[], $3::int8[], $4::int8range[], $5::int8range[], $6::int8[])
       WITH ORDINALITY AS t (ac, ap, at, bc, bp, bt, n) ORDER BY n`,
    [...columns(pairs.map(([a]) => a)), ...columns(pairs.map(([, b]) => b))],
  );
  return rows.map(({ answer }) => truthOf(answer));
}

/** What the database says of periods at times. */
export async function withinInSql(
  database: TestDatabase,
  asks: readonly (readonly [Period, Unit])[],
): Promise<Truth[]> {
  const rows = await database.asAdmin<{ answer: boolean | null }>(
    `SELECT time_in_window(asked, is_point, certain, possible, tail) AS answer
     FROM unnest($1::int8range[], $2::int8range[], $3::int8[], $4::int8range[], $5::boolean[]) WITH ORDINALITY
       AS t (certain, possible, tail, asked, is_point, n) ORDER BY n`,
    [
      ...columns(asks.map(([when]) => when)),
      asks.map(([, { start, end }]) => rangeText({ from: start, until: end })),
      asks.map(([, { isPoint }]) => isPoint === true),
    ],
  );
  return rows.map(({ answer }) => truthOf(answer));
}
