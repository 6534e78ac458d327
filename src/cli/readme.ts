import { readFile, writeFile } from 'node:fs/promises';
import { readReadme, withSections, writeSections } from './readme-section.js';
import { configTable, fieldsPage, problemsPage, toolTable } from './reference-tables.js';

/** Writes the tables that come from code; with --check says whether they are what the code makes. */
const PAGES = [
  { file: new URL('../../docs/problems.md', import.meta.url), text: problemsPage() },
  { file: new URL('../../docs/ingest-fields.md', import.meta.url), text: fieldsPage() },
];
const sections = { tools: toolTable(), config: configTable() };

if (!process.argv.includes('--check')) {
  await writeSections(sections);
  for (const { file, text } of PAGES) await writeFile(file, text);
} else {
  const readme = await readReadme();
  const pages = await Promise.all(PAGES.map(async ({ file, text }) => (await readFile(file, 'utf8')) === text));
  if (withSections(readme, sections) !== readme || pages.includes(false)) {
    console.error(
      'README.md, docs/problems.md or docs/ingest-fields.md is not what the code makes; run: npm run readme',
    );
    process.exitCode = 1;
  }
}
