import { readdir, readFile, writeFile } from 'node:fs/promises';

const ROOT = new URL('../../', import.meta.url);
const DOCS = 'docs/';

/** The text of each page of the documentation, by its path in the repository. */
export type Pages = ReadonlyMap<string, string>;

/** README.md, CONTRIBUTING.md and the pages of docs/. */
export async function readPages(): Promise<Pages> {
  const names = (await readdir(new URL(DOCS, ROOT))).filter((name) => name.endsWith('.md')).sort();
  const paths = ['README.md', 'CONTRIBUTING.md', ...names.map((name) => DOCS + name)];
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(new URL(path, ROOT), 'utf8')] as const)),
  );
}

/** Writes those pages that are not the same as before. */
export async function writePages(before: Pages, after: Pages): Promise<void> {
  for (const path of changed(before, after)) await writeFile(new URL(path, ROOT), after.get(path) ?? '');
}

/** The paths of the pages that differ. */
export function changed(before: Pages, after: Pages): string[] {
  return [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
}

/**
 * Puts texts between the marks of generated sections, on every page that has such a section.
 * @throws Error when no page has it
 */
export function withSections(pages: Pages, sections: Readonly<Record<string, string>>): Pages {
  return Object.entries(sections).reduce((all, [name, content]) => withSection(all, name, content), pages);
}

/**
 * What stands between the marks of a generated section.
 * @throws Error when no page has it
 */
export function sectionOf(pages: Pages, name: string): string {
  const { text, from, until } = firstPlace(pages, name);
  return text.slice(from, until).trim();
}

function withSection(pages: Pages, name: string, content: string): Pages {
  firstPlace(pages, name);
  return new Map(
    [...pages].map(([path, text]) => {
      const place = placeIn(text, name);
      if (place === null) return [path, text];
      return [path, `${text.slice(0, place.from)}\n${content.trimEnd()}\n${text.slice(place.until)}`];
    }),
  );
}

function firstPlace(pages: Pages, name: string): { text: string; from: number; until: number } {
  for (const text of pages.values()) {
    const place = placeIn(text, name);
    if (place !== null) return { text, ...place };
  }
  throw new Error(`No page has a generated section "${name}".`);
}

/** Where the content of a section begins and ends. */
function placeIn(text: string, name: string): { from: number; until: number } | null {
  const start = `<!-- generated:${name} -->`;
  const from = text.indexOf(start) + start.length;
  const until = text.indexOf(`<!-- /generated:${name} -->`);
  return from < start.length || until < from ? null : { from, until };
}
