import { type Pages, readPages, sectionOf, withSections, writePages } from './page-sections.js';

/** Of the tables of speed those rows that the README shows, by how they begin. */
const SPEED_ROWS: readonly { section: string; row: string }[] = [
  { section: 'speed', row: 'guarded / (a), writes per second' },
  { section: 'speed', row: 'p50 at 100000 / p50 at 1000' },
  { section: 'speed', row: 'second start, embedded' },
  { section: 'inference', row: 'write that asks about' },
];

/** Puts what a run measured into the pages of docs/, and what the README shows of it there. */
export async function writeMeasured(sections: Readonly<Record<string, string>>): Promise<void> {
  const before = await readPages();
  const after = withSections(before, sections);
  await writePages(before, withSections(after, { figures: figures(after) }));
}

/**
 * The figures of the README, which are taken from the tables of docs/ and nothing else.
 * @throws Error when a row is not there
 */
export function figures(pages: Pages): string {
  const speed = SPEED_ROWS.map(({ section, row }) => rowOf(sectionOf(pages, section), row));
  const head = ['| speed | measured | goal | |', '|---|---|---|---|'];
  return [sectionOf(pages, 'accuracy-in-short'), '', ...head, ...speed].join('\n');
}

function rowOf(table: string, start: string): string {
  const row = table.split('\n').find((line) => line.startsWith(`| ${start}`));
  if (row === undefined) throw new Error(`No row begins with "${start}".`);
  return row;
}
