import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CalendarInput } from '../../src/core/calendar-definition.js';
import { formatOf, type RawDocument } from '../../src/core/document.js';

export const WORLD = new URL('../../examples/lantern-coast/', import.meta.url).pathname;

export const worldCalendar = CalendarInput.parse(JSON.parse(readFileSync(join(WORLD, 'calendar.json'), 'utf8')));

/** The documents of the example world, by path. */
export function worldDocuments(): RawDocument[] {
  const paths = readdirSync(WORLD, { recursive: true }).map(String).sort();
  return paths.flatMap((uri) => {
    const format = formatOf(uri);
    if (format === null || /^(README\.md|calendar\.json)$/.test(uri)) return [];
    return [{ uri, format, content: readFileSync(join(WORLD, uri), 'utf8') }];
  });
}
