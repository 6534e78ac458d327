import { describe, expect, it } from 'vitest';
import { heldWithin, overlap, type Period, type Truth, type Unit } from '../../src/core/period.js';
import { rangeText } from '../../src/store/columns.js';
import { useStore } from '../helpers/database.js';
import { OVERLAPS, WITHINS } from '../helpers/time.js';

const context = useStore();

const truthOf = (answer: boolean | null): Truth => (answer === null ? 'unknown' : answer ? 'true' : 'false');
const columns = (periods: readonly Period[]) => [
  periods.map(({ certain }) => rangeText(certain)),
  periods.map(({ possible }) => rangeText(possible)),
];

async function overlapsInSql(pairs: readonly (readonly [Period, Period])[]): Promise<Truth[]> {
  const rows = await context.database.asAdmin<{ answer: boolean | null }>(
    `SELECT time_windows_overlap(ac, ap, bc, bp) AS answer
     FROM unnest($1::int8range[], $2::int8range[], $3::int8range[], $4::int8range[]) WITH ORDINALITY
       AS t (ac, ap, bc, bp, n) ORDER BY n`,
    [...columns(pairs.map(([a]) => a)), ...columns(pairs.map(([, b]) => b))],
  );
  return rows.map(({ answer }) => truthOf(answer));
}

async function withinInSql(asks: readonly (readonly [Period, Unit])[]): Promise<Truth[]> {
  const rows = await context.database.asAdmin<{ answer: boolean | null }>(
    `SELECT time_in_window(asked, is_point, certain, possible, tail) AS answer
     FROM unnest($1::int8range[], $2::int8range[], $3::int8[], $4::int8range[], $5::boolean[]) WITH ORDINALITY
       AS t (certain, possible, tail, asked, is_point, n) ORDER BY n`,
    [
      ...columns(asks.map(([when]) => when)),
      asks.map(([{ tail }]) => tail),
      asks.map(([, { start, end }]) => rangeText({ from: start, until: end })),
      asks.map(([, { isPoint }]) => isPoint === true),
    ],
  );
  return rows.map(({ answer }) => truthOf(answer));
}

describe('times in SQL', () => {
  it('has the table of 60 cases and more', () => {
    expect(OVERLAPS.length + WITHINS.length).toBeGreaterThanOrEqual(60);
  });

  it('says of every case what the table says', async () => {
    const overlaps = await overlapsInSql(OVERLAPS.map(({ a, b }) => [a, b] as const));
    expect(OVERLAPS.map(({ name }, at) => [name, overlaps[at]])).toEqual(
      OVERLAPS.map(({ name, expected }) => [name, expected]),
    );
    const withins = await withinInSql(WITHINS.map(({ when, asked }) => [when, asked] as const));
    expect(WITHINS.map(({ name }, at) => [name, withins[at]])).toEqual(
      WITHINS.map(({ name, expected }) => [name, expected]),
    );
  });

  it('agrees with TypeScript on every pair of the windows and times of the table', async () => {
    const windows = [...OVERLAPS.flatMap(({ a, b }) => [a, b]), ...WITHINS.map(({ when }) => when)];
    const pairs = windows.flatMap((a) => windows.map((b) => [a, b] as const));
    expect(await overlapsInSql(pairs)).toEqual(pairs.map(([a, b]) => overlap(a, b)));
    const asks = windows.flatMap((when) => WITHINS.map(({ asked }) => [when, asked] as const));
    expect(await withinInSql(asks)).toEqual(asks.map(([when, asked]) => heldWithin(when, asked).truth));
  });

  it('is compared in one place', async () => {
    const found = await context.database.asAdmin(
      "SELECT proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND provolatile = 'i' ORDER BY 1",
    );
    expect(found).toEqual([{ proname: 'time_in_window' }, { proname: 'time_windows_overlap' }]);
  });
});
