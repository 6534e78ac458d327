import { readFile, writeFile } from 'node:fs/promises';

const README = new URL('../../README.md', import.meta.url);

/**
 * Puts text between the marks of a generated section of the README.
 * @throws Error when the README has no such section
 */
export async function writeSections(sections: Record<string, string>): Promise<void> {
  await writeFile(README, withSections(await readFile(README, 'utf8'), sections));
}

export async function readReadme(): Promise<string> {
  return readFile(README, 'utf8');
}

export function withSections(readme: string, sections: Record<string, string>): string {
  return Object.entries(sections).reduce((text, [name, content]) => withSection(text, name, content), readme);
}

function withSection(readme: string, name: string, content: string): string {
  const [start, end] = [`<!-- generated:${name} -->`, `<!-- /generated:${name} -->`];
  const from = readme.indexOf(start);
  const until = readme.indexOf(end);
  if (from < 0 || until < from) throw new Error(`The README has no generated section "${name}".`);
  return `${readme.slice(0, from + start.length)}\n${content.trimEnd()}\n${readme.slice(until)}`;
}
