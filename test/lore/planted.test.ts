import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anachronismLines, contradictionLines, orphanLines, uncertain } from '../helpers/planted.js';
import { WORLD } from '../helpers/world.js';
import { readWorld } from '../helpers/world-facts.js';

const readme = readFileSync(join(WORLD, 'README.md'), 'utf8');

/** The rows of the table under a heading, without its head. */
function rows(heading: string): string[] {
  const section = readme.split(/^#+ /m).find((part) => part.startsWith(heading)) ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
}

describe('the README of the example world', () => {
  test('lists the contradictions that are in it, and no others', () => {
    expect(rows('Contradictions')).toEqual(contradictionLines());
    expect(rows('Contradictions').length).toBeGreaterThan(8);
  });

  test('lists the anachronisms that are in it, and no others', () => {
    expect(rows('Anachronisms')).toEqual(anachronismLines());
    expect(rows('Anachronisms').length).toBeGreaterThan(8);
  });

  test('lists the orphans that are in it, and no others', () => {
    expect(rows('Orphans')).toEqual(orphanLines());
    expect(new Set(rows('Orphans').map((row) => row.split(' ')[1])).size).toBe(7);
  });

  test('hides nothing that may or may not be wrong', () => {
    expect(uncertain).toEqual([]);
  });

  test('tells how large it is', async () => {
    const { told, things } = await readWorld();
    const events = [...things.values()].filter(({ type }) => type === 'Event');
    expect(things.size).toBeGreaterThanOrEqual(120);
    expect(told.size).toBeGreaterThanOrEqual(300);
    expect(events.length).toBeGreaterThanOrEqual(40);
    expect(readme).toContain(`${things.size} entities, ${told.size} relations and ${events.length} events`);
  });
});
