import { describe, expect, it } from 'vitest';
import { heldWithin, overlap } from '../../src/core/period.js';
import { useStore } from '../helpers/database.js';
import { OVERLAPS, WITHINS } from '../helpers/time.js';
import { overlapsInSql, withinInSql } from '../helpers/time-sql.js';

const context = useStore();

describe('times in SQL', () => {
  it('has the table of 60 cases and more', () => {
    expect(OVERLAPS.length + WITHINS.length).toBeGreaterThanOrEqual(60);
  });

  it('says of every case what the table says', async () => {
    const overlaps = await overlapsInSql(
      context.database,
      OVERLAPS.map(({ a, b }) => [a, b] as const),
    );
    expect(OVERLAPS.map(({ name }, at) => [name, overlaps[at]])).toEqual(
      OVERLAPS.map(({ name, expected }) => [name, expected]),
    );
    const withins = await withinInSql(
      context.database,
      WITHINS.map(({ when, asked }) => [when, asked] as const),
    );
    expect(WITHINS.map(({ name }, at) => [name, withins[at]])).toEqual(
      WITHINS.map(({ name, expected }) => [name, expected]),
    );
  });

  it('agrees with TypeScript on every pair of the windows and times of the table', async () => {
    const windows = [...OVERLAPS.flatMap(({ a, b }) => [a, b]), ...WITHINS.map(({ when }) => when)];
    const pairs = windows.flatMap((a) => windows.map((b) => [a, b] as const));
    expect(await overlapsInSql(context.database, pairs)).toEqual(pairs.map(([a, b]) => overlap(a, b)));
    const asks = windows.flatMap((when) => WITHINS.map(({ asked }) => [when, asked] as const));
    expect(await withinInSql(context.database, asks)).toEqual(
      asks.map(([when, asked]) => heldWithin(when, asked).truth),
    );
  });

  it('is compared in one place', async () => {
    const found = await context.database.asAdmin(
      "SELECT proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND provolatile = 'i' ORDER BY 1",
    );
    // The others make windows of bounds, and compare none.
    const makers = ['window_certain', 'window_possible', 'window_tail'].map((proname) => ({ proname }));
    expect(found).toEqual([{ proname: 'time_in_window' }, { proname: 'time_windows_overlap' }, ...makers]);
  });
});
